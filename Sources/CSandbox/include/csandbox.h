#pragma once
#include <stdint.h>
// Restrictions of the calling process. They need system calls and macros that Swift cannot import.

/// The parts of the sandbox, as bits.
typedef enum {
  /// Landlock denies access to the file system, except for the files of csandbox_allow_reading.
  csandbox_landlock = 1,
  /// seccomp denies all system calls except the ones that decoding needs.
  csandbox_seccomp = 2,
  /// Limits of memory, processor time, descriptors and file sizes, and no core dumps.
  csandbox_limits = 4,
} csandbox_part;

/// Makes the kernel kill this process when the thread that started it ends, and closes all descriptors from
/// `first` on. Returns 0, or -1 if the process `parent` has already ended.
int csandbox_bind_to_parent(int parent, int first);

/// Lets the process and its later threads run on at most `count` processors: libraries start as many threads as they
/// may use processors. Call it before csandbox_enter, which denies the change. Returns the number of processors, or -1 on
/// failure.
int csandbox_limit_processors(int count);

/// Gives later threads a stack of `stack` bytes, and one heap for all threads, so that the limit of memory is left for
/// pictures: pthread_setattr_default_np(), mallopt(M_ARENA_MAX).
void csandbox_limit_thread_memory(uint64_t stack);

/// Waits until the calling thread is the only one, for at most `milliseconds`: Landlock restricts the calling thread and the
/// threads that it starts later. Returns the number of other threads that still run, or -1 if /proc/self/task cannot be
/// read.
int csandbox_wait_for_single_thread(int milliseconds);

/// Lets the process read a regular file in the sandbox. Links in `path` are followed now. Call it before csandbox_enter.
/// Returns 0, or -1 if the file cannot be opened or the kernel lacks Landlock.
int csandbox_allow_reading(const char *path);

/// Puts the process into its sandbox: it cannot open files except those of csandbox_allow_reading, create sockets or processes,
/// or execute programs. `memory` limits its address space in bytes, and `cpu_seconds` its processor time. It can start threads
/// if `threads` is not 0. seccomp and the limits apply to all threads of the process, Landlock to the calling thread.
/// The sandbox cannot be left. Returns the ::csandbox_part bits that the kernel refused; 0 if all parts are in force.
int csandbox_enter(uint64_t memory, uint64_t cpu_seconds, int threads);
