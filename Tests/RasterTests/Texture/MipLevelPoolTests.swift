import Raster
import Testing

/// Reuse of the memory of evicted mip levels.
@Suite struct MipLevelPoolTests {
  @Test("A freed block is reused for an allocation that fits in the block")
  func reuse() {
    let memory = MipLevelPool(maxSpareTexels: 200_000)
    let (large, small) = (memory.allocate(90_000), memory.allocate(80_000))
    memory.deallocate(large)
    memory.deallocate(small)
    let again = memory.allocate(79_000)
    #expect(again.pixels == small.pixels && again.capacity == 80_000)
    let other = memory.allocate(85_000)
    #expect(other.pixels == large.pixels)
    // The pool is empty, and no block is in use twice.
    let fresh = memory.allocate(80_000)
    #expect(fresh.pixels != again.pixels && fresh.pixels != other.pixels)
    for block in [again, other, fresh] { memory.deallocate(block) }
  }

  @Test("A freed block that is much larger than the allocation is not reused")
  func waste() {
    let memory = MipLevelPool(maxSpareTexels: 200_000)
    let large = memory.allocate(100_000)
    memory.deallocate(large)
    let small = memory.allocate(80_000)
    #expect(small.capacity == 80_000)
    let fitting = memory.allocate(90_000)
    #expect(fitting.pixels == large.pixels)
    memory.deallocate(small)
    memory.deallocate(fitting)
  }

  @Test("The pool keeps no more than its capacity and frees the oldest blocks first")
  func limit() {
    let memory = MipLevelPool(maxSpareTexels: 200_000)
    let blocks = [90_000, 60_000, 70_000].map { memory.allocate($0) }
    for block in blocks { memory.deallocate(block) }
    let kept = [60_000, 70_000].map { memory.allocate($0) }
    #expect(kept[0].pixels == blocks[1].pixels && kept[1].pixels == blocks[2].pixels)
    // Blocks as large as the whole capacity and larger, one of them in huge pages.
    for count in [200_000, 200_001, 1 << 20] {
      let block = memory.allocate(count)
      block.pixels.update(repeating: 7, count: count)
      memory.deallocate(block)
    }
    let tiny = memory.allocate(0)
    memory.deallocate(tiny)
    for block in kept { memory.deallocate(block) }
  }
}
