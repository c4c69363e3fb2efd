internal import CRasterKernels

// Draws the visible spans.

extension RowPainter {
  /// Draws the columns `start..<end` of `rows`, where layers are translucent. Composites them as wide pixels
  /// (`WidePixel.swift`).
  func mix(from start: Int, to end: Int, _ rows: Range<Int>, _ frame: Frame, into target: Target) {
    let background = frame.usesVectors ? wideBackground(frame.background) : widened(frame.background)
    for y in rows {
      craster_prefetch(target[y + 1] + start, Int32((end - start) * 4))
      forEachBackground(from: start, to: end) { start, end in
        (row.elements + start).update(repeating: background, count: end - start)
      }
      for index in stride(from: spans.count - 1, through: 0, by: -1) {
        guard let span = spans.elements[index].clipped(from: start, to: end) else { continue }
        mix(span, of: frame.layers + span.layer, y)
      }
      narrow(from: start, to: end, frame, into: target[y])
    }
  }

  /// Fills the columns of `rows` that no opaque layer covers with the background.
  func fill(from start: Int, to end: Int, _ rows: Range<Int>, _ frame: Frame, in target: Target) {
    forEachBackground(from: start, to: end) { start, end in
      let count = end - start
      if frame.usesVectors {
        return craster_fill(
          target[rows.lowerBound] + start, Int64(target.stride), Int32(count), Int32(rows.count),
          frame.background)
      }
      for y in rows { (target[y] + start).update(repeating: frame.background, count: count) }
    }
  }

