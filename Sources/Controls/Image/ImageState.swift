import Drawing
internal import Geometry
internal import Views

/// Whether an ``ImageView`` has an image, and whether it has released it.
enum ImageState {
  case none
  case loaded(Image)
  /// The image was released after it was painted; a texture cache has the painted pixels. `size` is the size of
  /// the image, in pixels.
  case released(size: Size, isOpaque: Bool)

  /// The size of the image, in pixels; `nil` without an image.
  var size: Size? {
    switch self {
    case .none: nil
    case .loaded(let image): image.size
    case .released(let size, _): size
    }
  }

  /// Whether the image is opaque; `nil` without an image.
  var isOpaque: Bool? {
    switch self {
    case .none: nil
    case .loaded(let image): image.isOpaque
    case .released(_, let isOpaque): isOpaque
    }
  }

  /// Whether both are the same image, or neither is an image. A released image is not identical to any image.
  func isIdentical(to image: Image?) -> Bool {
    switch (self, image) {
    case (.none, nil): true
    case (.loaded(let own), let image?): own.isIdentical(to: image)
    default: false
    }
  }
}

extension Image {
  /// The width and height, in pixels.
  var size: Size { Size(width: Double(width), height: Double(height)) }
}
