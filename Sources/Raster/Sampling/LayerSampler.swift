internal import CRasterKernels

/// Samples the pixels of a layer, tile by tile or in runs of tiles that sample the same mip levels.
struct LayerSampler: BitwiseCopyable {
  private let tiles: TileLevels
  private let levels: LevelSamplers
  /// Maps pixels to texels of the base level, for the vector kernel that selects a mip level per tile. `nil`
  /// if that kernel cannot be used.
  private let base: LevelSampler?
  let usesVectors: Bool

  /// Scratch memory: each pointer has room for one row.
  struct ScratchRows {
    let pixels: UnsafeMutablePointer<UInt32>
    let mixture, samples: UnsafeMutablePointer<UInt64>
  }

  /// Prepares to sample the pixels of `layer` that lie in `part` and are not occluded by `front`. Appends the
  /// sampled mip levels to `retained`. The sampler is valid as long as that array retains them.
  init(
    _ layer: SceneLayer, _ placement: Placement, in part: DrawnPart, behind front: borrowing Occluders,
    usesVectors: Bool, memory: inout FrameArena, retained: inout [MipLevel]
  ) {
    self.usesVectors = usesVectors
    layer.texture.beginDrawing(isWhole: part.contains(PixelExtent(placement.outline)))
    tiles = TileLevels(placement, in: part, behind: front, memory: &memory)
    levels = LevelSamplers(
      tiles, of: layer, placement, usesVectors: usesVectors, memory: &memory, retained: &retained)
    let isSmall = max(layer.texture.width, layer.texture.height) <= LayerSampler.maxSideForTiles
    base =
      usesVectors && isSmall && !tiles.isUniform
      ? LevelSampler(
        layer.texture.level(x: 0, y: 0), placement, usesVectors: usesVectors) : nil
  }

  /// The largest texture side, in texels, for which coordinates in the base level are precise enough as
  /// `Float`.
  private static let maxSideForTiles = 4096

  /// Writes `count` pixels of row `y`, beginning with column `x`. `columns` are all columns that the layer
  /// touches in this row; they include these pixels.
  func sample(
    x: Int, y: Int, count: Int, of columns: Range<Int>, into result: UnsafeMutablePointer<UInt32>,
    _ scratchRows: ScratchRows
  ) {
    guard let base, tiles.contains(x: x, y: y, count: count) else {
      return sampleRuns(x: x, y: y, count: count, of: columns, into: result, scratchRows)
    }
    base.forEachRun(x: x, y: y, count: count, of: columns) { run, step, first, count, written in
      let (x, result) = (x + written, result + written)
      guard var run else {
        return sampleRuns(x: x, y: y, count: count, of: columns, into: result, scratchRows)
      }
      var shown = levels.tiles(tiles.choices(x: x, y: y), x: x, rowStep: step)
      craster_sample_tiles(&run, &shown, Int32(first), Int32(count), result)
    }
  }

  /// Like `sample(x:y:count:of:into:_:)`, but writes wide pixels. Does not use `scratchRows.mixture`.
  func sample(
    x: Int, y: Int, count: Int, of columns: Range<Int>, into result: UnsafeMutablePointer<UInt64>,
    _ scratchRows: ScratchRows
  ) {
    guard let base, tiles.contains(x: x, y: y, count: count) else {
      return sampleRuns(x: x, y: y, count: count, of: columns, into: result, scratchRows)
    }
    base.forEachRun(x: x, y: y, count: count, of: columns) { run, step, first, count, written in
      let (x, result) = (x + written, result + written)
      guard var run else {
        return sampleRuns(x: x, y: y, count: count, of: columns, into: result, scratchRows)
      }
      var shown = levels.tiles(tiles.choices(x: x, y: y), x: x, rowStep: step)
      craster_sample_tiles_wide(&run, &shown, Int32(first), Int32(count), result)
    }
  }

