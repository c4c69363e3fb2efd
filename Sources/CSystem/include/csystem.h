#pragma once
// Linux calls that Swift cannot spell: variadic functions and macros.

/// An anonymous file: memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING). -1 and errno on failure.
int csystem_memfd(const char *name);

/// Forbids shrinking `fd`, so that a reader never faces SIGBUS: fcntl(F_ADD_SEALS, F_SEAL_SHRINK).
/// 0, or -1 and errno.
int csystem_seal_shrink(int fd);

/// From now on blocks of at least `bytes` are mappings of their own, which go back to the system when they are
/// freed: mallopt(M_MMAP_THRESHOLD, bytes). Does nothing where the C library is not glibc.
void csystem_map_blocks_from(int bytes);
