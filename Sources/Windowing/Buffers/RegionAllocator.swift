/// Divides a growing piece of memory into regions, first fit, and joins what is freed.
package struct RegionAllocator {
  /// Bytes from `offset` on.
  package struct Region: Hashable, Sendable {
    package let offset: Int
    package let size: Int
    package var end: Int { offset + size }
  }

  /// Bytes divided so far.
  package private(set) var capacity = 0
  /// Sorted by offset, no two of them adjacent.
  private var free: [Region] = []

  private static let page = 4096

  package init() {}

  /// Returns a region of at least `size` bytes; `capacity` grows when none is free.
  package mutating func allocate(_ size: Int) -> Region {
    let size = (size + Self.page - 1) / Self.page * Self.page
    if let place = free.firstIndex(where: { $0.size >= size }) {
      let found = free[place]
      if found.size == size {
        free.remove(at: place)
      } else {
        free[place] = Region(offset: found.offset + size, size: found.size - size)
      }
      return Region(offset: found.offset, size: size)
    }
    // A free region at the end is extended.
    let start = free.last.map { $0.end == capacity ? $0.offset : capacity } ?? capacity
    if start < capacity { free.removeLast() }
    capacity = start + size
    return Region(offset: start, size: size)
  }

  /// Gives `region` back.
  package mutating func release(_ region: Region) {
    var region = region
    let place = free.firstIndex { $0.offset > region.offset } ?? free.count
    if place < free.count, region.end == free[place].offset {
      region = Region(offset: region.offset, size: region.size + free[place].size)
      free.remove(at: place)
    }
    if place > 0, free[place - 1].end == region.offset {
      let before = free[place - 1]
      free[place - 1] = Region(offset: before.offset, size: before.size + region.size)
    } else {
      free.insert(region, at: place)
    }
  }
}
