#pragma once
#include <stdint.h>
// Restrictions of the calling process. They need system calls and macros that Swift cannot import.

/// The parts of the sandbox, as bits.
typedef enum {
  /// Landlock denies access to the file system.
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
/// may use processors. Call it before csandbox_lock, which denies the change. Returns the number of processors, or -1 on
/// failure.
int csandbox_limit_processors(int count);

/// Puts the process into its sandbox: it cannot open files, create sockets or processes, or execute programs.
/// `memory` limits its address space in bytes, and `cpu_seconds` its processor time. The sandbox cannot be
/// left. Returns the ::csandbox_part bits that the kernel refused; 0 if all parts are in force.
int csandbox_lock(uint64_t memory, uint64_t cpu_seconds);
