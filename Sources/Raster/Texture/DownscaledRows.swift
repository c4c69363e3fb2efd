internal import CRasterKernels

/// The most recently added rows of a mip level, downscaled horizontally: as many as contribute to one row of
/// the result.
///
/// If the result has few rows, many source rows contribute to each of them. Whole rows could then take twice
/// the memory of the level, so the result is made in vertical strips.
struct DownscaledRows: ~Copyable {
  private let source: MipLevel
  private let columnWeights: craster_downscaling?
  private let usesVectors: Bool
  private let capacity: Int
  /// The largest number of columns in a strip.
  let maxColumns: Int
  /// The columns of the current strip.
  private var columns = 0..<0
  /// The number of the row after the last one added.
  private(set) var end = 0
  /// `memory` has `capacity` rows of `maxColumns` texels, four numbers each: 64 times the channels.
  /// `contributing` is the list of rows that contribute to a row of the result.
  private let memory: UnsafeMutablePointer<Int16>
  private let contributing: UnsafeMutablePointer<UnsafePointer<Int16>?>

  /// The number of rows that are downscaled together.
  static let blockHeight = 4
  /// The largest number of texels in `memory`: 2 MiB. It is exceeded only if there are more than 16384 rows,
  /// because a strip has at least 16 columns.
  private static let maxTexels = 262144

  init(
    of source: MipLevel, width: Int, with columnWeights: craster_downscaling?, usesVectors: Bool, count: Int
  ) {
    self.source = source
    self.columnWeights = columnWeights
    self.usesVectors = usesVectors
    // While a block of rows is added, some earlier rows are still needed, because rows of the result are
    // written only after the whole block.
    let blockHeight = DownscaledRows.blockHeight
    capacity = (count + 2 * (blockHeight - 1)) / blockHeight * blockHeight
    maxColumns = min((width + 7) / 8 * 8, max(16, DownscaledRows.maxTexels / capacity / 8 * 8))
    memory = .allocate(capacity: capacity * maxColumns * 4)
    // The kernels read groups of eight columns, so they read the padding behind the last column. They do not
    // use it.
    memory.initialize(repeating: 0, count: capacity * maxColumns * 4)
    contributing = .allocate(capacity: count)
  }

  deinit {
    memory.deallocate()
    contributing.deallocate()
  }

  /// Starts a strip of the given columns of the result.
  ///
  /// - Parameters:
  ///   - columns: At most ``maxColumns``.
  ///   - row: The first source row that contributes to the result; by default all do.
  mutating func begin(columns: Range<Int>, fromRow row: Int = 0) {
    self.columns = columns
    end = row / DownscaledRows.blockHeight * DownscaledRows.blockHeight
  }

  /// Adds the next block of source rows. Returns `false` if there are no more rows.
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

  /// Writes the weighted mean of `count` rows, beginning with source row `first`, to the current strip of
  /// `result`.
  func combine(
    from first: Int, _ weights: UnsafePointer<Int16>, count: Int, _ mainLobe: craster_main_lobe,
    into result: UnsafeMutablePointer<UInt32>
  ) {
    // The weights of rows beyond the last one are 0, so the last row is passed for them.
    for i in 0..<count { contributing[i] = UnsafePointer(row(min(first + i, source.height - 1))) }
    let result = result + columns.lowerBound
    if usesVectors {
      craster_combine_rows(contributing, weights, Int32(count), mainLobe, Int32(columns.count), result)
    } else {
      PlainDownscaling.combineRows(
        contributing, weights, count: count, mainLobe, into: result, width: columns.count)
    }
  }

  private func row(_ number: Int) -> UnsafeMutablePointer<Int16> {
    memory + number % capacity * maxColumns * 4
  }
}