  /// Calls `body` with the columns that no opaque layer covers.
  @inline(__always)
  private func forEachBackground(from start: Int, to end: Int, _ body: (_ start: Int, _ end: Int) -> Void) {
    var x = start
    while let piece = hidden.firstMissing(from: x, to: end) {
      body(piece.start, piece.end)
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

  private var scratchRows: LayerSampler.ScratchRows {
    // `row` is used only to composite wide pixels, so the sampler may use it here.
    LayerSampler.ScratchRows(pixels: pixels.elements, mixture: row.elements, samples: otherSamples.elements)
  }

  /// Draws a span of an opaque layer in all of `rows`, directly into the buffer.
  func paint(
    _ span: Span, of layer: UnsafePointer<PreparedLayer>, _ rows: Range<Int>, into target: Target
  ) {
    let left = span.start..<span.solidStart
    let right = span.solidEnd..<span.end
    if let translated = layer.pointee.translatedSampler {
      translated.draw(x: span.solidStart, count: span.solidEnd - span.solidStart, rows, into: target)
      paintEdge(left, of: span, translated, rows, into: target)
      paintEdge(right, of: span, translated, rows, into: target)
      return
    }
    let count = span.end - span.start
    for y in rows {
      let result = target[y]
      craster_prefetch(target[y + 1] + span.start, Int32(count * 4))
      // The interior and both edges of the span are sampled in one run.
      paintEdge(left, of: span, in: result) {
        paintEdge(right, of: span, in: result) {
          layer.pointee.sampler.sample(
            x: span.start, y: y, count: count, of: span.columns, into: result + span.start, scratchRows)
        }
      }
    }
  }

  /// Draws an antialiased edge of a translated layer.
  private func paintEdge(
    _ edge: Range<Int>, of span: Span, _ translated: TranslatedSampler, _ rows: Range<Int>,
    into target: Target
  ) {
    guard !edge.isEmpty else { return }
    guard rows.count > edge.count else {
      for y in rows {
        paintEdge(edge, of: span, in: target[y]) {
          translated.draw(x: edge.lowerBound, count: edge.count, y..<y + 1, into: target)
        }
      }
      return
    }
    // The edge is narrower than it is high: it is drawn column by column.
    let behind = behind.elements - rows.lowerBound
    for x in edge {
      for y in rows { behind[y] = target[y][x] }
      translated.draw(x: x, count: 1, rows, into: target)
      let share = coverages.elements[span.coverage + x]
      for y in rows { target[y][x] = mixed(target[y][x], over: behind[y], share: share) }
    }
  }

  /// Draws an antialiased edge: saves the pixels behind it, calls `draw` to overwrite them, and blends both
  /// by coverage.
  @inline(__always)
  private func paintEdge(
    _ columns: Range<Int>, of span: Span, in result: UnsafeMutablePointer<UInt32>, draw: () -> Void
  ) {
    let behind = behind.elements
    for x in columns { behind[x] = result[x] }
    draw()
    let coverages = coverages.elements + span.coverage
    for x in columns { result[x] = mixed(result[x], over: behind[x], share: coverages[x]) }
  }

  /// Composites a span into the row of wide pixels.
  private func mix(_ span: Span, of layer: UnsafePointer<PreparedLayer>, _ y: Int) {
    if layer.pointee.isOpaque, span.solidStart == span.start, span.solidEnd == span.end {
      return sample(span, of: layer, y, into: row.elements)
    }
    let samples = samples.elements - span.start
    sample(span, of: layer, y, into: samples)
    blendEdge(samples, from: span.start, to: span.solidStart, span, layer)
    blendInterior(samples, from: span.solidStart, to: span.solidEnd, layer)
    blendEdge(samples, from: span.solidEnd, to: span.end, span, layer)
  }

  /// Samples the wide pixels of a span and writes them to `result`, which is the address of column 0.
  private func sample(
    _ span: Span, of layer: UnsafePointer<PreparedLayer>, _ y: Int, into result: UnsafeMutablePointer<UInt64>
  ) {
    let (result, count) = (result + span.start, span.end - span.start)
    if let translated = layer.pointee.translatedSampler {
      return translated.draw(x: span.start, y: y, count: count, into: result, scratch: pixels.elements)
    }
    layer.pointee.sampler.sample(
      x: span.start, y: y, count: count, of: span.columns, into: result, scratchRows)
  }

  private func blendInterior(
    _ samples: UnsafeMutablePointer<UInt64>, from start: Int, to end: Int,
    _ layer: UnsafePointer<PreparedLayer>
  ) {
    guard start < end else { return }
    let (row, samples, count) = (row.elements + start, samples + start, end - start)
    if layer.pointee.isOpaque { return row.update(from: samples, count: count) }
    switch (layer.pointee.sampler.usesVectors, layer.pointee.hasOpaqueTexels) {
    case (true, true): craster_blend(row, samples, Int32(count), Int32(layer.pointee.alpha / 2))
    case (true, false): craster_composite(row, samples, Int32(count), Int32(layer.pointee.alpha / 2))
    case (false, true): blendRun(samples, into: row, count: count, factor: layer.pointee.alpha)
    case (false, false): compositeRun(samples, over: row, count: count, factor: layer.pointee.alpha)
    }
  }

  private func blendEdge(
    _ samples: UnsafeMutablePointer<UInt64>, from start: Int, to end: Int, _ span: Span,
    _ layer: UnsafePointer<PreparedLayer>
  ) {
    guard start < end else { return }
    let (row, samples, count) = (row.elements + start, samples + start, end - start)
    let coverage = UnsafePointer(coverages.elements + span.coverage + start)
    if layer.pointee.hasOpaqueTexels {
      blendRun(samples, into: row, count: count, factor: layer.pointee.alpha, coverage: coverage)
    } else {
      compositeRun(samples, over: row, count: count, factor: layer.pointee.alpha, coverage: coverage)
    }
  }
}

/// Returns `pixel` × `share` / 65536 + `below` × (1 − `share` / 65536). Either both pixels are opaque or
/// `share` is 0.
@inline(__always)
private func mixed(_ pixel: UInt32, over below: UInt32, share: UInt32) -> UInt32 {
  let share = UInt64(share)
  return narrowed(weighted(widened(pixel), share, widened(below), 65536 &- share))
}
