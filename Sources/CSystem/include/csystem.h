#pragma once
// System calls that Swift cannot import: variadic functions and macros.

/// Creates an anonymous file: memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING).
/// Returns its descriptor, or -1 and sets errno.
int csystem_memfd(const char *name);

/// Forbids shrinking `fd`, so that a reader of its mapping never gets SIGBUS: fcntl(F_ADD_SEALS, F_SEAL_SHRINK).
/// Returns 0, or -1 and sets errno.
int csystem_seal_shrink(int fd);

/// Makes malloc map each block of at least `bytes` separately, so that free() returns it to the system:
/// mallopt(M_MMAP_THRESHOLD, bytes). Affects later allocations. Does nothing if the C library is not glibc.
void csystem_map_blocks_from(int bytes);

/// Returns the bytes that malloc has handed out and that are not freed: mallinfo2(). 0 if the C library cannot tell.
/// The soak tests use it.
unsigned long csystem_heap_bytes(void);

/// Creates a pipe whose ends are closed on exec and whose reading end does not block: pipe2(O_CLOEXEC).
/// Returns 0, or -1 and sets errno.
int csystem_pipe(int ends[2]);

/// Creates a counter that wakes a thread that polls its descriptor: eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK).
/// Returns the descriptor, or -1 and sets errno.
int csystem_eventfd(void);

/// Makes reads and writes of `fd` fail with EAGAIN instead of blocking: fcntl(F_SETFL, O_NONBLOCK).
/// Returns 0, or -1 and sets errno.
int csystem_set_nonblocking(int fd);

/// write(), except that a reader that has closed its end causes EPIPE without the signal SIGPIPE. The signal is blocked
/// for the calling thread only, and handlers of the program are not changed.
/// Returns the number of bytes written, or -1 and sets errno.
long csystem_write_without_sigpipe(int fd, const void *bytes, unsigned long count);

/// The largest number of open files in a message.
enum { csystem_most_descriptors = 2 };

/// Sends a message of `count` bytes, with `descriptor_count` open files, at most ::csystem_most_descriptors, over a
/// socket that keeps messages apart. `flags` are those of sendmsg(); MSG_NOSIGNAL is added.
/// Returns 0, or -1 and sets errno.
int csystem_send_message(
  int socket, const void *bytes, unsigned long count, const int *descriptors, int descriptor_count, int flags);

/// Receives a message of up to `capacity` bytes. `descriptors` has place for `descriptor_count` open files, which are
/// close-on-exec; the rest is set to -1. More descriptors, or a longer message, fail with EPROTO. With a count of 0 the
/// kernel closes the descriptors that a sender adds. `flags` are those of recvmsg().
/// Returns the number of bytes, 0 at the end of the connection, or -1 and sets errno.
long csystem_receive_message(
  int socket, void *bytes, unsigned long capacity, int *descriptors, int descriptor_count, int flags);

/// Creates an anonymous file of `bytes` zero bytes, whose size cannot change: memfd_create(), ftruncate() and the seals
/// F_SEAL_SHRINK and F_SEAL_GROW. The system provides its pages when they are written.
/// Returns its descriptor, or -1 and sets errno.
int csystem_memfd_of_size(const char *name, long bytes);

/// Makes the content of the anonymous file `fd` final: fcntl(F_ADD_SEALS) of shrink, grow, write and seal. Fails with
/// EBUSY while any process has it mapped for writing.
/// Returns 0, or -1 and sets errno.
int csystem_seal(int fd);

/// Whether `fd` is open for reading only: fcntl(F_GETFL).
int csystem_is_read_only(int fd);

/// Returns a descriptor of a child process, close-on-exec, which never refers to another process: pidfd_open().
/// Returns -1 and sets errno; Linux before 5.3 lacks it.
int csystem_pidfd(int process);

/// Sends a signal to the process of a descriptor: pidfd_send_signal().
/// Returns 0, or -1 and sets errno.
int csystem_pidfd_kill(int pidfd, int signal);

/// Waits for the end of the child of a descriptor: waitid(P_PIDFD). `flags` are those of waitid(); WEXITED is added.
/// Returns 1 and sets `*status` as waitpid() does, 0 if it goes on (WNOHANG), or -1 and sets errno.
int csystem_pidfd_wait(int pidfd, int flags, int *status);

/// Whether inotify reports all changes of the file system of `fd`: fstatfs(). Those of other machines and of programs that
/// implement a file system (FUSE) are not reported.
int csystem_is_notified(int fd);

/// Renames a file unless `to` exists: renameat2(RENAME_NOREPLACE). Returns 0, or -1 and sets errno.
int csystem_rename_exclusively(const char *from, const char *to);

/// Opens /dev/null for each of the three standard streams that is closed, so that no other file gets its number.
/// Returns 0, or -1 and sets errno.
int csystem_open_standard_streams(void);
