#pragma once
#include <sqlite3.h>
#include <string.h>

/* What Swift cannot see or say. The rest of SQLite's interface is imported as it is. */

/* A null pointer binds NULL, whatever the length: empty text needs an address. */
static inline int csqlite_bind_empty_text(sqlite3_stmt *statement, int index) {
    return sqlite3_bind_text(statement, index, "", 0, SQLITE_STATIC);
}

/* Macros made of expressions. */
static inline int csqlite_is_failed_sync(int code) {
    return code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_DIR_FSYNC;
}

/* Variadic. Whether the last connection to close leaves the write-ahead log as it is. */
static inline int csqlite_keep_log_on_close(sqlite3 *database, int keep) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep, (int *)NULL);
}

/*
 * A connection's own view of the default VFS: the same files, and a count of their syncs. The unix VFS offers no hook
 * for fsync, so each open file gets a private copy of its method table, kept behind the file object itself; only xSync
 * differs. The counts belong to one connection and are touched by its thread only.
 */
struct csqlite_counts {
    sqlite3_vfs vfs; /* first: SQLite hands us this address */
    int (*open)(sqlite3_vfs *, const char *, sqlite3_file *, int, int *);
    int file_size;
    long long syncs;
    long long commits;
    long long wal_pages;
    char name[40];
};

struct csqlite_counted_methods {
    sqlite3_io_methods methods; /* first: a file's pMethods points here */
    int (*sync)(sqlite3_file *, int);
    struct csqlite_counts *counts;
};

static inline int csqlite_counted_sync(sqlite3_file *file, int flags) {
    const struct csqlite_counted_methods *counted = (const struct csqlite_counted_methods *)file->pMethods;
    counted->counts->syncs += 1;
    return counted->sync(file, flags);
}

static inline int csqlite_counted_open(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags
) {
    struct csqlite_counts *counts = (struct csqlite_counts *)vfs;
    int code = counts->open(vfs, path, file, flags, out_flags);
    if (code == SQLITE_OK && file->pMethods != NULL) {
        struct csqlite_counted_methods *counted =
            (struct csqlite_counted_methods *)((char *)file + counts->file_size);
        memset(counted, 0, sizeof *counted);
        counted->methods = *file->pMethods;
        counted->sync = counted->methods.xSync;
        counted->counts = counts;
        counted->methods.xSync = csqlite_counted_sync;
        file->pMethods = &counted->methods;
    }
    return code;
}

/* NULL when there is no memory. Freed with csqlite_counts_free, after the connection was closed. */
static inline struct csqlite_counts *csqlite_counts_new(void) {
    sqlite3_vfs *base = sqlite3_initialize() == SQLITE_OK ? sqlite3_vfs_find(NULL) : NULL;
    struct csqlite_counts *counts = base ? sqlite3_malloc(sizeof *counts) : NULL;
    if (counts == NULL) return NULL;
    memset(counts, 0, sizeof *counts);
    counts->vfs = *base;
    counts->open = base->xOpen;
    counts->file_size = (base->szOsFile + 15) & ~15;
    sqlite3_snprintf(sizeof counts->name, counts->name, "counted-%p", (void *)counts);
    counts->vfs.zName = counts->name;
    counts->vfs.pNext = NULL;
    counts->vfs.szOsFile = counts->file_size + (int)sizeof(struct csqlite_counted_methods);
    counts->vfs.xOpen = csqlite_counted_open;
    if (sqlite3_vfs_register(&counts->vfs, 0) != SQLITE_OK) {
        sqlite3_free(counts);
        return NULL;
    }
    return counts;
}

static inline void csqlite_counts_free(struct csqlite_counts *counts) {
    sqlite3_vfs_unregister(&counts->vfs);
    sqlite3_free(counts);
}

static inline int csqlite_count_commit(void *context) {
    ((struct csqlite_counts *)context)->commits += 1;
    return 0;
}

static inline int csqlite_note_wal_pages(void *context, sqlite3 *database, const char *name, int pages) {
    (void)database;
    (void)name;
    ((struct csqlite_counts *)context)->wal_pages = pages;
    return SQLITE_OK;
}

/* The WAL hook takes the place of SQLite's automatic checkpoint. */
static inline void csqlite_counts_attach(struct csqlite_counts *counts, sqlite3 *database) {
    sqlite3_commit_hook(database, csqlite_count_commit, counts);
    sqlite3_wal_hook(database, csqlite_note_wal_pages, counts);
}
