#pragma once

// Before curses.h: the wide-character functions, which Debian's header hides by default.
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

extern int wcwidth(wchar_t scalar);

// Macros and globals, which Swift cannot see.

static inline attr_t deeplink_attributes(int bold, int dim, int underline, int reverse, int italic) {
    return (bold ? WA_BOLD : 0) | (dim ? WA_DIM : 0) | (underline ? WA_UNDERLINE : 0) | (reverse ? WA_REVERSE : 0) |
           (italic ? WA_ITALIC : 0);
}

static inline int deeplink_color_count(void) { return has_colors() ? COLORS : 0; }

static inline int deeplink_is_utf8_locale(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

/// Draws one glyph without moving the cursor. A glyph whose width this locale counts otherwise would shift the rest
/// of its row: it is drawn as U+FFFD.
static inline void deeplink_put(WINDOW *window, int row, int column, const wchar_t *scalars, int width, attr_t attributes,
                                int pair) {
    cchar_t glyph;
    wchar_t replacement[2] = {0xFFFD, 0};
    int fits = wcwidth(scalars[0]) == width;
    if (setcchar(&glyph, fits ? scalars : replacement, attributes, 0, &pair) == ERR) {
        return;
    }
    mvwadd_wchnstr(window, row, column, &glyph, 1);
    if (!fits && width == 2) {
        wchar_t space[2] = {' ', 0};
        setcchar(&glyph, space, attributes, 0, &pair);
        mvwadd_wchnstr(window, row, column + 1, &glyph, 1);
    }
}

/// A terminfo string, or NULL where the terminal has none.
static inline const char *deeplink_terminal_string(const char *name) {
    char *text = tigetstr(name);
    return text == (char *)-1 ? NULL : text;
}

static inline int deeplink_window_size(int fd, int *rows, int *columns) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) {
        return -1;
    }
    *rows = size.ws_row;
    *columns = size.ws_col;
    return 0;
}

/// The button bits that a wheel or a click report.
static inline mmask_t deeplink_mouse_mask(void) { return BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED; }
static inline int deeplink_is_wheel_up(mmask_t state) { return (state & BUTTON4_PRESSED) != 0; }
static inline int deeplink_is_wheel_down(mmask_t state) { return (state & BUTTON5_PRESSED) != 0; }
static inline int deeplink_is_click(mmask_t state) { return (state & BUTTON1_PRESSED) != 0; }

/// Stops the whole process group, as Ctrl-Z does to a program that reads cooked input, even where SIGTSTP is blocked
/// for a signal descriptor; returns when the group goes on. An orphaned group has nobody to continue it: the kernel
/// then discards the signal.
static inline void deeplink_stop_group(void) {
    struct sigaction standard, before;
    sigset_t stop, mask;
    memset(&standard, 0, sizeof standard);
    standard.sa_handler = SIG_DFL;
    sigaction(SIGTSTP, &standard, &before);
    kill(0, SIGTSTP);
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &stop, &mask);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &before, NULL);
}

/// Says for which process group the terminal takes keys; 0: this one's. Also from the background, where it would stop us.
static inline void deeplink_set_foreground(int fd, int group) {
    sigset_t write, mask;
    sigemptyset(&write);
    sigaddset(&write, SIGTTOU);
    sigprocmask(SIG_BLOCK, &write, &mask);
    tcsetpgrp(fd, group ? group : getpgrp());
    sigprocmask(SIG_SETMASK, &mask, NULL);
}

/// Whoever had the terminal may have made its descriptors non-blocking for all who share them.
static inline void deeplink_make_blocking(int fd) {
    int flags = fcntl(fd, F_GETFL);
    if (flags != -1 && (flags & O_NONBLOCK)) {
        fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
    }
}

// newterm installs handlers of its own for these where none are; ours are the event loop's signal descriptor.
#define DEEPLINK_CURSES_SIGNALS 4

static const int deeplink_curses_signals[DEEPLINK_CURSES_SIGNALS] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};

