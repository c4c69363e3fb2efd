import DecoderProtocol
import ImageFixtures
import TestSupport
import Testing

/// Generated equivalents of the PngSuite, compared with libpng's simplified interface.
struct PNGSuiteTests {
  struct Format: Sendable, CustomTestStringConvertible {
    let kind: PNGFixture.Kind
    let depth: Int
    var testDescription: String { "\(kind), \(depth) bits" }
  }

  static let formats: [Format] = PNGFixture.Kind.allCases.flatMap { kind in
    let depths =
      switch kind {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .color, .grayAlpha, .colorAlpha: [8, 16]
      }
    return depths.map { Format(kind: kind, depth: $0) }
  }

  private static let palette: [UInt8] = {
    var entries: [UInt8] = []
    for index in UInt8.min...255 { entries += [index, 255 - index, index &* 7] }
    return entries
  }()

  /// An image of random samples.
  private func fixture(_ format: Format, _ width: Int, _ height: Int) -> PNGFixture {
    var random = SplitMix(seed: UInt64(width * 1000 + height * 10 + format.depth + format.kind.rawValue))
    let stored = (0..<(width * height)).map { _ in
      (0..<format.kind.channels).map { _ in random.whole(0...((1 << format.depth) - 1)) }
    }
    return PNGFixture(
      width: width, height: height, kind: format.kind, depth: format.depth,
      palette: Array(Self.palette.prefix(3 << format.depth))
    ) { stored[$1 * width + $0] }
  }

