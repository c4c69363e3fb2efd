internal import CRasterKernels

extension Level {
  /// Returns a smaller copy.
  ///
  /// No channel of any texel gets above or below all those it stands for: a filter that sharpens would else
  /// draw light and dark rims along edges.
  package func shrunk(toWidth newWidth: Int, height newHeight: Int, usesVectors: Bool) -> Level {
    let result = Level(width: newWidth, height: newHeight)
    let columns = newWidth < width ? ShrinkingWeights(from: width, to: newWidth) : nil
    let rows = newHeight < height ? ShrinkingWeights(from: height, to: newHeight) : .unchanged(newHeight)
    // A row of a very flat copy stands for so many that they are held in strips: whole, they would take up to
    // twice the memory of the level.
    let stripWidth = min(newWidth, max(16, Level.mostHeldTexels / rows.count))
    let memory = UnsafeMutablePointer<Int16>.allocate(capacity: rows.count * stripWidth * 4)
    let contributing = UnsafeMutablePointer<UnsafePointer<Int16>?>.allocate(capacity: rows.count)
    defer {
      memory.deallocate()
      contributing.deallocate()
    }
    for start in stride(from: 0, to: newWidth, by: stripWidth) {
      let strip = start..<min(start + stripWidth, newWidth)
      shrink(strip, columns, rows, memory, contributing, into: result, usesVectors: usesVectors)
    }
    result.fillBorder()
    return result
  }

  /// Two megabytes of narrowed texels.
  private static let mostHeldTexels = 262144

  /// Writes a strip of the columns of `result`.
  private func shrink(
    _ strip: Range<Int>, _ columns: ShrinkingWeights?, _ rows: ShrinkingWeights,
    _ memory: UnsafeMutablePointer<Int16>, _ contributing: UnsafeMutablePointer<UnsafePointer<Int16>?>,
    into result: Level, usesVectors: Bool
  ) {
    // The rows that one of the result stands for, narrow already: each is narrowed only once.
    let (held, lanes) = (rows.count, strip.count * 4)
    var next = 0
    for y in 0..<result.height {
      let first = Int(rows.firsts[y])
      while next < min(first + held, height) {
        narrowRow(next, strip, with: columns, into: memory + next % held * lanes, usesVectors: usesVectors)
        next += 1
      }
      // Rows beyond the last have no weight: any do.
      for i in 0..<held {
        contributing[i] = UnsafePointer(memory + min(first + i, height - 1) % held * lanes)
      }
      rows.weights.withUnsafeBufferPointer { weights in
        guard let weights = weights.baseAddress else { return }
        flatten(
          contributing, weights + y * held, count: held,
          into: result.pixels + (y * result.rowLength + strip.lowerBound), width: strip.count,
          usesVectors: usesVectors)
      }
    }
  }

  /// Writes 64 times the channels of the `strip` of row `y`, narrowed.
  private func narrowRow(
    _ y: Int, _ strip: Range<Int>, with columns: ShrinkingWeights?, into result: UnsafeMutablePointer<Int16>,
    usesVectors: Bool
  ) {
    let row = UnsafePointer(pixels + y * rowLength)
    guard let columns else {
      let row = row + strip.lowerBound
      for x in 0..<strip.count { store(SIMD4(truncatingIfNeeded: channels(row[x]) &<< 6), result + x * 4) }
      return
    }
    columns.firsts.withUnsafeBufferPointer { firsts in
      columns.weights.withUnsafeBufferPointer { weights in
        guard var firsts = firsts.baseAddress, var weights = weights.baseAddress else { return }
        firsts += strip.lowerBound
        weights += strip.lowerBound * columns.count
        if usesVectors {
          craster_narrow_row(row, firsts, weights, Int32(columns.count), Int32(strip.count), result)
        } else {
          narrow(row, firsts, weights, count: columns.count, into: result, width: strip.count)
        }
      }
    }
  }
}

// The same arithmetic as the vectors', to the bit.

/// Writes 64 times the channels of a row's texels, each the weighted mean of `count` texels of `row`.
private func narrow(
  _ row: UnsafePointer<UInt32>, _ firsts: UnsafePointer<Int32>, _ weights: UnsafePointer<Int16>, count: Int,
  into result: UnsafeMutablePointer<Int16>, width: Int
) {
  for x in 0..<width {
    let (texels, weights) = (row + Int(firsts[x]), weights + x * count)
    var mean = WeightedMean(rounding: 128)
    for i in 0..<count where weights[i] != 0 { mean.add(channels(texels[i]), weight: weights[i]) }
    store(SIMD4(truncatingIfNeeded: mean.limited(mean.sum &>> 8, unit: 6)), result + x * 4)
  }
}

/// Writes the weighted means of `count` rows that hold 64 times their channels.
private func flatten(
  _ rows: UnsafePointer<UnsafePointer<Int16>?>, _ weights: UnsafePointer<Int16>, count: Int,
  into result: UnsafeMutablePointer<UInt32>, width: Int, usesVectors: Bool
) {
  if usesVectors { return craster_flatten(rows, weights, Int32(count), Int32(width), result) }
  for x in 0..<width {
    var mean = WeightedMean(rounding: 8192)
    for i in 0..<count where weights[i] != 0 {
      guard let row = rows[i] else { continue }
      let lanes = UnsafeRawPointer(row + x * 4).loadUnaligned(as: SIMD4<Int16>.self)
      mean.add(SIMD4(truncatingIfNeeded: lanes), weight: weights[i])
    }
    let rounded = (mean.limited(mean.sum &>> 14, unit: 0) &+ 32) &>> 6
    result[x] = limitedToAlpha(unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: rounded), to: UInt32.self))
  }
}

/// A weighted sum of pixels, and the range of those with a positive weight.
private struct WeightedMean {
  private(set) var sum: SIMD4<Int32>
  private var least = SIMD4<Int32>(repeating: .max)
  private var most = SIMD4<Int32>.zero

  init(rounding: Int32) { sum = SIMD4(repeating: rounding) }

  @inline(__always)
  mutating func add(_ channels: SIMD4<Int32>, weight: Int16) {
    sum &+= channels &* Int32(weight)
    guard weight > 0 else { return }
    least = pointwiseMin(least, channels)
    most = pointwiseMax(most, channels)
  }

  /// Brings `mean`, whose numbers are 2^`unit` times those added, into the range.
  @inline(__always)
  func limited(_ mean: SIMD4<Int32>, unit: Int32) -> SIMD4<Int32> {
    pointwiseMin(pointwiseMax(mean, least &<< unit), most &<< unit)
  }
}

@inline(__always)
private func channels(_ pixel: UInt32) -> SIMD4<Int32> {
  SIMD4(truncatingIfNeeded: unsafeBitCast(pixel, to: SIMD4<UInt8>.self))
}

@inline(__always)
private func store(_ lanes: SIMD4<Int16>, _ target: UnsafeMutablePointer<Int16>) {
  UnsafeMutableRawPointer(target).storeBytes(of: lanes, as: SIMD4<Int16>.self)
}
