internal import CarouselUI
internal import PhotoBrowsing
internal import Photos

extension PhotoBrowser {
  /// Lets a screen reader speak a change that the user sees.
  func announce(_ effect: BrowserEffect) {
    switch effect {
    case .zoom(let zoom, animated: true): content.announce(zoom.spokenText)
    case .orient(let id) where id == state.current: content.announce(state.orientation.spokenText)
    default: break
    }
  }
}

extension PhotoZoom {
  /// The zoom for a screen reader.
  fileprivate var spokenText: String {
    switch self {
    case .fit: "Fits into the window"
    case .fill: "Fills the window"
    case .actual: "Zoom 100 %"
    case .scale(let scale): Int(exactly: (scale * 100).rounded()).map { "Zoom \($0) %" } ?? "Zoom"
    }
  }
}

extension ImageOrientation {
  /// The orientation of a photo in the window for a screen reader.
  fileprivate var spokenText: String {
    switch self {
    case .upright: "Not rotated"
    case .quarterClockwise: "Rotated to the right"
    case .upsideDown: "Upside down"
    case .quarterCounterclockwise: "Rotated to the left"
    case .mirrored: "Mirrored"
    case .transversed: "Mirrored, rotated to the right"
    case .mirroredUpsideDown: "Mirrored, upside down"
    case .transposed: "Mirrored, rotated to the left"
    }
  }
}
