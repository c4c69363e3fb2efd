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

/// Sends a message of `count` bytes, with the open file `descriptor` unless it is -1, over a socket that keeps
/// messages apart. `flags` are those of sendmsg(); MSG_NOSIGNAL is added.
/// Returns 0, or -1 and sets errno.
int csystem_send_message(int socket, const void *bytes, unsigned long count, int descriptor, int flags);

/// Receives a message of up to `capacity` bytes. `*descriptor` is set to the open file that came with it, close-on-exec,
/// or to -1. More than one descriptor, or a longer message, fails with EPROTO. `flags` are those of recvmsg().
/// Returns the number of bytes, 0 at the end of the connection, or -1 and sets errno.
long csystem_receive_message(int socket, void *bytes, unsigned long capacity, int *descriptor, int flags);

/// Makes the content of the anonymous file `fd` final: fcntl(F_ADD_SEALS) of shrink, grow, write and seal. It must not
/// be mapped for writing.
/// Returns 0, or -1 and sets errno.
int csystem_seal(int fd);

/// Whether ::csystem_seal was applied to `fd`, so that its content cannot change.
int csystem_is_sealed(int fd);
