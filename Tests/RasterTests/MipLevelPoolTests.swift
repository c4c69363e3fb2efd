import Raster
import Testing

/// What becomes of the memory of sizes that were given up.
@Suite struct MipLevelPoolTests {
  @Test("What was given back is given away again, where it fits")
  func reuse() {
    let memory = MipLevelPool(maxSpareTexels: 200_000)
    let (large, small) = (memory.allocate(90_000), memory.allocate(80_000))
    memory.deallocate(large)
    memory.deallocate(small)
    let again = memory.allocate(79_000)
    #expect(again.pixels == small.pixels && again.capacity == 80_000)
    let other = memory.allocate(85_000)
    #expect(other.pixels == large.pixels)
    // Nothing is left, and nothing is given away twice.
    let fresh = memory.allocate(80_000)
    #expect(fresh.pixels != again.pixels && fresh.pixels != other.pixels)
    for block in [again, other, fresh] { memory.deallocate(block) }
  }

  @Test("What is much larger than what is expected stays where it is")
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

  @Test("No more is kept than was said, and what was given back first goes first")
  func limit() {
    let memory = MipLevelPool(maxSpareTexels: 200_000)
    let blocks = [90_000, 60_000, 70_000].map { memory.allocate($0) }
    for block in blocks { memory.deallocate(block) }
    let kept = [60_000, 70_000].map { memory.allocate($0) }
    #expect(kept[0].pixels == blocks[1].pixels && kept[1].pixels == blocks[2].pixels)
    // As large as all that may be kept, and larger: of large pages, too.
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