  /// Compares the decoder with libpng: each premultiplied channel may differ by the rounding of its product with alpha.
  private func compare(_ fixture: PNGFixture, within tolerance: Int = 0, _ note: String = "") throws {
    let bytes = fixture.bytes()
    var plain = fixture
    // libpng 1.6.39's simplified interface mixes the rows of interlaced files of 16 bits.
    if fixture.depth == 16 { plain.isInterlaced = false }
    let reference = try #require(PNGReference.decode(plain.bytes()), "\(note)")
    let image = try TestImage(bytes)
    #expect(image.result.defect == nil)
    try #require((image.width, image.height) == (reference.width, reference.height))
    for pixel in 0..<(image.width * image.height) {
      let alpha = Int(reference.pixels[pixel * 4 + 3])
      let rounding = alpha == 255 ? tolerance : tolerance + 1
      for channel in 0..<4 {
        let straight = Int(reference.pixels[pixel * 4 + channel])
        let wanted = channel == 3 ? alpha : (straight * alpha + 127) / 255
        let seen = Int(image.bytes[pixel * 4 + channel])
        let limit = channel == 3 ? 0 : rounding
        try #require(
          abs(seen - wanted) <= limit, "\(note) pixel \(pixel), channel \(channel): \(seen), not \(wanted)")
      }
    }
  }

  @Test(
    "A PNG of each kind, depth and size has the pixels that libpng decodes, interlaced or not",
    arguments: formats)
  func sizes(format: Format) throws {
    for isInterlaced in [false, true] {
      for width in Array(1...9) + [32, 33, 40] {
        for height in width > 9 ? [width, 7] : [width, 1, 9] {
          var fixture = fixture(format, width, height)
          fixture.isInterlaced = isInterlaced
          try compare(fixture, "\(width) × \(height)")
        }
      }
    }
  }

  @Test("A PNG with filtered rows has the pixels that libpng decodes", arguments: formats)
  func filters(format: Format) throws {
    for filter in PNGFixture.Filter.allCases {
      for isInterlaced in [false, true] {
        var fixture = fixture(format, 29, 23)
        (fixture.filter, fixture.isInterlaced) = (filter, isInterlaced)
        try compare(fixture, "\(filter)")
      }
    }
  }

  @Test("The transparent color of a PNG has the alpha that libpng decodes", arguments: formats)
  func transparentColor(format: Format) throws {
    var fixture = fixture(format, 32, 32)
    switch format.kind {
    case .palette: fixture.paletteAlpha = Array([0, 100, 255, 30].prefix(1 << format.depth))
    case .gray, .color: fixture.transparent = fixture.samples(5, 3)
    // A tRNS chunk is not allowed here, and is ignored.
    case .grayAlpha, .colorAlpha: return
    }
    let image = try TestImage(fixture.bytes())
    #expect(image.colors.joined().contains { $0.alpha < 255 })
    for isInterlaced in [false, true] {
      fixture.isInterlaced = isInterlaced
      try compare(fixture)
    }
  }

  @Test("The gamma of a PNG is applied as libpng applies it", arguments: formats)
  func gamma(format: Format) throws {
    for gamma in [35_000, 45_000, 45_455, 55_000, 70_000, 100_000, 250_000] {
      var fixture = fixture(format, 32, 32)
      fixture.gamma = gamma
      try compare(fixture, within: 1, "gamma \(gamma)")
      if format.kind == .gray { fixture.transparent = fixture.samples(5, 3) }
      if format.kind == .palette { fixture.paletteAlpha = [0, 100] }
      try compare(fixture, within: 1, "gamma \(gamma), transparent")
    }
  }

  @Test("A gamma of 1 makes gray lighter, but not if the file also states sRGB or a profile")
  func gammaPrecedence() throws {
    var fixture = PNGFixture(width: 1, height: 1, kind: .gray) { _, _ in [128] }
    fixture.gamma = 100_000
    // 255 · (128 / 255)^(1 / 2.2)
    #expect(
      try TestImage(fixture.bytes()).color(0, 0).isNear(
        PixelColor(red: 186, green: 186, blue: 186), within: 1))
    fixture.isSRGB = true
    #expect(try TestImage(fixture.bytes()).color(0, 0) == .gray)
    fixture.isSRGB = false
    fixture.profile = ProfileFixture.grayGamma18.bytes()
    let wanted = ProfileFixture.grayGamma18.sRGB([128])
    #expect(try TestImage(fixture.bytes()).color(0, 0).isNear(wanted, within: 1))
  }

  @Test("The gamma applies to each frame of an APNG")
  func animationGamma() throws {
    var frame = PNGFixture(width: 4, height: 4, kind: .color) { _, _ in [128, 128, 128] }
    frame.gamma = 100_000
    let bytes = PNGFixture.animation([.init(frame), .init(frame)])
    for index in 0..<2 {
      let color = try TestImage(bytes, DecodeRequest(frame: index)).color(1, 1)
      #expect(color.isNear(PixelColor(red: 186, green: 186, blue: 186), within: 1), "\(index): \(color)")
    }
  }

  @Test(
    "A PNG whose image data is split into many chunks has the pixels that libpng decodes",
    arguments: [1, 2, 7, 64])
  func dataChunks(size: Int) throws {
    var fixture = fixture(Format(kind: .color, depth: 16), 32, 32)
    fixture.dataChunkSize = size
    try compare(fixture)
  }

  @Test("A PNG that libpng refuses is refused, too")
  func damaged() {
    let fixture = PNGFixture(width: 32, height: 32, kind: .gray) { x, y in [x * y & 255] }
    let bytes = fixture.bytes()
    /// The file with another byte in its header, whose checksum then is wrong.
    func changed(_ place: Int, _ value: UInt8) -> [UInt8] {
      var bytes = bytes
      bytes[place] = value
      return bytes
    }
    let noData = bytes.prefix(33) + bytes.suffix(12)
    let files: [(String, [UInt8])] = [
      ("signature", changed(0, 0x88)), ("line end", changed(4, 0x0A)), ("width 0", changed(19, 0)),
      ("depth 3", changed(24, 3)), ("color type 1", changed(25, 1)),
      ("header checksum", changed(29, bytes[29] ^ 1)),
      ("no image data", Array(noData)),
    ]
    for (name, file) in files {
      #expect(PNGReference.decode(file) == nil, "\(name)")
      #expect(failure(file) != nil, "\(name)")
    }
  }
}
