internal import CRasterKernels

// Drawing what can be seen.

extension RowPainter {
  /// Draws a part of row `y` in which all pixels are mixed of several.
  func mix(
    from start: Int, to end: Int, _ y: Int, _ frame: Frame, into result: UnsafeMutablePointer<UInt32>
  ) {
    let background = frame.usesVectors ? wideBackground(frame.background) : widened(frame.background)
    fill(row.elements, with: background, from: start, to: end)
    for index in stride(from: spans.count - 1, through: 0, by: -1) {
      guard let span = spans.elements[index].clipped(from: start, to: end) else { continue }
      mix(span, of: frame.layers + span.layer, y)
    }
    narrow(from: start, to: end, frame, into: result)
  }

  /// Fills the columns that nothing hides.
  func fill<Pixel>(
    _ row: UnsafeMutablePointer<Pixel>, with background: Pixel, from start: Int, to end: Int
  ) {
    var x = start
    while let piece = hidden.firstMissing(from: x, to: end) {
      (row + piece.start).update(repeating: background, count: piece.end - piece.start)
      x = piece.end
    }
  }

  private func wideBackground(_ background: UInt32) -> UInt64 {
    var (pixel, wide) = (background, UInt64(0))
    craster_widen(&pixel, 1, &wide)
    return wide
  }

  private func narrow(
    from start: Int, to end: Int, _ frame: Frame, into result: UnsafeMutablePointer<UInt32>
  ) {
    if frame.usesVectors { return craster_narrow(row.elements + start, Int32(end - start), result + start) }
    for x in start..<end { result[x] = narrowed(row.elements[x]) }
  }

  private var scratches: Sampler.Scratches {
    // In a row that is not mixed itself its wide pixels are free.
    Sampler.Scratches(pixels: pixels.elements, mixture: row.elements, samples: otherSamples.elements)
  }

  /// Draws an opaque span into finished pixels.
  func paint(
    _ span: Span, of layer: UnsafePointer<PreparedLayer>, _ y: Int, into result: UnsafeMutablePointer<UInt32>
  ) {
    // All of it in one run; what lies behind soft edges is kept and mixed in again.
    let behind = behind.elements
    let left = span.start..<span.solidStart
    let right = span.solidEnd..<span.end
    for x in left { behind[x] = result[x] }
    for x in right { behind[x] = result[x] }
    layer.pointee.sampler.sample(
      x: span.start, y: y, count: span.end - span.start, of: span.columns, into: result + span.start,
      scratches)
    let coverages = coverages.elements + span.coverage
    for x in left { result[x] = mixed(result[x], over: behind[x], share: coverages[x]) }
    for x in right { result[x] = mixed(result[x], over: behind[x], share: coverages[x]) }
  }

  /// Mixes a span into the row of wide pixels.
  private func mix(_ span: Span, of layer: UnsafePointer<PreparedLayer>, _ y: Int) {
    let count = span.end - span.start
    if layer.pointee.hidesWhatIsBehind, span.solidStart == span.start, span.solidEnd == span.end {
      layer.pointee.sampler.sample(
        x: span.start, y: y, count: count, of: span.columns, into: row.elements + span.start, scratches)
      return
    }
    let samples = samples.elements - span.start
    layer.pointee.sampler.sample(
      x: span.start, y: y, count: count, of: span.columns, into: samples + span.start, scratches)
    mixSoftly(samples, from: span.start, to: span.solidStart, span, layer)
    mixSolidly(samples, from: span.solidStart, to: span.solidEnd, layer)
    mixSoftly(samples, from: span.solidEnd, to: span.end, span, layer)
  }

  private func mixSolidly(
    _ samples: UnsafeMutablePointer<UInt64>, from start: Int, to end: Int,
    _ layer: UnsafePointer<PreparedLayer>
  ) {
    guard start < end else { return }
    let (row, samples, count) = (row.elements + start, samples + start, end - start)
    if layer.pointee.hidesWhatIsBehind { return row.update(from: samples, count: count) }
    switch (layer.pointee.sampler.usesVectors, layer.pointee.hasOpaqueTexels) {
    case (true, true): craster_mix(row, samples, Int32(count), Int32(layer.pointee.alpha / 2))
    case (true, false): craster_cover(row, samples, Int32(count), Int32(layer.pointee.alpha / 2))
    case (false, true): mixRun(samples, into: row, count: count, factor: layer.pointee.alpha)
    case (false, false): cover(row, with: samples, count: count, factor: layer.pointee.alpha)
    }
  }

  private func mixSoftly(
    _ samples: UnsafeMutablePointer<UInt64>, from start: Int, to end: Int, _ span: Span,
    _ layer: UnsafePointer<PreparedLayer>
  ) {
    guard start < end else { return }
    let (row, samples, count) = (row.elements + start, samples + start, end - start)
    let coverage = UnsafePointer(coverages.elements + span.coverage + start)
    if layer.pointee.hasOpaqueTexels {
      mixRun(samples, into: row, count: count, factor: layer.pointee.alpha, coverage: coverage)
    } else {
      cover(row, with: samples, count: count, factor: layer.pointee.alpha, coverage: coverage)
    }
  }
}

/// Returns `share` of 65536 parts of `pixel`, the rest of `below`; both opaque where anything is.
@inline(__always)
private func mixed(_ pixel: UInt32, over below: UInt32, share: UInt32) -> UInt32 {
  let share = UInt64(share)
  return narrowed(weighted(widened(pixel), share, widened(below), 65536 &- share))
}
