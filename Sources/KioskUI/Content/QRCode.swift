internal import CQREncode
internal import CarouselUI

/// The modules of a QR code: the dark and light squares.
struct QRCode: Hashable, Sendable {
  /// The number of modules on each side.
  let side: Int
  /// The dark modules, row by row.
  private let dark: [Bool]

  /// Creates the code of a text; `nil` if the text is empty or too long, or memory is missing.
  ///
  /// libqrencode: `QRcode_encodeData`.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    // Level M corrects 15 % of the code, such as a reflection on the screen. 0 is the smallest version that fits.
    guard !bytes.isEmpty, let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
      return nil
    }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    guard side > 0, let data = code.pointee.data else { return nil }
    self.side = side
    dark = (0..<side * side).map { data[$0] & 1 != 0 }
  }

  func isDark(x: Int, y: Int) -> Bool { dark[y * side + x] }
}

/// A view that shows a QR code, dark on white with the margin that scanners need.
final class QRCodeView: View {
  /// The text of the code.
  var text: String {
    didSet {
      guard text != oldValue else { return }
      code = QRCode(text)
      accessibilityLabel = text
      setNeedsDisplay()
    }
  }
  private var code: QRCode?

  /// The margin, in modules.
  ///
  /// ISO/IEC 18004: quiet zone.
  private static let margin = 4

  init(_ text: String, size: Size = .zero) {
    (self.text, code) = (text, QRCode(text))
    super.init(size: size)
    isUserInteractionEnabled = false
    accessibilityRole = .image
    accessibilityLabel = text
  }

  override func makePainter() -> Painter? {
    let (code, size, margin) = (code, size, Self.margin)
    return { canvas in
      let bounds = Rect(origin: .zero, size: size)
      canvas.fill(.roundedRect(bounds, radius: min(size.width, size.height) / 24), with: .white)
      guard let code else { return }
      let count = Double(code.side + 2 * margin)
      let unit = min(size.width, size.height) / count
      var path = Path()
      for y in 0..<code.side {
        // Dark modules that touch are one rectangle, so that no seam is between them.
        var x = 0
        while x < code.side {
          guard code.isDark(x: x, y: y) else {
            x += 1
            continue
          }
          let start = x
          while x < code.side, code.isDark(x: x, y: y) { x += 1 }
          path.addRect(
            canvas.snapped(
              Rect(
                x: Double(start + margin) * unit, y: Double(y + margin) * unit,
                width: Double(x - start) * unit, height: unit)))
        }
      }
      canvas.fill(path, with: Color(white: 0.05))
    }
  }
}