  /// Writes pixels run by run. All tiles of a run sample the same mip levels.
  private func sampleRuns(
    x: Int, y: Int, count: Int, of columns: Range<Int>, into result: UnsafeMutablePointer<UInt32>,
    _ scratchRows: ScratchRows
  ) {
    var written = 0
    while written < count {
      let (x, result) = (x + written, result + written)
      let run = tiles.run(x: x, y: y, count: count - written)
      written += run.count
      if run.pattern.isSingleLevel {
        let sampler = levels.sampler(x: run.pattern.x, y: run.pattern.y)
        sampler.pointee.sample(x: x, y: y, count: run.count, of: columns, into: result)
        continue
      }
      let mixture = scratchRows.mixture
      sample(run, x: x, y: y, of: columns, into: mixture, scratchRows)
      if usesVectors {
        craster_narrow(mixture, Int32(run.count), result)
      } else {
        for i in 0..<run.count { result[i] = narrowed(mixture[i]) }
      }
    }
  }

  /// Writes wide pixels run by run. All tiles of a run sample the same mip levels.
  private func sampleRuns(
    x: Int, y: Int, count: Int, of columns: Range<Int>, into result: UnsafeMutablePointer<UInt64>,
    _ scratchRows: ScratchRows
  ) {
    var written = 0
    while written < count {
      let run = tiles.run(x: x + written, y: y, count: count - written)
      sample(run, x: x + written, y: y, of: columns, into: result + written, scratchRows)
      written += run.count
    }
  }

  /// Writes the wide pixels of one run.
  private func sample(
    _ run: TileLevels.Run, x: Int, y: Int, of columns: Range<Int>, into result: UnsafeMutablePointer<UInt64>,
    _ scratchRows: ScratchRows
  ) {
    let pattern = run.pattern
    levels.sampler(x: pattern.x, y: pattern.y).pointee.sample(
      x: x, y: y, count: run.count, of: columns, into: result, scratch: scratchRows.pixels)
    if pattern.second != .none {
      let isNarrower = pattern.second == .narrower
      levels.sampler(x: pattern.x + (isNarrower ? 1 : 0), y: pattern.y + (isNarrower ? 0 : 1)).pointee.sample(
        x: x, y: y, count: run.count, of: columns, into: scratchRows.samples, scratch: scratchRows.pixels)
      run.forEachMixture { first, count, choice in
        let weights = choice.weights
        let share = (weights.second * 65536 / (weights.first + weights.second) + 1) / 2
        mix(scratchRows.samples + first, into: result + first, count: count, share: share)
      }
    }
    if pattern.hasThird {
      levels.sampler(x: pattern.x + 1, y: pattern.y + 1).pointee.sample(
        x: x, y: y, count: run.count, of: columns, into: scratchRows.samples, scratch: scratchRows.pixels)
      run.forEachMixture { first, count, choice in
        let share = choice.weights.third * (32768 / LevelChoice.shareSteps)
        mix(scratchRows.samples + first, into: result + first, count: count, share: share)
      }
    }
  }

  /// Blends `samples` into `result`, with a weight of `share` / 32768.
  @inline(__always)
  private func mix(
    _ samples: UnsafeMutablePointer<UInt64>, into result: UnsafeMutablePointer<UInt64>, count: Int, share: Int
  ) {
    if usesVectors {
      craster_blend(result, samples, Int32(count), Int32(share))
    } else {
      blendRun(samples, into: result, count: count, factor: UInt64(share) * 2)
    }
  }

  /// Returns the wide pixel at (`x`, `y`).
  func sample(x: Int, y: Int, of columns: Range<Int>) -> UInt64 {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2) { wide in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 1) { pixel in
        guard let wide = wide.baseAddress, let pixel = pixel.baseAddress else { return 0 }
        let scratchRows = ScratchRows(pixels: pixel, mixture: wide, samples: wide + 1)
        sample(x: x, y: y, count: 1, of: columns, into: wide, scratchRows)
        return wide.pointee
      }
    }
  }
}
