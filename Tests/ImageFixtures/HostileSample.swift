/// An intact file of a kind, and its altered copies, with which a hostile file may attack a decoder.
package struct HostileSample: Sendable, CustomStringConvertible {
  /// The name of the format, or of a kind of it.
  package let name: String
  /// The content of the file.
  package let bytes: [UInt8]

  /// Creates a sample.
  package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  package var description: String { name }

  /// Returns a copy with up to six altered bytes, in every third round among those of the header.
  package func altered(round: Int, by random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0...(round % 6) {
      let end = round % 3 == 0 ? min(bytes.count, 300) : bytes.count
      let place = Int.random(in: 0..<end, using: &random)
      bytes[place] =
        round % 2 == 0
        ? bytes[place] ^ (1 << UInt8.random(in: 0...7, using: &random)) : .random(in: 0...255, using: &random)
    }
    return bytes
  }
}

extension HostileSample {
  /// An intact file of each kind.
  package static let all: [HostileSample] = {
    var jpeg = JPEGFixture(
      width: 60, height: 44, color: { x, y in PixelColor(red: x * 4, green: y * 5, blue: x ^ y) })
    jpeg.exif = ExifFixture.block(orientation: 6, thumbnail: JPEGFixture.quadrants(16, 12).bytes())
    jpeg.profile = ProfileFixture.displayP3.bytes()
    var progressive = jpeg
    progressive.isProgressive = true
    var cmyk = jpeg
    cmyk.kind = .cmyk(isYCCK: true)
    cmyk.profile = ProfileFixture.cmyk.bytes()
    var png = PNGFixture(width: 29, height: 31, isInterlaced: true) { x, y in [x * 8, y * 8, 100, 255 - x] }
    png.profile = ProfileFixture.adobeRGB.bytes()
    func frame(_ color: [Int], _ side: Int) -> PNGFixture {
      PNGFixture(width: side, height: side) { _, _ in color }
    }
    let apng = PNGFixture.animation([
      .init(frame([255, 0, 0, 255], 20)),
      .init(frame([0, 0, 255, 99], 9), x: 4, y: 5, disposal: 2, isBlended: true),
    ])
    let gif = GIFFixture(
      width: 20, height: 20, palette: [.red, .green, .blue],
      frames: (0..<3).map { .init(x: $0, y: $0, width: 15, height: 12, index: UInt8($0), disposal: $0 + 1) },
      loopCount: 0)
    let webP = WebPFixture.bytes(
      width: 40, height: 30, profile: ProfileFixture.displayP3.bytes(),
      exif: ExifFixture.block(orientation: 3)
    ) { x, y in PixelColor(red: x * 6, green: y * 8, blue: (x * y) & 255, alpha: 255 - y) }
    let animated = WebPFixture.animation(width: 24, height: 18, frameCount: 3, milliseconds: 50) {
      frame, x, y in
      PixelColor(red: frame * 80, green: x * 9, blue: y * 9)
    }
    func color(_ x: Int, _ y: Int) -> PixelColor { PixelColor(red: x * 4, green: y * 5, blue: x ^ y) }
    var tiff = TIFFFixture(width: 40, height: 33, kind: .color16, color: color)
    tiff.orientation = 8
    tiff.profile = ProfileFixture.adobeRGB.bytes()
    var tiles = TIFFFixture(width: 40, height: 33, kind: .palette, color: color)
    tiles.tileSide = 16
    tiles.isLittleEndian = false
    let netpbm = Array("P3 20 3 255\n".utf8) + (0..<180).flatMap { Array("\($0) ".utf8) }
    let drawing = """
      <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 30'><defs><filter id='f'><feGaussianBlur
      stdDeviation='2'/></filter><linearGradient id='g'><stop stop-color='red'/><stop offset='1'/></linearGradient>
      </defs><path d='M2 2L30 4C9 9 12 22 3 20z' fill='url(#g)' filter='url(#f)'/><text x='3' y='20'>abc</text>
      <use href='#f'/><circle r='9' opacity='.5' transform='rotate(7) scale(2)'/></svg>
      """
    let simple = [
      HostileSample(name: "TIFF", bytes: tiff.bytes()),
      HostileSample(name: "TIFF of several pages", bytes: TIFFFixture.bytes([tiles, tiles])),
      HostileSample(
        name: "BMP", bytes: SimpleFixtures.bitmap(.bits24, width: 30, height: 20, color: color).bytes),
      HostileSample(
        name: "BMP with runs", bytes: SimpleFixtures.bitmap(.runs8, width: 60, height: 20, color: color).bytes
      ),
      HostileSample(name: "ICO", bytes: SimpleFixtures.icon(side: 20, color: color)),
      HostileSample(name: "QOI", bytes: SimpleFixtures.qoi(width: 40, height: 30, color: color)),
      HostileSample(name: "PNM", bytes: netpbm),
    ]
    return simple + [
      HostileSample(name: "JPEG", bytes: jpeg.bytes()),
      HostileSample(name: "progressive JPEG", bytes: progressive.bytes()),
      HostileSample(name: "CMYK JPEG", bytes: cmyk.bytes()), HostileSample(name: "PNG", bytes: png.bytes()),
      HostileSample(name: "APNG", bytes: apng), HostileSample(name: "GIF", bytes: gif.bytes()),
      HostileSample(name: "WebP", bytes: webP),
      HostileSample(name: "animated WebP", bytes: animated),
      // Refused as a whole in a build without these formats.
      HostileSample(name: "HEIC", bytes: ExtraFormatFixtures.datedHEIC),
      HostileSample(name: "AVIF", bytes: ExtraFormatFixtures.avif),
      HostileSample(name: "AVIF sequence", bytes: ExtraFormatFixtures.avifAlphaSequence),
      HostileSample(name: "HEIC sequence", bytes: ExtraFormatFixtures.heicSequence),
      HostileSample(name: "JPEG XL", bytes: ExtraFormatFixtures.jpegXL),
      HostileSample(name: "SVG", bytes: Array(drawing.utf8)),
      HostileSample(name: "camera raw", bytes: RawFixture.sensor(width: 40, height: 30)),
      HostileSample(
        name: "camera raw with a thumbnail",
        bytes: RawFixture.sensor(width: 80, height: 60, embedded: JPEGFixture.quadrants(16, 12).bytes())),
      HostileSample(name: "RAF", bytes: RawFixture.raf(preview: jpeg.bytes())),
      HostileSample(name: "compressed SVG", bytes: GzipFixture.bytes(Array(drawing.utf8))),
      HostileSample(
        name: "CR3",
        bytes: RawFixture.cr3(
          small: JPEGFixture.quadrants(16, 12).bytes(), medium: JPEGFixture.quadrants(24, 16).bytes(),
          large: JPEGFixture.quadrants(48, 32).bytes(), main: ExifFixture.block(orientation: 6),
          details: ExifFixture.block(orientation: 1))),
    ]
  }()
}
