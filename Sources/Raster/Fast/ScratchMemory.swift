/// An array that is kept from frame to frame and grows on demand.
struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var elements: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  var count = 0

  init(capacity: Int = 16) {
    self.capacity = capacity
    elements = .allocate(capacity: capacity)
  }

  deinit { elements.deallocate() }

  /// Grows the capacity to at least `wanted` elements; keeps the elements.
  mutating func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(wanted, capacity * 2))
    larger.update(from: elements, count: count)
    elements.deallocate()
    elements = larger
    capacity = max(wanted, capacity * 2)
  }

  mutating func append(_ element: Element) {
    reserve(count + 1)
    elements[count] = element
    count += 1
  }
}

/// An arena for data that lives as long as one frame. Its memory is reused for the next frame and never moves.
/// It allocates only when a frame needs more memory than all frames before.
struct FrameArena: ~Copyable {
  private var blocks: [UnsafeMutableRawPointer] = []
  private var sizes: [Int] = []
  /// The current block, and the number of bytes used in it.
  private var block = 0
  private var used = 0

  private static let blockSize = 1 << 18
  private static let alignment = 64

  deinit { for block in blocks { block.deallocate() } }

  /// Frees all allocations.
  mutating func removeAll() { (block, used) = (0, 0) }

  /// Allocates uninitialized memory for `count` elements.
  mutating func allocate<Element: BitwiseCopyable>(_ type: Element.Type, count: Int) -> UnsafeMutablePointer<
    Element
  > {
    let wanted = max(1, count) * MemoryLayout<Element>.stride
    while block < blocks.count, used + wanted > sizes[block] { (block, used) = (block + 1, 0) }
    if block == blocks.count {
      sizes.append(max(wanted, FrameArena.blockSize))
      blocks.append(.allocate(byteCount: sizes[block], alignment: FrameArena.alignment))
    }
    let memory = blocks[block] + used
    used += (wanted + FrameArena.alignment - 1) / FrameArena.alignment * FrameArena.alignment
    return memory.bindMemory(to: type, capacity: count)
  }
}
