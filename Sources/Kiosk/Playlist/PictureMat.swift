/// A mat around each picture, and a frame around the mat.
package struct PictureMat: Hashable, Sendable {
  /// The color of the mat, as `0xRRGGBB`.
  package var color: UInt32 = 0xF4F1EA
  /// The width of the mat, as a part of the shorter side of the screen.
  package var width = 0.06
  /// The color of the frame, as `0xRRGGBB`; `nil` without a frame.
  package var frame: UInt32?

  /// The allowed widths.
  package static let widths = 0.0...0.3

  package init() {}

  /// Reads a color such as “#F4F1EA”.
  static func color(_ text: String) -> UInt32? {
    // The digits of other scripts have more bytes.
    guard text.utf8.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit) else {
      return nil
    }
    return UInt32(text.dropFirst(), radix: 16)
  }
}
