/// Memory for what is needed while one frame is drawn, kept for the next: it never moves, and once it has
/// grown to what frames need, nothing is allocated any more.
struct FrameMemory: ~Copyable {
  private var blocks: [UnsafeMutableRawPointer] = []
  private var sizes: [Int] = []
  /// The block that is being given away, and how much of it is.
  private var block = 0
  private var used = 0

  private static let blockSize = 1 << 18
  private static let alignment = 64

  deinit { for block in blocks { block.deallocate() } }

  /// Takes back all that was given away.
  mutating func removeAll() { (block, used) = (0, 0) }

  /// Gives away room for `count` elements.
  mutating func allocate<Element: BitwiseCopyable>(_ type: Element.Type, count: Int) -> UnsafeMutablePointer<
    Element
  > {
    let wanted = max(1, count) * MemoryLayout<Element>.stride
    while block < blocks.count, used + wanted > sizes[block] { (block, used) = (block + 1, 0) }
    if block == blocks.count {
      sizes.append(max(wanted, FrameMemory.blockSize))
      blocks.append(.allocate(byteCount: sizes[block], alignment: FrameMemory.alignment))
    }
    let place = blocks[block] + used
    used += (wanted + FrameMemory.alignment - 1) / FrameMemory.alignment * FrameMemory.alignment
    return place.bindMemory(to: type, capacity: count)
  }
}
