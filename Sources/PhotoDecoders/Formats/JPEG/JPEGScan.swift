/// The only scan of a baseline JPEG file: the kind of data in which ``JPEGRowIndex`` finds rows.
struct JPEGScan {
  /// A block of 8 × 8 samples of a unit.
  struct Block {
    /// The index of the component.
    let component: Int
    /// The indexes in ``tables``.
    let dc, ac: Int
  }

  /// The offset of the coded data.
  let dataStart: Int
  /// The offset of the height in the frame header, two bytes.
  let heightOffset: Int
  /// The height of the image, in pixels.
  let height: Int
  /// The height of a row of units, in pixels: a multiple of 8.
  let rowHeight: Int
  /// The number of units in a row. A unit has the blocks of the same pixels (ITU T.81: minimum coded unit).
  let unitsPerRow: Int
  /// The number of units between two restart markers; 0 without markers.
  let restartInterval: Int
  /// The blocks of a unit, in the order of the data.
  let blocks: [Block]
  let tables: [HuffmanTable]

  /// The number of rows of units.
  var rowCount: Int { (height + rowHeight - 1) / rowHeight }

  /// Reads the header. Returns `nil` for other kinds of JPEG, such as progressive ones, and for invalid headers.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var tables: [Int: HuffmanTable] = [:]
    var frame: UnsafeRawBufferPointer?
    var frameOffset = 0
    var interval = 0
    var position = 2
    while let marker = JPEGHeader.nextMarker(in: bytes, from: &position) {
      guard let length = bytes.number(at: position, bytes: 2), length >= 2,
        let segment = bytes.part(position + 2, length - 2)
      else { return nil }
      switch marker {
      case 0xC0, 0xC1:
        guard frame == nil else { return nil }
        (frame, frameOffset) = (segment, position + 2)
      case 0xC4: guard Self.read(segment, into: &tables) else { return nil }
      case 0xC2, 0xC3, 0xC5...0xCF: return nil
      case 0xDD: interval = segment.number(at: 0, bytes: 2) ?? 0
      case 0xDA:
        guard let frame else { return nil }
        self.init(
          frame, scan: segment, tables, dataStart: position + length, heightOffset: frameOffset + 1, interval)
        return
      default: break
      }
      position += length
    }
    return nil
  }

  private init?(
    _ frame: UnsafeRawBufferPointer, scan: UnsafeRawBufferPointer, _ tables: [Int: HuffmanTable],
    dataStart: Int, heightOffset: Int, _ interval: Int
  ) {
    guard frame.number(at: 0, bytes: 1) == 8, let height = frame.number(at: 1, bytes: 2), height > 0,
      let width = frame.number(at: 3, bytes: 2), width > 0, let count = frame.number(at: 5, bytes: 1),
      (1...4).contains(count), frame.count == 6 + 3 * count, scan.count == 4 + 2 * count,
      scan.number(at: 0, bytes: 1) == count
    else { return nil }
    // All coefficients with all bits.
    guard scan.suffix(3).elementsEqual([0, 63, 0]) else { return nil }
    var blocks: [Block] = []
    var used: [HuffmanTable] = []
    var (across, down) = (1, 1)
    for component in 0..<count {
      let (definition, choice) = (6 + 3 * component, 1 + 2 * component)
      let sampling = Int(frame[definition + 1])
      let (horizontal, vertical) = (sampling >> 4, sampling & 15)
      guard frame[definition] == scan[choice], (1...4).contains(horizontal), (1...4).contains(vertical),
        let dc = tables[Int(scan[choice + 1]) >> 4], let ac = tables[Int(scan[choice + 1]) & 15 | 16]
      else { return nil }
      // Without other components, each block is a unit.
      let blockCount = count == 1 ? 1 : horizontal * vertical
      let block = Block(component: component, dc: used.count, ac: used.count + 1)
      blocks += Array(repeating: block, count: blockCount)
      used += [dc, ac]
      if count > 1 { (across, down) = (max(across, horizontal), max(down, vertical)) }
    }
    guard blocks.count <= Self.mostBlocks else { return nil }
    (self.dataStart, self.heightOffset, self.height) = (dataStart, heightOffset, height)
    (self.blocks, self.tables, restartInterval) = (blocks, used, interval)
    rowHeight = 8 * down
    unitsPerRow = (width + 8 * across - 1) / (8 * across)
  }

  /// ITU T.81, B.2.3.
  private static let mostBlocks = 10

  /// Reads the tables of a DHT segment. The keys are the numbers of the tables, plus 16 for tables of AC coefficients.
  private static func read(_ segment: UnsafeRawBufferPointer, into tables: inout [Int: HuffmanTable]) -> Bool
  {
    var position = 0
    while position < segment.count {
      guard let counts = segment.part(position + 1, HuffmanTable.longestCode) else { return false }
      let key = Int(segment[position])
      position += 1 + counts.count
      guard key & 0xEC == 0, let values = segment.part(position, counts.reduce(0) { $0 + Int($1) }),
        let table = HuffmanTable(counts: counts, values: values)
      else { return false }
      // A DC value is a number of bits.
      if key < 16, values.contains(where: { $0 > 15 }) { return false }
      position += values.count
      tables[key] = table
    }
    return true
  }
}