/// newterm without its signal handlers.
static inline SCREEN *deeplink_newterm(const char *type, FILE *output, FILE *input) {
    struct sigaction before[DEEPLINK_CURSES_SIGNALS];
    for (int index = 0; index < DEEPLINK_CURSES_SIGNALS; index++) {
        sigaction(deeplink_curses_signals[index], NULL, &before[index]);
    }
    SCREEN *screen = newterm(type, output, input);
    for (int index = 0; index < DEEPLINK_CURSES_SIGNALS; index++) {
        sigaction(deeplink_curses_signals[index], &before[index], NULL);
    }
    return screen;
}

// The crash guard. All of it is async-signal-safe and was prepared before: a process that dies of its own fault puts the
// terminal back first. Only CrashGuard.swift may call these functions: `static` state is one per object file.

#define DEEPLINK_CRASH_SIGNALS 6

static const int deeplink_crash_signals[DEEPLINK_CRASH_SIGNALS] = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP};

struct deeplink_crash {
    volatile sig_atomic_t armed;
    int fd;
    struct termios termios;
    char reset[512];
    size_t reset_length;
    struct sigaction before[DEEPLINK_CRASH_SIGNALS];
    char stack[32768];
};

/// A function's own static, because Swift's importer emits no variable of a header.
static inline struct deeplink_crash *deeplink_crash(void) {
    static struct deeplink_crash state;
    return &state;
}

/// Restores the terminal, then lets the signal do what it would have done without this handler.
static void deeplink_crash_handler(int number) {
    if (deeplink_crash()->armed) {
        deeplink_crash()->armed = 0;
        size_t written = 0;
        while (written < deeplink_crash()->reset_length) {
            ssize_t count = write(deeplink_crash()->fd, deeplink_crash()->reset + written, deeplink_crash()->reset_length - written);
            if (count <= 0) {
                break;
            }
            written += (size_t)count;
        }
        tcsetattr(deeplink_crash()->fd, TCSANOW, &deeplink_crash()->termios);
    }
    for (int index = 0; index < DEEPLINK_CRASH_SIGNALS; index++) {
        if (deeplink_crash_signals[index] == number) {
            sigaction(number, &deeplink_crash()->before[index], NULL);
        }
    }
    // Blocked until this handler returns, then delivered to the handler before.
    raise(number);
}

/// Remembers how the terminal was and installs the handler. -1 where `fd` is no terminal.
static inline int deeplink_crash_prepare(int fd) {
    deeplink_crash()->fd = fd;
    if (tcgetattr(fd, &deeplink_crash()->termios) != 0) {
        return -1;
    }
    // A stack overflow leaves no room for a handler; the runtime may have given a stack of its own already.
    stack_t current;
    if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
        stack_t own = {.ss_sp = deeplink_crash()->stack, .ss_size = sizeof deeplink_crash()->stack};
        sigaltstack(&own, NULL);
    }
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = deeplink_crash_handler;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < DEEPLINK_CRASH_SIGNALS; index++) {
        sigaction(deeplink_crash_signals[index], &action, &deeplink_crash()->before[index]);
    }
    return 0;
}

/// What is written when the process crashes; longer than the buffer: cut off.
static inline void deeplink_crash_set_reset(const unsigned char *bytes, size_t count) {
    size_t fitting = count < sizeof deeplink_crash()->reset ? count : sizeof deeplink_crash()->reset;
    memcpy(deeplink_crash()->reset, bytes, fitting);
    deeplink_crash()->reset_length = fitting;
}

static inline void deeplink_crash_arm(int armed) { deeplink_crash()->armed = armed; }

/// Puts back the handlers that were there before, and the terminal's modes.
static inline void deeplink_crash_remove(void) {
    deeplink_crash()->armed = 0;
    for (int index = 0; index < DEEPLINK_CRASH_SIGNALS; index++) {
        sigaction(deeplink_crash_signals[index], &deeplink_crash()->before[index], NULL);
    }
}

static inline void deeplink_crash_restore_modes(void) {
    tcsetattr(deeplink_crash()->fd, TCSADRAIN, &deeplink_crash()->termios);
}
