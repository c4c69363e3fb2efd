import Drawing
import Photos
import Testing

/// EXIF says for each orientation which sides of the upright picture the stored first row and first column
/// are.
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

  /// Where the stored colours red, green / blue, yellow must show: upper left, upper right, lower left,
  /// lower right.
  private func expected(_ orientation: Case) -> [Colour] {
    func opposite(_ side: Side) -> Side {
      switch side {
      case .top: .bottom
      case .bottom: .top
      case .left: .right
      case .right: .left
      }
    }
    let (row, column) = (orientation.firstRow, orientation.firstColumn)
    let corners: [(Set<Side>, Colour)] = [
      ([row, column], .red), ([row, opposite(column)], .green), ([opposite(row), column], .blue),
      ([opposite(row), opposite(column)], .yellow),
    ]
    return [[.top, .left], [.top, .right], [.bottom, .left], [.bottom, .right]].map { place in
      corners.first { $0.0 == place }?.1 ?? .grey
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

  @Test(arguments: cases, [true, false])
  func aJPEGAndItsPreviewAreUpright(orientation: Case, isLittleEndian: Bool) throws {
    let folder = try TemporaryFolder()
    var picture = JPEGFixture.quadrants(96, 64)
    picture.exif = ExifFixture.block(
      orientation: orientation.value, thumbnail: JPEGFixture.quadrants(48, 32).bytes(),
      isLittleEndian: isLittleEndian)
    let photo = try folder.add("a.jpg", picture.bytes())
    let decoder = InProcessDecoder()
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

  @Test(arguments: cases, [PNGFixture.ExifPlace.beforePicture, .behindPicture])
  func aPNGIsUpright(orientation: Case, place: PNGFixture.ExifPlace) throws {
    let folder = try TemporaryFolder()
    let picture = PNGFixture(
      width: 12, height: 8, kind: .colour, exif: (ExifFixture.block(orientation: orientation.value), place)
    ) { x, y in
      let colour = Colour.quadrant(x, y, of: 12, by: 8)
      return [colour.red, colour.green, colour.blue]
    }
    let photo = try folder.add("a.png", picture.bytes())
    let decoded = try InProcessDecoder().decode(
      photo, at: TargetSize(width: 500, height: 500), cancellation: Cancellation())
    expectUpright(decoded.image, orientation, stored: (12, 8))
  }
}
