internal import CRasterKernels
internal import Synchronization

/// Memory of levels that were given up, for the next ones.
///
/// Whoever scrolls by gives up a size of one picture and makes that of the next. Fresh pages from the system
/// take as long as making the copy that is written into them; those that are still there take nothing.
package final class MipLevelPool: Sendable {
  /// Room for some texels.
  package struct Block: BitwiseCopyable {
    package let pixels: UnsafeMutablePointer<UInt32>
    /// How many texels there is room for.
    package let capacity: Int
  }

  private struct Spare: Sendable {
    /// What was given back last comes last.
    nonisolated(unsafe) var blocks: [Block] = []
    var texels = 0

    mutating func remove(at index: Int) -> Block {
      texels -= blocks[index].capacity
      return blocks.remove(at: index)
    }
  }

  /// That of all textures; it keeps 2 MiB: one or two usual copies of a photograph of 922 × 614.
  static let shared = MipLevelPool(maxSpareTexels: 1 << 19)

  private let spare = Mutex(Spare())
  private let maxSpareTexels: Int

  /// What is smaller comes from pages that the process has anyway.
  private static let minPooledTexels = 1 << 14
  private static let largePage = 2 << 20  // bytes

  /// - Parameter maxSpareTexels: How much is kept, at the most.
  package init(maxSpareTexels: Int) { self.maxSpareTexels = maxSpareTexels }

  deinit {
    spare.withLock { spare in
      for block in spare.blocks { block.pixels.deallocate() }
    }
  }

  /// Returns room for `count` texels, of which nothing is known.
  package func allocate(_ count: Int) -> Block {
    takeSpare(count) ?? MipLevelPool.fresh(count)
  }

  /// Takes room back.
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

  /// Returns what was given back last of what is large enough, and at most an eighth too large.
  private func takeSpare(_ count: Int) -> Block? {
    guard count >= MipLevelPool.minPooledTexels, count <= maxSpareTexels else { return nil }
    let fitting = count...(count + count / 8)
    return spare.withLock { spare in
      spare.blocks.lastIndex { fitting ~= $0.capacity }.map { spare.remove(at: $0) }
    }
  }

  /// Takes memory from the system, in large pages as far as it fills them: for the pixels of a photograph in
  /// a fifth of the time.
  private static func fresh(_ count: Int) -> Block {
    let size = count * MemoryLayout<UInt32>.stride
    guard size >= largePage else { return Block(pixels: .allocate(capacity: count), capacity: count) }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: largePage)
    craster_advise_huge_pages(memory, Int64(size / largePage * largePage))
    return Block(pixels: memory.bindMemory(to: UInt32.self, capacity: count), capacity: count)
  }
}
