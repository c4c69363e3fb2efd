import Testing
import Windowing

struct RegionAllocatorTests {
  @Test("Regions never overlap, and the memory does not creep while sizes change")
  func resizing() {
    var allocator = RegionAllocator()
    var live: [RegionAllocator.Region] = []
    // An interactive resize: three buffers of each of 500 sizes, the older ones freed late.
    for step in 0..<500 {
      for _ in 0..<3 {
        let region = allocator.allocate(400_000 + step * 1_600)
        for other in live { #expect(region.end <= other.offset || other.end <= region.offset) }
        live.append(region)
      }
      while live.count > 3 { allocator.release(live.removeFirst()) }
    }
    let largest = 400_000 + 500 * 1_600
    #expect(allocator.capacity < 4 * 3 * largest)
  }

  @Test("Freed neighbours are joined")
  func joining() {
    var allocator = RegionAllocator()
    let regions = (0..<3).map { _ in allocator.allocate(4096) }
    allocator.release(regions[0])
    allocator.release(regions[2])
    allocator.release(regions[1])
    #expect(allocator.allocate(3 * 4096).offset == 0)
    #expect(allocator.capacity == 3 * 4096)
  }

  @Test("A free end is extended instead of left behind")
  func extending() {
    var allocator = RegionAllocator()
    let first = allocator.allocate(4096)
    allocator.release(first)
    #expect(allocator.allocate(8192).offset == 0)
    #expect(allocator.capacity == 8192)
  }
}
