import Drawing
import Photos
import TestSupport
import Testing

/// Every kind of PNG against a mean computed the plain way.
struct PNGKindsTests {
  struct Format: Sendable, CustomTestStringConvertible {
    let kind: PNGFixture.Kind
    let depth: Int
    var testDescription: String { "\(kind) \(depth) bit" }
  }

  static let formats: [Format] = PNGFixture.Kind.allCases.flatMap { kind in
    let depths: [Int]
    switch kind {
    case .grey: depths = [1, 2, 4, 8, 16]
    case .palette: depths = [1, 2, 4, 8]
    case .colour, .greyAlpha, .colourAlpha: depths = [8, 16]
    }
    return depths.map { Format(kind: kind, depth: $0) }
  }

  private static let palette: [UInt8] = {
    var entries: [UInt8] = []
    for index in UInt8.min...255 { entries += [index, 255 - index, index &* 7] }
    return entries
  }()
  private static let paletteAlpha: [UInt8] = [0, 100, 255, 30]

  /// What the stored numbers mean, each 0…1: red, green, blue, alpha.
  private static func meaning(_ samples: [Int], _ format: Format) -> [Double] {
    let values = samples.map { Double($0) / Double(1 << format.depth - 1) }
    switch format.kind {
    case .grey: return [values[0], values[0], values[0], 1]
    case .greyAlpha: return [values[0], values[0], values[0], values[1]]
    case .colour: return values + [1]
    case .colourAlpha: return values
    case .palette:
      let entry = samples[0]
      return (0..<3).map { Double(palette[entry * 3 + $0]) / 255 }
        + [entry < paletteAlpha.count ? Double(paletteAlpha[entry]) / 255 : 1]
    }
  }

  /// The mean of the premultiplied colours that a result pixel covers.
  private static func mean(
    _ x: Int, _ y: Int, of source: (Int, Int), to target: (Int, Int), _ colour: (Int, Int) -> [Double]
  ) -> [Double] {
    func shares(_ index: Int, _ source: Int, _ target: Int) -> [(Int, Double)] {
      let start = Double(index * source) / Double(target)
      let end = Double((index + 1) * source) / Double(target)
      return (0..<source).map { ($0, max(0, min(end, Double($0 + 1)) - max(start, Double($0)))) }.filter {
        $0.1 > 0
      }
    }
    var sum = [0.0, 0, 0, 0]
    var weights = 0.0
    for (row, down) in shares(y, source.1, target.1) {
      for (column, across) in shares(x, source.0, target.0) {
        let colour = colour(column, row)
        for channel in 0..<3 { sum[channel] += colour[channel] * colour[3] * down * across }
        sum[3] += colour[3] * down * across
        weights += down * across
      }
    }
    return sum.map { $0 / weights }
  }

  @Test(arguments: formats, [false, true])
  func aPNGIsTheMeanOfItsPixels(format: Format, isInterlaced: Bool) throws {
    let folder = try TemporaryFolder()
    var random = SplitMix(seed: UInt64(format.depth * 10 + format.kind.rawValue))
    for (width, height) in [(1, 1), (2, 1), (1, 9), (5, 3), (8, 8), (33, 17)] {
      let stored = (0..<(width * height)).map { _ in
        (0..<format.kind.channels).map { _ in Int.random(in: 0..<(1 << format.depth), using: &random) }
      }
      let picture = PNGFixture(
        width: width, height: height, kind: format.kind, depth: format.depth, isInterlaced: isInterlaced,
        palette: Array(Self.palette.prefix(3 << format.depth)),
        paletteAlpha: Array(Self.paletteAlpha.prefix(1 << format.depth))
      ) { stored[$1 * width + $0] }
      let photo = try folder.add("a.png", picture.bytes())
      for side in [100, 7, 4] {
        let decoded = try InProcessDecoder().decode(
          photo, at: TargetSize(width: side, height: side), cancellation: Cancellation())
        #expect(decoded.defect == nil)
        let image = decoded.image
        var isOpaque = true
        for y in 0..<image.height {
          for x in 0..<image.width {
            let wanted = Self.mean(x, y, of: (width, height), to: (image.width, image.height)) {
              Self.meaning(stored[$1 * width + $0], format)
            }.map { Int(($0 * 255).rounded()) }
            let colour = Colour(red: wanted[0], green: wanted[1], blue: wanted[2], alpha: wanted[3])
            let seen = image.colour(x, y)
            try #require(
              seen.isNear(colour, within: 1), "\(width)×\(height) → \(side): \(seen), not \(colour)")
            #expect(max(seen.red, seen.green, seen.blue) <= seen.alpha)
            if seen.alpha < 255 { isOpaque = false }
          }
        }
        #expect(image.isOpaque == isOpaque)
      }
    }
  }
}
