internal import CRasterKernels

/// The last rows of a level, narrowed: as many as a row of a flatter copy may stand for.
///
/// A row of a very flat copy stands for so many that they are held in strips: whole, they would take up to
/// twice the memory of the level.
struct DownscaledRows: ~Copyable {
  private let source: MipLevel
  private let columnWeights: craster_downscaling?
  private let usesVectors: Bool
  private let capacity: Int
  /// How many columns are held at the most.
  let maxColumns: Int
  /// The columns that are held now.
  private var columns = 0..<0
  /// The number of the row after the last that was added.
  private(set) var end = 0
  /// `capacity` rows of 64 times the channels of `maxColumns` texels, and where those are that a row stands
  /// for.
  private let memory: UnsafeMutablePointer<Int16>
  private let contributing: UnsafeMutablePointer<UnsafePointer<Int16>?>

  /// How many rows are narrowed at a time.
  static let blockHeight = 4
  /// 2 MiB of narrowed texels; it takes more than 16000 rows at once to hold more, 16 columns of each.
  private static let maxTexels = 262144

  /// - Parameters:
  ///   - columnWeights: What the texels of a row contribute to those of a narrowed one; `nil` if all are held.
  ///   - count: How many rows are looked at together.
  init(of source: MipLevel, width: Int, with columnWeights: craster_downscaling?, usesVectors: Bool, count: Int) {
    self.source = source
    self.columnWeights = columnWeights
    self.usesVectors = usesVectors
    // When the last of a block is added, rows that ended just before it began are not written yet.
    let blockHeight = DownscaledRows.blockHeight
    capacity = (count + 2 * (blockHeight - 1)) / blockHeight * blockHeight
    maxColumns = min((width + 7) / 8 * 8, max(16, DownscaledRows.maxTexels / capacity / 8 * 8))
    memory = .allocate(capacity: capacity * maxColumns * 4)
    // What fills the last eight is read and not used.
    memory.initialize(repeating: 0, count: capacity * maxColumns * 4)
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
    let (first, count) = (end, min(DownscaledRows.blockHeight, source.height - end))
    guard count > 0 else { return false }
    end += count
    let texels = UnsafePointer(source.pixels + first * source.rowLength)
    let (start, width) = (columns.lowerBound, columns.count)
    let target = row(first)
    let stride = maxColumns * 4
    guard var columnWeights else {
      for i in 0..<count {
        let (texels, target) = (texels + (i * source.rowLength + start), target + i * stride)
        if usesVectors {
          craster_scale_row(texels, Int32(width), target)
        } else {
          PlainDownscaling.scaleRow(texels, width: width, into: target)
        }
      }
      return true
    }
    if usesVectors {
      craster_downscale_rows(
        texels, Int64(source.rowLength), Int32(count), &columnWeights, Int32(start), Int32(width), target,
        Int64(stride))
    } else {
      for i in 0..<count {
        PlainDownscaling.downscaleRow(
          texels + i * source.rowLength, columnWeights, start: start, width: width, into: target + i * stride)
      }
    }
    return true
  }

  /// Writes the weighted mean of `count` rows from number `first` on.
  func combine(
    from first: Int, _ weights: UnsafePointer<Int16>, count: Int, _ mainLobe: craster_main_lobe,
    into result: UnsafeMutablePointer<UInt32>
  ) {
    // Rows beyond the last have no weight: any do.
    for i in 0..<count { contributing[i] = UnsafePointer(row(min(first + i, source.height - 1))) }
    let result = result + columns.lowerBound
    if usesVectors {
      craster_combine_rows(contributing, weights, Int32(count), mainLobe, Int32(columns.count), result)
    } else {
      PlainDownscaling.combineRows(contributing, weights, count: count, mainLobe, into: result, width: columns.count)
    }
  }

  private func row(_ number: Int) -> UnsafeMutablePointer<Int16> {
    memory + number % capacity * maxColumns * 4
  }
}
