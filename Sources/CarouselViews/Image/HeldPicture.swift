import Drawing
import Geometry

/// What an ``ImageView`` has of its picture.
enum HeldPicture {
  case none
  /// All of it.
  case held(Image)
  /// Nothing but what was painted of it, which is kept elsewhere; its size in pixels.
  case letGo(size: Size, isOpaque: Bool)

  var size: Size? {
    switch self {
    case .none: nil
    case .held(let image): image.size
    case .letGo(let size, _): size
    }
  }

  /// Whether the picture leaves nothing translucent; nil while there is none.
  var isOpaque: Bool? {
    switch self {
    case .none: nil
    case .held(let image): image.isOpaque
    case .letGo(_, let isOpaque): isOpaque
    }
  }

  /// Whether it looks as a view of `image` does.
  func isSame(as image: Image?) -> Bool {
    switch (self, image) {
    case (.none, nil): true
    case (.held(let own), let image?): own.isIdentical(to: image)
    default: false
    }
  }
}

extension Image {
  /// In pixels.
  var size: Size { Size(width: Double(width), height: Double(height)) }
}
