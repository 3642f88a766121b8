// What Swift cannot see of the C library: macros, variadics, and calls that want a C struct hidden behind a feature test.
// One small function for each, named deeplink_…; everything else is called from Swift by its own name.
// _GNU_SOURCE stays undefined: it changes structs that Swift's own Glibc module has seen without it. The few names that are hidden
// without it and wanted here are declared below instead.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <pthread.h>
#include <pty.h>
#include <pwd.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

extern const char *strerrordesc_np(int code);
extern const char *sigabbrev_np(int signal);
extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int posix_spawn_file_actions_addtcsetpgrp_np(posix_spawn_file_actions_t *actions, int fd);
extern int pipe2(int *both, int flags);
extern int posix_openpt(int flags);
extern int grantpt(int fd);
extern int unlockpt(int fd);
extern char **environ;

struct deeplink_credentials {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

// The C library's own constant text for an error number (not translated, safe in any thread), or NULL.
static inline const char *deeplink_error_text(int code) {
    return strerrordesc_np(code);
}

static inline int deeplink_open(int directory, const char *path, int flags, mode_t mode) {
    return openat(directory, path, flags, mode);
}

static inline int deeplink_fcntl(int fd, int command, int argument) {
    return fcntl(fd, command, argument);
}

// Credentials of a connected peer, as the kernel noted them at connect or socketpair.
static inline int deeplink_peer_credentials(int fd, struct deeplink_credentials *credentials) {
    socklen_t length = sizeof *credentials;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, credentials, &length);
}

// Supplementary groups of a connected peer. *size is in bytes; ERANGE says how many are wanted.
static inline int deeplink_peer_groups(int fd, gid_t *groups, socklen_t *size) {
    return getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, size);
}

static inline int deeplink_socket_option(int fd, int option, int *value) {
    socklen_t length = sizeof *value;
    return getsockopt(fd, SOL_SOCKET, option, value, &length);
}

static inline int deeplink_bind(int fd, const struct sockaddr_un *address, socklen_t length) {
    return bind(fd, (const struct sockaddr *)address, length);
}

static inline int deeplink_connect(int fd, const struct sockaddr_un *address, socklen_t length) {
    return connect(fd, (const struct sockaddr *)address, length);
}

static inline int deeplink_socket_family(int fd, int *family) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &length) == -1) return -1;
    *family = address.ss_family;
    return 0;
}

static inline int deeplink_accept(int fd) {
    return accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

static inline int deeplink_unix_socket(void) {
    return socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

static inline int deeplink_unix_pair(int *both) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, both);
}

static inline int deeplink_pipe(int *both) {
    return pipe2(both, O_CLOEXEC);
}

static inline ssize_t deeplink_send(int fd, const void *bytes, size_t count) {
    return send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static inline ssize_t deeplink_receive(int fd, void *bytes, size_t count) {
    return recv(fd, bytes, count, MSG_DONTWAIT);
}

static inline int deeplink_epoll_control(int set, int operation, int fd, uint32_t events, uint64_t token) {
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = events;
    event.data.u64 = token;
    return epoll_ctl(set, operation, fd, &event);
}

// One ready descriptor of an epoll set, unpacked so that Swift reads it as two plain numbers.
struct deeplink_ready {
    uint32_t events;
    uint64_t token;
};

enum { DEEPLINK_READY_MOST = 256 };

static inline int deeplink_epoll_wait(int set, struct deeplink_ready *ready, int most, int milliseconds) {
    struct epoll_event events[DEEPLINK_READY_MOST];
    if (most > DEEPLINK_READY_MOST) most = DEEPLINK_READY_MOST;
    int count = epoll_wait(set, events, most, milliseconds);
    for (int i = 0; i < count; i++) {
        ready[i].events = events[i].events;
        ready[i].token = events[i].data.u64;
    }
    return count;
}

static inline int deeplink_stat_descriptor(int fd, struct stat *facts) {
    return fstat(fd, facts);
}

static inline int deeplink_stat_path(const char *path, struct stat *facts, bool follow) {
    return fstatat(AT_FDCWD, path, facts, follow ? 0 : AT_SYMLINK_NOFOLLOW);
}

static inline char **deeplink_environment(void) {
    return environ;
}

// --- children and signals

static inline int deeplink_pidfd_open(pid_t pid) {
    return (int)syscall(SYS_pidfd_open, pid, 0);
}

static inline int deeplink_pidfd_send_signal(int pidfd, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

static inline bool deeplink_did_stop(int status) {
    return WIFSTOPPED(status);
}

static inline bool deeplink_did_exit(int status) {
    return WIFEXITED(status);
}

static inline int deeplink_exit_code(int status) {
    return WEXITSTATUS(status);
}

static inline int deeplink_ending_signal(int status) {
    return WTERMSIG(status);
}

// Every signal that a handler may be set for, or only those that are not ignored here.
static inline void deeplink_signals_to_reset(sigset_t *set, bool keep_ignored) {
    sigfillset(set);
    for (int number = 1; keep_ignored && number < NSIG; number++) {
        struct sigaction action;
        bool ignored = sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
        if (ignored && number != SIGPIPE) sigdelset(set, number);
    }
}

static inline int deeplink_ignore_signal(int number) {
    return signal(number, SIG_IGN) == SIG_ERR ? -1 : 0;
}

// --- terminals

static inline int deeplink_window_size(int fd, struct winsize *size) {
    return ioctl(fd, TIOCGWINSZ, size);
}

static inline int deeplink_set_window_size(int fd, const struct winsize *size) {
    return ioctl(fd, TIOCSWINSZ, size);
}

// The other side of a pseudo-terminal, opened through its first side and not by name: no /dev/pts needed, nothing to race.
static inline int deeplink_open_terminal_of(int controller) {
    return ioctl(controller, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
}

// --- options

// One thing that getopt_long met. value: what the table says, '?' or ':'. wrong: its optopt. word: index into argv.
struct deeplink_option_found {
    int value;
    int wrong;
    int word;
    const char *argument;
};

// Runs getopt_long over argv (which it reorders) until the end or the first fault; at most `most` entries of `found` are filled.
// getopt keeps its state in globals of the process, and tests run in parallel: the whole parse is one critical section.
static inline int deeplink_parse_options(
    int argc, char **argv, const char *letters, const struct option *names, struct deeplink_option_found *found, int most,
    int *first_operand) {
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    int count = 0;
    pthread_mutex_lock(&one_at_a_time);
    optind = 0;
    opterr = 0;
    while (count < most) {
        optopt = 0;
        optarg = NULL;
        int value = getopt_long(argc, argv, letters, names, NULL);
        if (value == -1) break;
        found[count].value = value;
        found[count].wrong = optopt;
        found[count].word = optind - 1;
        found[count].argument = optarg;
        count++;
        if (value == '?' || value == ':') break;
    }
    *first_operand = optind;
    pthread_mutex_unlock(&one_at_a_time);
    return count;
}

// --- signals as a descriptor

static inline int deeplink_signal_descriptor(const sigset_t *set) {
    return signalfd(-1, set, SFD_NONBLOCK | SFD_CLOEXEC);
}

// Reads one signal: its number, and its si_code, which is above zero when the kernel itself sent it.
static inline ssize_t deeplink_next_signal(int fd, int *number, int *code) {
    struct signalfd_siginfo info;
    ssize_t count = read(fd, &info, sizeof info);
    if (count == sizeof info) {
        *number = (int)info.ssi_signo;
        *code = info.ssi_code;
    }
    return count;
}
