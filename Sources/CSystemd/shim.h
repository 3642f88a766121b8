// What the Systemd door uses of libsystemd. The variadic calls (sd_notifyf, sd_journal_send) do not reach Swift and
// are not needed: their counted or plain-string siblings are.
#pragma once
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-id128.h>
#include <systemd/sd-login.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <time.h>

// Microseconds of a clock. Here because the members of timespec are hidden from Swift by MemberImportVisibility: they
// belong to a module that cannot be imported by name.
static inline unsigned long long deeplinkd_clock_microseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (unsigned long long)now.tv_sec * 1000000ULL + (unsigned long long)now.tv_nsec / 1000ULL;
}

// Which Swift module owns the names SOCK_* changes with the flags of the build, so they stay on this side.
static const int deeplinkd_stream_socket = SOCK_STREAM;

// What an inotify watch of a directory hears: something came, or the directory went.
static const unsigned int deeplinkd_directory_changes =
    IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

static inline int deeplinkd_datagram_socket(void) {
    return socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}
