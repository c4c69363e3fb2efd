import DecoderClient
import DecoderProtocol
import Drawing
import ImageFixtures
import Photos
import TestSupport
import Testing

/// Compares downscaled PNG files of each pixel format with a simple reference implementation.
struct PNGKindsTests {
  struct Format: Sendable, CustomTestStringConvertible {
    let kind: PNGFixture.Kind
    let depth: Int
    var testDescription: String { "\(kind) \(depth) bit" }
  }

  static let formats: [Format] = PNGFixture.Kind.allCases.flatMap { kind in
    let depths: [Int]
    switch kind {
    case .gray: depths = [1, 2, 4, 8, 16]
    case .palette: depths = [1, 2, 4, 8]
    case .color, .grayAlpha, .colorAlpha: depths = [8, 16]
    }
    return depths.map { Format(kind: kind, depth: $0) }
  }

  private static let palette: [UInt8] = {
    var entries: [UInt8] = []
    for index in UInt8.min...255 { entries += [index, 255 - index, index &* 7] }
    return entries
  }()
  private static let paletteAlpha: [UInt8] = [0, 100, 255, 30]

  /// Returns the red, green, blue and alpha values of stored samples, each 0…1.
  private static func meaning(_ samples: [Int], _ format: Format) -> [Double] {
    let values = samples.map { Double($0) / Double(1 << format.depth - 1) }
    switch format.kind {
    case .gray: return [values[0], values[0], values[0], 1]
    case .grayAlpha: return [values[0], values[0], values[0], values[1]]
    case .color: return values + [1]
    case .colorAlpha: return values
    case .palette:
      let entry = samples[0]
      return (0..<3).map { Double(palette[entry * 3 + $0]) / 255 }
        + [entry < paletteAlpha.count ? Double(paletteAlpha[entry]) / 255 : 1]
    }
  }

  /// Returns the mean of the premultiplied source colors in the area of a result pixel.
  private static func mean(
    _ x: Int, _ y: Int, of source: (Int, Int), to target: (Int, Int), _ color: (Int, Int) -> [Double]
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
        let color = color(column, row)
        for channel in 0..<3 { sum[channel] += color[channel] * color[3] * down * across }
        sum[3] += color[3] * down * across
        weights += down * across
      }
    }
    return sum.map { $0 / weights }
  }

  @Test(
    "Each pixel of a downscaled PNG is the mean of the source area that it covers",
    arguments: formats, [false, true])
  func downscaledPNG(format: Format, isInterlaced: Bool) throws {
    let folder = try TemporaryFolder()
    var random = SplitMix(seed: UInt64(format.depth * 10 + format.kind.rawValue))
    for (width, height) in [(1, 1), (2, 1), (1, 9), (5, 3), (8, 8), (33, 17)] {
      let stored = (0..<(width * height)).map { _ in
        (0..<format.kind.channels).map { _ in Int.random(in: 0..<(1 << format.depth), using: &random) }
      }
      let fixture = PNGFixture(
        width: width, height: height, kind: format.kind, depth: format.depth, isInterlaced: isInterlaced,
        palette: Array(Self.palette.prefix(3 << format.depth)),
        paletteAlpha: Array(Self.paletteAlpha.prefix(1 << format.depth))
      ) { stored[$1 * width + $0] }
      let photo = try folder.add("a.png", fixture.bytes())
      for side in [100, 7, 4] {
        let decoded = try PhotoDecoder.shared.decode(
          photo, at: TargetSize(width: side, height: side), cancellation: Cancellation())
        #expect(decoded.defect == nil)
        let image = decoded.image
        var isOpaque = true
        for y in 0..<image.height {
          for x in 0..<image.width {
            let wanted = Self.mean(x, y, of: (width, height), to: (image.width, image.height)) {
              Self.meaning(stored[$1 * width + $0], format)
            }.map { Int(($0 * 255).rounded()) }
            let color = PixelColor(red: wanted[0], green: wanted[1], blue: wanted[2], alpha: wanted[3])
            let seen = image.color(x, y)
            try #require(
              seen.isNear(color, within: 1), "\(width)×\(height) → \(side): \(seen), not \(color)")
            #expect(max(seen.red, seen.green, seen.blue) <= seen.alpha)
            if seen.alpha < 255 { isOpaque = false }
          }
        }
        #expect(image.isOpaque == isOpaque)
      }
    }
  }
}
