package import DecoderProtocol
package import Drawing
package import Geometry

extension TargetSize {
  /// Creates the box that a picture must fill to cover `size` pixels. Sizes that are not finite become one
  /// pixel.
  package init(covering size: Size) {
    func side(_ value: Double) -> Int { value.isFinite ? Int(min(max(value.rounded(.up), 1), 32767)) : 1 }
    self.init(width: side(size.width), height: side(size.height), shape: .filling)
  }

  /// The width and height of the box.
  package var size: Size { Size(width: Double(width), height: Double(height)) }

  /// Whether an image that was decoded for this box is sharp in the other box.
  package func covers(_ other: TargetSize) -> Bool {
    width >= other.width && height >= other.height && (shape == other.shape || shape == .filling)
  }

  /// Returns a box for which a decoded image is sharp in both boxes.
  package func union(_ other: TargetSize) -> TargetSize {
    TargetSize(
      width: max(width, other.width), height: max(height, other.height),
      shape: shape == other.shape ? shape : .filling)
  }

  /// Whether an image covers the box without being enlarged.
  package func isCovered(by image: Image) -> Bool { image.width >= width && image.height >= height }

  /// Whether the box shows the image at exactly the image's size.
  package func shows(_ image: Image) -> Bool {
    size(forImageOf: image.width, by: image.height) == (image.width, image.height)
  }

  /// The box of a reduced image, with a quarter of the width and height. JPEG decodes this size with less
  /// memory and without scaling rows.
  package var reduced: TargetSize { TargetSize(width: width / 4, height: height / 4, shape: shape) }
}
