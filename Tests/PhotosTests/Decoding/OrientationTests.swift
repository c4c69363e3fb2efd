import DecoderClient
import DecoderProtocol
import Drawing
import ImageFixtures
import Photos
import TestSupport
import Testing

/// Tests each EXIF orientation. EXIF states at which sides of the upright image the first stored row and the
/// first stored column are.
struct OrientationTests {
  enum Side { case top, bottom, left, right }

  struct Case: Sendable, CustomTestStringConvertible {
    let value: Int
    let firstRow: Side
    let firstColumn: Side
    var testDescription: String { "orientation \(value)" }
  }

  static let cases = [
    Case(value: 1, firstRow: .top, firstColumn: .left), Case(value: 2, firstRow: .top, firstColumn: .right),
    Case(value: 3, firstRow: .bottom, firstColumn: .right),
    Case(value: 4, firstRow: .bottom, firstColumn: .left),
    Case(value: 5, firstRow: .left, firstColumn: .top), Case(value: 6, firstRow: .right, firstColumn: .top),
    Case(value: 7, firstRow: .right, firstColumn: .bottom),
    Case(value: 8, firstRow: .left, firstColumn: .bottom),
  ]

  /// Returns the expected colors at the top left, top right, bottom left and bottom right of the upright
  /// image. The stored image has red and green quarters above blue and yellow ones.
  private func expected(_ orientation: Case) -> [PixelColor] {
    func opposite(_ side: Side) -> Side {
      switch side {
      case .top: .bottom
      case .bottom: .top
      case .left: .right
      case .right: .left
      }
    }
    let (row, column) = (orientation.firstRow, orientation.firstColumn)
    let corners: [(Set<Side>, PixelColor)] = [
      ([row, column], .red), ([row, opposite(column)], .green), ([opposite(row), column], .blue),
      ([opposite(row), opposite(column)], .yellow),
    ]
    return [[.top, .left], [.top, .right], [.bottom, .left], [.bottom, .right]].map { corner in
      corners.first { $0.0 == corner }?.1 ?? .gray
    }
  }

  private func expectUpright(_ image: Image, _ orientation: Case, stored: (width: Int, height: Int)) {
    let swaps = orientation.value >= 5
    #expect(image.width == (swaps ? stored.height : stored.width))
    #expect(image.height == (swaps ? stored.width : stored.height))
    for (seen, wanted) in zip(image.quarters, expected(orientation)) {
      #expect(seen.isNear(wanted, within: 16), "\(seen) instead of \(wanted)")
    }
  }

  @Test(
    "A JPEG and its preview are upright in all orientations",
    arguments: cases, [true, false])
  func jpeg(orientation: Case, isLittleEndian: Bool) throws {
    let folder = try TemporaryFolder()
    var fixture = JPEGFixture.quadrants(96, 64)
    fixture.exif = ExifFixture.block(
      orientation: orientation.value, thumbnail: JPEGFixture.quadrants(48, 32).bytes(),
      isLittleEndian: isLittleEndian)
    let photo = try folder.add("a.jpg", fixture.bytes())
    let decoder = PhotoDecoder.shared
    let full = try decoder.decode(
      photo, at: TargetSize(width: 500, height: 500), cancellation: Cancellation())
    #expect(full.defect == nil)
    expectUpright(full.image, orientation, stored: (96, 64))
    let shrunk = try decoder.decode(
      photo, at: TargetSize(width: 30, height: 30), cancellation: Cancellation())
    expectUpright(shrunk.image, orientation, stored: (30, 20))
    let preview = try #require(try decoder.preview(of: photo, cancellation: Cancellation()))
    expectUpright(preview, orientation, stored: (48, 32))
  }

  @Test(
    "A PNG is upright in all orientations, with EXIF data before or after the image data",
    arguments: cases, [PNGFixture.ExifPosition.beforeImageData, .afterImageData])
  func png(orientation: Case, position: PNGFixture.ExifPosition) throws {
    let folder = try TemporaryFolder()
    let fixture = PNGFixture(
      width: 12, height: 8, kind: .color, exif: (ExifFixture.block(orientation: orientation.value), position)
    ) { x, y in
      let color = PixelColor.quadrant(x, y, of: 12, by: 8)
      return [color.red, color.green, color.blue]
    }
    let photo = try folder.add("a.png", fixture.bytes())
    let decoded = try PhotoDecoder.shared.decode(
      photo, at: TargetSize(width: 500, height: 500), cancellation: Cancellation())
    expectUpright(decoded.image, orientation, stored: (12, 8))
  }
}
