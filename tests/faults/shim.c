/* Stands between SQLite and the system, loaded before libc by LD_PRELOAD: it writes down what is done to the files of
   one database, lets chosen calls fail, and makes syncs slow or a lie. All other calls, and all other files, pass.

   Python steers it in its own process: see shim.py, which says what each function is for. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DATABASE, WAL, SHM, JOURNAL, FOLDER, OTHER = -1 };

struct record { /* of the trace; the data follows */
    char op;
    int8_t file;
    int16_t unused;
    uint32_t size;
    int64_t offset;
};

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static char database[4096], folder[4096];
static int8_t file_by_descriptor[65536]; /* file + 1; 0: another file */

static int trace = -1;
static struct { int first, count, error; char kinds[32]; } failing;
static int seen;
static char called[65536];
static size_t called_size;
static int lying, slow, hurried;

#define NEXT(name) \
    static __typeof__(&name) next; \
    if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static int file_at(const char *path) {
    size_t size = strlen(database);
    if (!size) return OTHER;
    if (!strcmp(path, folder)) return FOLDER;
    if (strncmp(path, database, size)) return OTHER;
    const char *suffix = path + size;
    if (!*suffix) return DATABASE;
    if (!strcmp(suffix, "-wal")) return WAL;
    if (!strcmp(suffix, "-shm")) return SHM;
    return strcmp(suffix, "-journal") ? OTHER : JOURNAL;
}

static int file_of(int descriptor) {
    return descriptor < 0 || descriptor >= 65536 ? OTHER : file_by_descriptor[descriptor] - 1;
}

/* The lock is held over a call and its record, so that the trace has the order in which things were done */
static void tell(char op, int file, int64_t offset, const void *data, size_t size) {
    NEXT(write);
    if (trace < 0) return;
    struct record record = {op, (int8_t)file, 0, (uint32_t)size, offset};
    if (next(trace, &record, sizeof record) < 0 || (size && next(trace, data, size) < 0)) perror("the trace");
}

static int must_fail(char kind, int file) {
    if (!strchr(failing.kinds, kind)) return 0;
    seen++;
    if (called_size < sizeof called - 4) called_size += sprintf(called + called_size, "%c%d ", kind, file);
    if (!failing.first || seen < failing.first || seen >= failing.first + failing.count) return 0;
    errno = failing.error;
    return 1;
}

static int fails(char kind, int file) {
    pthread_mutex_lock(&turn);
    int result = must_fail(kind, file);
    pthread_mutex_unlock(&turn);
    return result;
}

/* --- what Python calls */

void fault_watch(const char *path) {
    snprintf(database, sizeof database, "%s", path);
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash) *slash = 0;
}

int fault_trace(const char *path) { return trace = open(path, O_CREAT | O_TRUNC | O_APPEND | O_WRONLY | O_CLOEXEC, 0644); }

void fault_mark(const char *text) {
    pthread_mutex_lock(&turn);
    tell('M', OTHER, 0, text, strlen(text));
    pthread_mutex_unlock(&turn);
}

void fault_arm(int first, int count, int error, const char *kinds) {
    pthread_mutex_lock(&turn);
    failing.first = first, failing.count = count, failing.error = error;
    snprintf(failing.kinds, sizeof failing.kinds, "%s", kinds);
    seen = 0, called_size = 0, called[0] = 0;
    pthread_mutex_unlock(&turn);
}

int fault_count(void) { return seen; }
const char *fault_names(void) { return called; }
void fault_lie(int yes) { lying = yes; }
void fault_slow(int microseconds) { slow = microseconds; }
void fault_hurry(int yes) { hurried = yes; }

/* --- what SQLite calls */

int open64(const char *path, int flags, ...) {
    NEXT(open64);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    int file = file_at(path);
    if (file == OTHER) return next(path, flags, mode);
    pthread_mutex_lock(&turn);
    int is_new = flags & O_CREAT && access(path, F_OK);
    int descriptor = must_fail('O', file) ? -1 : next(path, flags, mode);
    if (descriptor >= 0 && descriptor < 65536) file_by_descriptor[descriptor] = file + 1;
    if (descriptor >= 0 && is_new) tell('C', file, 0, 0, 0);
    pthread_mutex_unlock(&turn);
    return descriptor;
}

int close(int descriptor) {
    NEXT(close);
    if (file_of(descriptor) != OTHER) file_by_descriptor[descriptor] = 0;
    return next(descriptor);
}

ssize_t pread64(int descriptor, void *data, size_t size, off64_t offset) {
    NEXT(pread64);
    int file = file_of(descriptor);
    return file != OTHER && fails('R', file) ? -1 : next(descriptor, data, size, offset);
}

