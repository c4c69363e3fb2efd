#pragma once
#include <stdint.h>
// Restrictions of the calling process, by system calls and macros that Swift cannot import.

/// The parts of the lock, as bits.
typedef enum {
  /// Landlock denies access to the file system.
  csandbox_landlock = 1,
  /// seccomp denies all system calls but those of decoding.
  csandbox_seccomp = 2,
  /// Limits of memory, processor time, descriptors and file sizes, and no core dumps.
  csandbox_limits = 4,
} csandbox_part;

/// Kills the process when the thread that started it ends, and closes all descriptors from `first` on. Returns 0, or -1
/// if the parent is not `parent`, because it has already ended.
int csandbox_bind_to_parent(int parent, int first);

/// Lets the process and its later threads run on at most `count` processors: libraries start as many threads as they
/// may use processors. Call it before csandbox_lock, which denies the change. Returns the number of processors, or -1 on
/// failure.
int csandbox_limit_processors(int count);

/// Locks the process: no file can be opened, no socket or process created and no program executed. `memory` is the
/// limit of its address space and `cpu_seconds` of its processor time. The lock cannot be removed.
/// Returns the ::csandbox_part bits that the kernel refused; 0 if all are in force.
int csandbox_lock(uint64_t memory, uint64_t cpu_seconds);
