import DecoderProtocol
import ImageFixtures
import PhotoDecoders
import Testing

/// BMP, ICO, PNM and QOI files.
struct SimpleFormatsTests {
  @Test("A Windows bitmap of any kind has the encoded colors", arguments: SimpleFixtures.BitmapKind.allCases)
  func bitmap(kind: SimpleFixtures.BitmapKind) throws {
    for (width, height) in [(37, 11), (1, 1), (8, 3), (600, 2)] {
      let fixture = SimpleFixtures.bitmap(kind, width: width, height: height) { x, y in
        PixelColor(red: (x / 3 * 7 + y) & 255, green: y * 20 & 255, blue: x * 5 & 255)
      }
      let image = try TestImage(fixture.bytes)
      #expect(image.result.header.format == "BMP")
      #expect(image.result.defect == nil)
      #expect(image.colors == fixture.colors, "\(width) × \(height)")
      let region = PixelRegion(x: width / 2, y: height / 3, width: 5, height: 5)
      let part = try TestImage(fixture.bytes, DecodeRequest(region: region))
      #expect(part.color(0, 0) == fixture.colors[height / 3][width / 2])
    }
  }

  @Test(
    "The decoding of a large bitmap can be canceled inside a row, and while its runs are read",
    arguments: [true, false])
  func canceledBitmap(hasRuns: Bool) throws {
    let fixture = SimpleFixtures.bitmap(hasRuns ? .runs8 : .bits24, width: 8, height: 2, color: pattern)
    var bytes = fixture.bytes
    let start = Int(bytes[10]) | Int(bytes[11]) << 8
    func write(_ value: Int, at offset: Int) {
      for byte in 0..<4 { bytes[offset + byte] = UInt8(value >> (byte * 8) & 255) }
    }
    // Two rows of 4 million pixels, or runs of one pixel.
    write(4_000_000, at: 18)
    write(hasRuns ? 0 : 24_000_000, at: 34)
    var data: [UInt8] = hasRuns ? [1, 5] : [7, 7]
    while data.count < 24_000_000 { data += data }
    bytes = Array(bytes[..<start]) + data.prefix(24_000_000)
    var checks = 0
    var tick = 0.0
    let canceled = Checkpoint(
      seconds: 1e9,
      now: {
        tick += 1
        return tick
      },
      isCanceled: {
        checks += 1
        return checks > 20
      })
    // Without a check inside a row there would be four.
    #expect(failure(bytes, checkpoint: canceled) == .canceled)
  }

  @Test("The rows that a truncated bitmap contains are decoded")
  func truncatedBitmap() throws {
    let fixture = SimpleFixtures.bitmap(.bits24, width: 20, height: 20, color: pattern)
    let image = try TestImage(Array(fixture.bytes.prefix(fixture.bytes.count - 300)))
    #expect(image.result.defect == "the file ends too early")
    // The rows are stored from bottom to top.
    #expect(image.colors[19] == fixture.colors[19])
    #expect(image.color(0, 0) == .gray)
  }

  @Test("The largest image of an icon is decoded with its transparency mask")
  func icon() throws {
    let image = try TestImage(SimpleFixtures.icon(side: 20, color: pattern))
    #expect((image.width, image.height) == (20, 20))
    for y in 0..<20 {
      for x in 0..<20 {
        let wanted = x == y ? PixelColor(red: 0, green: 0, blue: 0, alpha: 0) : pattern(x, y)
        try #require(image.color(x, y) == wanted)
      }
    }
    let png = PNGFixture(width: 256, height: 256, kind: .color) { x, y in [x, y, 3] }.bytes()
    let large = try TestImage(SimpleFixtures.icon(png: png, side: 256))
    #expect(large.result.header.format == "ICO")
    #expect(large.color(200, 7) == PixelColor(red: 200, green: 7, blue: 3))
  }

  @Test("A QOI file has the encoded pixels")
  func qoi() throws {
    func color(_ x: Int, _ y: Int) -> PixelColor {
      if y > 20 { return PixelColor(red: x & 1 * 200, green: 9, blue: 9) }
      return PixelColor(
        red: (x * 3 + y) & 255, green: (x * 3) & 255, blue: x > 80 ? 20 : (x * 2) & 255,
        alpha: x % 40 == 7 ? 0 : 255)
    }
    let bytes = SimpleFixtures.qoi(width: 150, height: 40, color: color)
    let image = try TestImage(bytes)
    for y in 0..<40 {
      for x in 0..<150 {
        var wanted = color(x, y)
        if wanted.alpha == 0 { wanted = PixelColor(red: 0, green: 0, blue: 0, alpha: 0) }
        try #require(image.color(x, y) == wanted, "\(x) \(y)")
      }
    }
  }

  @Test("Text and binary netpbm files have the encoded pixels")
  func netpbm() throws {
    func check(_ text: String, _ tail: [UInt8] = [], _ wanted: [[PixelColor]]) throws {
      let image = try TestImage(Array(text.utf8) + tail)
      #expect(image.result.header.format == "PNM")
      #expect(image.result.defect == nil)
      #expect(image.colors == wanted, "\(text)")
    }
    func gray(_ value: Int) -> PixelColor { PixelColor(red: value, green: value, blue: value) }
    let black = PixelColor.black
    let white = gray(255)
    try check("P1\n# a comment\n3 2\n101\n0 1 1\n", [], [[black, white, black], [white, black, black]])
    try check(
      "P4\n10 2\n", [0xAA, 0xC0, 0x00, 0x3F],
      [
        [black, white, black, white, black, white, black, white, black, black],
        Array(repeating: white, count: 10),
      ])
    try check("P2 2 1 15 0 15", [], [[black, white]])
    try check("P5 2 1 255\n", [7, 200], [[gray(7), gray(200)]])
    try check("P5 2 1 65535\n", [0x80, 0x80, 0xFF, 0xFF], [[gray(128), white]])
    try check("P3 1 2 255 255 0 0  0 0 255", [], [[.red], [.blue]])
    try check("P6\n#c\n1 2\n255\n", [0, 255, 0, 255, 255, 0], [[.green], [.yellow]])
    try check(
      "P7\nWIDTH 1\nHEIGHT 2\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n",
      [255, 0, 0, 255, 0, 0, 255, 255],
      [[.red], [.blue]])
    let cut = try TestImage(Array("P6 1 2 255\n".utf8) + [0, 255, 0, 1])
    #expect(cut.colors == [[.green], [.gray]])
    #expect(cut.result.defect == "the file ends too early")
    guard case .damaged = failure(Array("P6 99999999999999999999 1 255\n".utf8)) else {
      Issue.record("decoded")
      return
    }
    #expect(
      failure(Array("P5 1000000 1000000 255\n".utf8))
        == .tooManyPixels(width: 1_000_000, height: 1_000_000, limit: 512_000_000))
  }

  @Test("The error for an unsupported format contains the name of the format")
  func unsupported() {
    #expect(failure(Array("<?xml version=\"1.0\"?><svg>".utf8)) == .unsupported(format: "SVG"))
    #expect(failure(Array("<html>".utf8)) == .notAnImage)
  }
}
