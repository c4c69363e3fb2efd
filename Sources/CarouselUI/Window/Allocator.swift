internal import CSystem

/// Settings of the C library's memory allocator.
package enum Allocator {
  /// Makes blocks of 64 KiB and more return to the system as soon as they are freed. Call it once, at startup.
  ///
  /// By default, glibc raises its mapping threshold to the size of the largest freed block, up to 32 MiB. Smaller
  /// blocks then come from its heaps, where one remaining neighbor keeps freed memory resident: of a window's
  /// 176 MiB, 36 were such holes. The cost is that the kernel clears fresh pages, 2 ms per megapixel on a virtual
  /// machine.
  ///
  /// glibc: `mallopt`, `M_MMAP_THRESHOLD`.
  package static func returnLargeBlocksWhenFreed() { csystem_map_blocks_from(64 << 10) }
}
