internal import CRasterKernels

/// The last rows of a level, narrowed: as many as a row of a flatter copy may stand for.
///
/// A row of a very flat copy stands for so many that they are held in strips: whole, they would take up to
/// twice the memory of the level.
struct HeldRows: ~Copyable {
  private let source: Level
  private let narrowing: craster_shrinking?
  private let usesVectors: Bool
  private let capacity: Int
  /// How many columns are held at the most.
  let mostColumns: Int
  /// The columns that are held now.
  private var columns = 0..<0
  /// The number of the row after the last that was added.
  private(set) var end = 0
  /// `capacity` rows of 64 times the channels of `mostColumns` texels, and where those are that a row stands
  /// for.
  private let memory: UnsafeMutablePointer<Int16>
  private let contributing: UnsafeMutablePointer<UnsafePointer<Int16>?>

  /// How many rows are narrowed at a time.
  static let blockHeight = 4
  /// 2 MiB of narrowed texels; it takes more than 16000 rows at once to hold more, 16 columns of each.
  private static let mostTexels = 262144

  /// - Parameters:
  ///   - narrowing: What the texels of a row contribute to those of a narrowed one; `nil` if all are held.
  ///   - count: How many rows are looked at together.
  init(of source: Level, width: Int, with narrowing: craster_shrinking?, usesVectors: Bool, count: Int) {
    self.source = source
    self.narrowing = narrowing
    self.usesVectors = usesVectors
    // When the last of a block is added, rows that ended just before it began are not written yet.
    let blockHeight = HeldRows.blockHeight
    capacity = (count + 2 * (blockHeight - 1)) / blockHeight * blockHeight
    mostColumns = min((width + 7) / 8 * 8, max(16, HeldRows.mostTexels / capacity / 8 * 8))
    memory = .allocate(capacity: capacity * mostColumns * 4)
    // What fills the last eight is read and not used.
    memory.initialize(repeating: 0, count: capacity * mostColumns * 4)
    contributing = .allocate(capacity: count)
  }

  deinit {
    memory.deallocate()
    contributing.deallocate()
  }

  /// Begins with some columns of the narrowed rows.
  mutating func begin(columns: Range<Int>) {
    self.columns = columns
    end = 0
  }

  /// Adds the next rows; returns whether there were any.
  mutating func addBlock() -> Bool {
    let (first, count) = (end, min(HeldRows.blockHeight, source.height - end))
    guard count > 0 else { return false }
    end += count
    let texels = UnsafePointer(source.pixels + first * source.rowLength)
    let (start, width) = (columns.lowerBound, columns.count)
    let place = row(first)
    let stride = mostColumns * 4
    guard var narrowing else {
      for i in 0..<count {
        let (texels, place) = (texels + (i * source.rowLength + start), place + i * stride)
        if usesVectors {
          craster_spread(texels, Int32(width), place)
        } else {
          PlainShrinking.spread(texels, width: width, into: place)
        }
      }
      return true
    }
    if usesVectors {
      craster_narrow_rows(
        texels, Int64(source.rowLength), Int32(count), &narrowing, Int32(start), Int32(width), place,
        Int64(stride))
    } else {
      for i in 0..<count {
        PlainShrinking.narrow(
          texels + i * source.rowLength, narrowing, start: start, width: width, into: place + i * stride)
      }
    }
    return true
  }

  /// Writes the weighted mean of `count` rows from number `first` on.
  func flatten(
    from first: Int, _ weights: UnsafePointer<Int16>, count: Int, _ middle: craster_middle,
    into result: UnsafeMutablePointer<UInt32>
  ) {
    // Rows beyond the last have no weight: any do.
    for i in 0..<count { contributing[i] = UnsafePointer(row(min(first + i, source.height - 1))) }
    let result = result + columns.lowerBound
    if usesVectors {
      craster_flatten(contributing, weights, Int32(count), middle, Int32(columns.count), result)
    } else {
      PlainShrinking.flatten(contributing, weights, count: count, middle, into: result, width: columns.count)
    }
  }

  private func row(_ number: Int) -> UnsafeMutablePointer<Int16> {
    memory + number % capacity * mostColumns * 4
  }
}
