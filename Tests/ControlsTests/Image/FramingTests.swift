import Controls
import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

/// The left half of the test picture is red, the right half blue; its top row is white.
@MainActor
@Suite("Pictures in their frames")
struct FramingTests {
  private let red = Pixel(blue: 0, green: 0, red: 255, alpha: 255)
  private let blue = Pixel(blue: 255, green: 0, red: 0, alpha: 255)

  private func halves(width: Int = 80, height: Int = 40) throws -> Image {
    try .drawn(width: width, height: height) { canvas in
      canvas.fill(with: Color(hex: 0x0000FF))
      canvas.fill(
        Rect(x: 0, y: 0, width: Double(width / 2), height: Double(height)), with: Color(hex: 0xFF0000))
    }
  }

  private func painted(_ size: Size, scale: Double = 1, _ change: (ImageView) -> Void) throws
    -> PaintedSurface
  {
    let view = ImageView(size: size, image: try halves())
    change(view)
    let painted = try ViewPainting.paint(view, scale: scale)
    if view.isOpaque { #expect(painted.image.isOpaque) }
    return painted
  }

  @Test("contentPosition selects the part of a picture that fills the view", .proves("C11"))
  func position() throws {
    let size = Size(width: 40, height: 40)
    let left = try painted(size) { $0.contentPosition = Point(x: 0, y: 0.5) }
    #expect(left.count { $0 == red } == 1600)
    let right = try painted(size) { $0.contentPosition = Point(x: 1, y: 0.5) }
    #expect(right.count { $0 == blue } == 1600)
    let middle = try painted(size) { _ in }
    #expect(middle[2, 20] == red && middle[37, 20] == blue)
    let fitted = try painted(size) {
      $0.contentMode = .fit
      $0.contentPosition = Point(x: 0.5, y: 1)
    }
    #expect(fitted[5, 18] == .clear && fitted[5, 22] == red && fitted[5, 38] == red)
    let broken = try painted(size) { $0.contentPosition = Point(x: Double.nan, y: .infinity) }
    #expect(broken.count { $0 == red } == 1600)
  }

  @Test("A view shows only the part of its image in contentsRect", .proves("C10"), arguments: [1, 1.5, 2])
  func crop(scale: Double) throws {
    let right = try painted(Size(width: 60, height: 60), scale: scale) {
      $0.contentsRect = Rect(x: 0.55, y: 0.1, width: 0.4, height: 0.8)
    }
    #expect(right.count { $0 == blue } == right.image.width * right.image.height)
    let none = try painted(Size(width: 60, height: 60), scale: scale) {
      $0.contentsRect = Rect(x: 2, y: 0, width: 1, height: 1)
    }
    #expect(none.count { $0 != .clear } == 0)
  }

  @Test("A blurred copy fills the area around a fitted picture", arguments: [1, 2])
  func blurredFill(scale: Double) throws {
    let size = Size(width: 80, height: 120)
    let plain = try painted(size, scale: scale) { $0.contentMode = .fit }
    let filled = try painted(size, scale: scale) {
      $0.contentMode = .fit
      $0.blurredFillRadius = 12
    }
    #expect(filled.image.isOpaque)
    let pixel = { (x: Double, y: Double) in filled[Int(x * scale), Int(y * scale)] }
    // The picture itself has not changed.
    for y in [42.0, 60, 78] { #expect(pixel(10, y) == plain[Int(10 * scale), Int(y * scale)]) }
    #expect(pixel(2, 20).red > 245 && pixel(77, 20).blue > 245)
    // The edge in the middle is blurred: the exact result is a ramp from red to blue across the radius.
    let middle = pixel(40, 20)
    #expect(abs(Int(middle.red) - 128) < 24 && abs(Int(middle.blue) - 128) < 24)
    #expect(pixel(34, 20).red > middle.red && pixel(46, 20).red < middle.red)
  }

  @Test("A mat surrounds the picture with a border and a beveled edge")
  func mat() throws {
    let matted = try painted(Size(width: 120, height: 80)) {
      $0.mat = ImageMat(EdgeInsets(20), color: .white, bevelWidth: 2, bevelColor: Color(hex: 0x808080))
    }
    #expect(matted.image.isOpaque)
    #expect(matted[10, 40] == .white && matted[60, 5] == .white)
    #expect(matted[25, 40] == red && matted[95, 40] == blue)
    #expect(matted[60, 61] == Pixel(blue: 128, green: 128, red: 128, alpha: 255))
    #expect(matted[60, 18].red < 110)
    let tooWide = try painted(Size(width: 120, height: 80)) { $0.mat = ImageMat(EdgeInsets(90)) }
    #expect(tooWide.image.isOpaque)
  }
}
