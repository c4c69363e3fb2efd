internal import CSystem

/// Settings of the C library's memory allocator.
package enum Allocator {
  /// Makes the memory of blocks of 64 KiB or more return to the system when they are freed. Call it once, at
  /// startup.
  ///
  /// By default, glibc raises its mapping threshold to the size of the largest freed block, up to 32 MiB.
  /// Smaller blocks then come from its heaps, where a single used block keeps the freed memory around it
  /// resident: in one measurement, 36 of the 176 MiB of a window. The cost of the setting is that the kernel
  /// clears fresh pages: 2 ms per megapixel on a virtual machine.
  ///
  /// glibc: `mallopt`, `M_MMAP_THRESHOLD`.
  package static func returnLargeBlocksWhenFreed() { csystem_map_blocks_from(64 << 10) }
}