ssize_t pwrite64(int descriptor, const void *data, size_t size, off64_t offset) {
    NEXT(pwrite64);
    int file = file_of(descriptor);
    if (file == OTHER) return next(descriptor, data, size, offset);
    pthread_mutex_lock(&turn);
    int failed = must_fail('W', file), error = errno;
    ssize_t done = next(descriptor, data, failed ? size / 2 : size, offset); /* what fails may have written a part */
    if (done > 0) tell('W', file, offset, data, done);
    if (failed) errno = error, done = -1;
    pthread_mutex_unlock(&turn);
    return done;
}

/* SQLite may be built to seek, and then to read or write */
static ssize_t moved(int descriptor, ssize_t done) {
    if (done > 0) lseek(descriptor, done, SEEK_CUR);
    return done;
}

ssize_t read(int descriptor, void *data, size_t size) {
    NEXT(read);
    if (file_of(descriptor) == OTHER) return next(descriptor, data, size);
    return moved(descriptor, pread64(descriptor, data, size, lseek(descriptor, 0, SEEK_CUR)));
}

ssize_t write(int descriptor, const void *data, size_t size) {
    NEXT(write);
    if (file_of(descriptor) == OTHER) return next(descriptor, data, size);
    return moved(descriptor, pwrite64(descriptor, data, size, lseek(descriptor, 0, SEEK_CUR)));
}

static int synced(int descriptor, int (*sync)(int)) {
    int file = file_of(descriptor);
    if (file == OTHER) return sync(descriptor);
    struct timespec longer = {slow / 1000000, slow % 1000000 * 1000L};
    if (slow) clock_nanosleep(CLOCK_MONOTONIC, 0, &longer, 0);
    pthread_mutex_lock(&turn);
    int result = must_fail('S', file) ? -1 : lying ? 0 : sync(descriptor), error = errno;
    if (!lying) tell(result ? 'X' : 'S', file, 0, 0, 0);
    pthread_mutex_unlock(&turn);
    errno = error;
    return result;
}

int fsync(int descriptor) {
    NEXT(fsync);
    return synced(descriptor, next);
}

int fdatasync(int descriptor) {
    NEXT(fdatasync);
    return synced(descriptor, next);
}

int ftruncate64(int descriptor, off64_t size) {
    NEXT(ftruncate64);
    int file = file_of(descriptor);
    if (file == OTHER) return next(descriptor, size);
    pthread_mutex_lock(&turn);
    int result = must_fail('T', file) ? -1 : next(descriptor, size);
    if (!result) tell('T', file, size, 0, 0);
    pthread_mutex_unlock(&turn);
    return result;
}

int unlink(const char *path) {
    NEXT(unlink);
    int file = file_at(path);
    if (file == OTHER) return next(path);
    pthread_mutex_lock(&turn);
    int result = must_fail('U', file) ? -1 : next(path);
    if (!result) tell('U', file, 0, 0, 0);
    pthread_mutex_unlock(&turn);
    return result;
}

void *mmap64(void *at, size_t size, int protection, int flags, int descriptor, off64_t offset) {
    NEXT(mmap64);
    int file = file_of(descriptor);
    return file != OTHER && fails('M', file) ? MAP_FAILED : next(at, size, protection, flags, descriptor, offset);
}

int fstat64(int descriptor, struct stat64 *found) {
    NEXT(fstat64);
    int file = file_of(descriptor);
    return file != OTHER && fails('F', file) ? -1 : next(descriptor, found);
}

int fcntl64(int descriptor, int command, ...) {
    NEXT(fcntl64);
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    int file = file_of(descriptor);
    int locks = file != OTHER && command == F_SETLK && ((struct flock *)argument)->l_type != F_UNLCK;
    return locks && fails('L', file) ? -1 : next(descriptor, command, argument);
}

/* How SQLite waits before it tries again, which Python does not use */
int usleep(useconds_t microseconds) {
    NEXT(usleep);
    return hurried ? 0 : next(microseconds);
}

int nanosleep(const struct timespec *asked, struct timespec *left) {
    NEXT(nanosleep);
    return hurried ? 0 : next(asked, left);
}

/* Which of two names is called hangs on how SQLite was built; on 64 bits they are one */
#define ALSO(name, known) extern __typeof__(known) name __attribute__((alias(#known)))
ALSO(open, open64);
ALSO(pread, pread64);
ALSO(pwrite, pwrite64);
ALSO(ftruncate, ftruncate64);
ALSO(mmap, mmap64);
ALSO(fcntl, fcntl64);
