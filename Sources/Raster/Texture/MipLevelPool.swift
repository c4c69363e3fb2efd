internal import CRasterKernels
internal import Synchronization

/// A pool of freed mip level memory, for reuse by new levels.
///
/// During a scroll, levels of some textures are evicted while levels of other textures are made. The page
/// faults of fresh memory take as long as the downscaling itself. Pooled memory causes no page faults.
package final class MipLevelPool: Sendable {
  /// A block of memory for texels.
  package struct Block: BitwiseCopyable {
    package let pixels: UnsafeMutablePointer<UInt32>
    /// The number of texels that fit.
    package let capacity: Int
  }

  private struct Spare: Sendable {
    /// The free blocks, in the order in which they were freed.
    nonisolated(unsafe) var blocks: [Block] = []
    var texels = 0

    mutating func remove(at index: Int) -> Block {
      texels -= blocks[index].capacity
      return blocks.remove(at: index)
    }
  }

  /// The pool that all textures use. It keeps up to 2 MiB: one or two typical levels of a photograph of 922 ×
  /// 614 texels.
  static let shared = MipLevelPool(maxSpareTexels: 1 << 19)

  private let spare = Mutex(Spare())
  private let maxSpareTexels: Int

  /// The smallest size of a pooled block. Smaller blocks are allocated on the heap, whose pages usually are
  /// resident.
  private static let minPooledTexels = 1 << 14
  private static let hugePage = 2 << 20  // bytes

  package init(maxSpareTexels: Int) { self.maxSpareTexels = maxSpareTexels }

  deinit {
    spare.withLock { spare in
      for block in spare.blocks { block.pixels.deallocate() }
    }
  }

  /// Returns uninitialized memory for at least `count` texels.
  package func allocate(_ count: Int) -> Block {
    takeSpare(count) ?? MipLevelPool.fresh(count)
  }

  /// Returns a block to the pool, or frees it if it is too small or too large. If the pool then exceeds its
  /// capacity, it frees its oldest blocks.
  package func deallocate(_ block: Block) {
    guard block.capacity >= MipLevelPool.minPooledTexels, block.capacity <= maxSpareTexels else {
      return block.pixels.deallocate()
    }
    spare.withLock { spare in
      spare.blocks.append(block)
      spare.texels += block.capacity
      while spare.texels > maxSpareTexels { spare.remove(at: 0).pixels.deallocate() }
    }
  }

  /// Returns the most recently freed block for `count` to `count` · 9/8 texels, and removes it from the pool.
  private func takeSpare(_ count: Int) -> Block? {
    guard count >= MipLevelPool.minPooledTexels, count <= maxSpareTexels else { return nil }
    let fitting = count...(count + count / 8)
    return spare.withLock { spare in
      spare.blocks.lastIndex { fitting ~= $0.capacity }.map { spare.remove(at: $0) }
    }
  }

  /// Allocates memory, in huge pages as far as it fills whole ones. With huge pages, filling the base level
  /// of a photograph takes a fifth of the time.
  private static func fresh(_ count: Int) -> Block {
    let size = count * MemoryLayout<UInt32>.stride
    guard size >= hugePage else { return Block(pixels: .allocate(capacity: count), capacity: count) }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: hugePage)
    craster_advise_huge_pages(memory, Int64(size / hugePage * hugePage))
    return Block(pixels: memory.bindMemory(to: UInt32.self, capacity: count), capacity: count)
  }
}
