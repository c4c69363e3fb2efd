internal import CSystem

/// What the C library does with large blocks of memory, such as pixels.
package enum LargeBlocks {
  /// From now on large blocks go back to the system as soon as they are freed; to be called once, at the start.
  ///
  /// Without it glibc takes the first such block that is freed as a sign that more will come, and from then on cuts
  /// blocks of up to 32 MiB out of its heaps, where the smallest neighbour that lives keeps them: of a window's
  /// 176 MiB, 36 were holes. The price is that the kernel clears fresh pages, 2 ms a megapixel on a virtual
  /// machine.
  ///
  /// glibc: `mallopt`, `M_MMAP_THRESHOLD`.
  package static func areReturned() { csystem_map_blocks_from(64 << 10) }
}
