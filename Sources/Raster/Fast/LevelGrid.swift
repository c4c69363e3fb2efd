internal import CRasterKernels

/// The samplers of the sizes that a layer shows, by their numbers.
struct LevelGrid: BitwiseCopyable {
  private let samplers: UnsafeMutablePointer<LevelSampler>
  /// For each pair of numbers, row by row, that of its sampler; -1 where there is none.
  private let places: UnsafeMutablePointer<Int32>
  private let leastX, leastY, width: Int
  /// What vectors need to know of the sizes, in the order of the samplers.
  private let sizes: UnsafeMutablePointer<craster_size>

  /// Finds the sizes, or makes them, and adds them to `kept`.
  init(
    _ tiles: TileSizes, of layer: Layer, _ placement: Placement, usesVectors: Bool,
    memory: inout FrameMemory, kept: inout [Level]
  ) {
    let (largest, smallest) = (placement.sizes.largest, placement.sizes.smallest)
    (leastX, leastY) = (largest.x, largest.y)
    // The next ones after the smallest, too.
    let (width, height) = (smallest.x + 2 - largest.x, smallest.y + 2 - largest.y)
    self.width = width
    let places = memory.allocate(Int32.self, count: width * height)
    places.update(repeating: -1, count: width * height)
    let (leastX, leastY) = (leastX, leastY)
    var count = 0
    tiles.forEachChoice { choice in
      choice.pattern.forEachSize { x, y in
        let place = places + ((y - leastY) * width + (x - leastX))
        if place.pointee < 0 {
          place.pointee = Int32(count)
          count += 1
        }
      }
    }
    // Together they cost less than one by one.
    var missing: [LevelSize] = []
    for index in 0..<(width * height) where places[index] >= 0 {
      let size = LevelSize(x: leastX + index % width, y: leastY + index / width)
      if !layer.texture.has(size) { missing.append(size) }
    }
    if !missing.isEmpty { layer.texture.makeLevels(missing) }
    samplers = memory.allocate(LevelSampler.self, count: count)
    sizes = memory.allocate(craster_size.self, count: count)
    for index in 0..<(width * height) where places[index] >= 0 {
      let level = layer.texture.level(x: leastX + index % width, y: leastY + index / width)
      kept.append(level)
      samplers[Int(places[index])] = LevelSampler(level, placement, usesVectors: usesVectors)
      sizes[Int(places[index])] = craster_size(
        texels: level.pixels, row_length: Int32(level.rowLength), most_u: Float(level.width - 1),
        most_v: Float(level.height - 1), scale_u: Float(level.width) / Float(layer.texture.width),
        scale_v: Float(level.height) / Float(layer.texture.height))
    }
    self.places = places
  }

  /// - Precondition: The size is one of those that a tile shows.
  @inline(__always)
  func sampler(x: Int, y: Int) -> UnsafePointer<LevelSampler> {
    UnsafePointer(samplers + Int(places[(y - leastY) * width + (x - leastX)]))
  }

  /// Returns what vectors need to know of the tiles from pixel `x` on, the first of which shows `choices`.
  @inline(__always)
  func tiles(_ choices: UnsafePointer<SizeChoice>, x: Int, rowStep: (u: Double, v: Double)) -> craster_tiles {
    craster_tiles(
      choices: UnsafeRawPointer(choices).assumingMemoryBound(to: UInt32.self),
      skipped: Int32(x % PlacedSizes.tile), sizes: sizes, places: places, least_x: Int32(leastX),
      least_y: Int32(leastY), width: Int32(width), next_u: Float(rowStep.u), next_v: Float(rowStep.v))
  }
}
