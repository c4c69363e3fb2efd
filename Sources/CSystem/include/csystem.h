#pragma once
// System calls that Swift cannot import: variadic functions and macros.

/// The folder of helper programs that was given at build time by SWIFT_CAROUSEL_LIBEXEC, or NULL.
const char *csystem_libexec(void);

/// Creates an anonymous file: memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING).
/// Returns its descriptor, or -1 and sets errno.
int csystem_memfd(const char *name);

/// Forbids shrinking `fd`, so that a reader of its mapping never gets SIGBUS: fcntl(F_ADD_SEALS, F_SEAL_SHRINK).
/// Returns 0, or -1 and sets errno.
int csystem_seal_shrink(int fd);

/// Makes malloc map each block of at least `bytes` separately, so that free() returns it to the system:
/// mallopt(M_MMAP_THRESHOLD, bytes). Affects later allocations. Does nothing if the C library is not glibc.
void csystem_map_blocks_from(int bytes);

/// Returns the number of bytes that are allocated by malloc and not freed: mallinfo2(). Returns 0 if the C library
/// does not provide it. The soak tests use it.
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

/// Accepts a connection whose reads and writes fail with EAGAIN instead of blocking, and which is closed on exec: accept4().
/// Returns its descriptor, or -1 and sets errno; EAGAIN if no connection waits and `socket` does not block.
int csystem_accept(int socket);

/// Like write(), but fails with EPIPE without the signal SIGPIPE if the reader has closed its end. The signal is
/// blocked for the calling thread only, and handlers of the program are not changed. Returns the number of bytes
/// written, or -1 and sets errno.
long csystem_write_without_sigpipe(int fd, const void *bytes, unsigned long count);

/// The largest number of open files in a message.
enum { csystem_most_descriptors = 2 };

/// Sends a message of `count` bytes, with `descriptor_count` open files, at most ::csystem_most_descriptors, over a
/// socket that preserves message boundaries. `flags` are passed to sendmsg(), with MSG_NOSIGNAL added.
/// Returns 0, or -1 and sets errno.
int csystem_send_message(
  int socket, const void *bytes, unsigned long count, const int *descriptors, int descriptor_count, int flags);

/// Receives a message of up to `capacity` bytes. `descriptors` has room for `descriptor_count` open files. Received
/// files are close-on-exec, and unused entries are set to -1. If the message has more descriptors or bytes, the call
/// fails with EPROTO. With a `descriptor_count` of 0, the kernel closes the descriptors of the message. `flags` are
/// passed to recvmsg().
/// Returns the number of bytes, 0 at the end of the connection, or -1 and sets errno.
long csystem_receive_message(
  int socket, void *bytes, unsigned long capacity, int *descriptors, int descriptor_count, int flags);

/// Creates an anonymous file of `bytes` zero bytes, whose size cannot change: memfd_create(), ftruncate() and the seals
/// F_SEAL_SHRINK and F_SEAL_GROW. The system allocates pages when they are first written. Returns its descriptor, or -1
/// and sets errno.
int csystem_memfd_of_size(const char *name, long bytes);

/// Makes the content of the anonymous file `fd` final: fcntl(F_ADD_SEALS) of shrink, grow, write and seal. Fails with
/// EBUSY while any process has mapped the file for writing. Returns 0, or -1 and sets errno.
int csystem_seal(int fd);

/// Whether `fd` is open for reading only: fcntl(F_GETFL).
int csystem_is_read_only(int fd);

/// Returns a close-on-exec descriptor of a child process, which never refers to another process: pidfd_open().
/// Linux 5.3 or later.
/// If it fails, returns -1 and sets errno.
int csystem_pidfd(int process);

/// Sends a signal to the process that `pidfd` refers to: pidfd_send_signal(). Returns 0, or -1 and sets
/// errno.
int csystem_pidfd_kill(int pidfd, int signal);

/// Sets the limits of the private writable memory and of the address space of a process, in bytes, at most to the limits that
/// it cannot raise itself: prlimit(RLIMIT_DATA) and prlimit(RLIMIT_AS).
/// Returns 0, or -1 and sets errno.
int csystem_limit_memory(int process, unsigned long data, unsigned long addresses);

/// Returns the number of threads of a process, or of this process if `process` is 0; -1 if /proc/PID/task cannot be read.
/// The number of links of that folder is not used: not every kernel counts the threads in it.
int csystem_count_threads(int process);

/// Makes this process the parent of the processes whose parent, one of its descendants, has ended:
/// prctl(PR_SET_CHILD_SUBREAPER).
void csystem_adopt_orphans(void);

/// Waits for the end of the child process that `pidfd` refers to: waitid(P_PIDFD). `flags` are passed to waitid(),
/// with WEXITED added.
/// Returns 1 and sets `*status` as waitpid() does, 0 if the process has not ended (with WNOHANG), or -1 and sets
/// errno.
int csystem_pidfd_wait(int pidfd, int flags, int *status);

/// Whether inotify reports all changes in the file system of `fd`: fstatfs(). Changes on network file systems by other
/// machines, and in file systems implemented by programs (FUSE), are not all reported.
int csystem_is_notified(int fd);

/// Renames a file unless `to` exists: renameat2(RENAME_NOREPLACE). Returns 0, or -1 and sets errno.
int csystem_rename_exclusively(const char *from, const char *to);

/// Copies the extended attributes of a file, such as the tags of a file manager. Attributes that the caller may not read or set, or
/// that change meanwhile, are left out.
void csystem_copy_attributes(int from, int to);

/// Creates a file without a name in `folder`, with access for the user only: open(O_TMPFILE | O_WRONLY). The system
/// removes it when it is closed, unless csystem_link() has given it a name. Returns its descriptor, or -1 and sets errno;
/// the errno is EOPNOTSUPP or EISDIR if the file system does not support such files.
int csystem_open_unnamed(const char *folder);

/// Gives the file `fd`, which csystem_open_unnamed() has created, a name: linkat(/proc/self/fd). Fails with EEXIST if the
/// name exists. Returns 0, or -1 and sets errno.
int csystem_link(int fd, const char *path);

/// Opens /dev/null for each of the three standard streams that is closed, so that no other file gets the
/// descriptor of a standard stream. Returns 0, or -1 and sets errno.
int csystem_open_standard_streams(void);

/// Creates a descriptor that is readable while one of the files that it watches has an event: epoll_create1(EPOLL_CLOEXEC).
/// Returns the descriptor, or -1 and sets errno.
int csystem_epoll(void);

/// Makes `epoll` watch the priority events of `fd`: epoll_ctl(EPOLL_CTL_ADD) with EPOLLPRI and EPOLLET. For a file of
/// /proc/pressure with a trigger, an event means that the trigger has fired. Returns 0, or -1 and sets errno.
int csystem_watch_priority(int epoll, int fd);

/// Removes the events of `epoll`, without waiting: epoll_wait(). Call it when `epoll` is readable.
/// Does not return whether a trigger has fired, because that is unknown: poll() of a file with a trigger clears its event, and the
/// system polls the file when another epoll waits for `epoll`. So `epoll` may be readable without an event, or with only the event
/// of another file that has failed. Returns 0, or -1 and sets errno.
int csystem_take_priority_events(int epoll);
