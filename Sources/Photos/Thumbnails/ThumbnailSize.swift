/// The sizes of the thumbnails that desktop programs share.
///
/// freedesktop.org: Thumbnail Managing Standard.
package enum ThumbnailSize: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// 128 × 128 pixels.
  case normal = 128
  /// 256 × 256 pixels.
  case large = 256
  /// 512 × 512 pixels.
  case extraLarge = 512
  /// 1024 × 1024 pixels.
  case extraExtraLarge = 1024

  /// The width and height of the box that the thumbnail fits into, in pixels.
  package var side: Int { rawValue }

  /// The name of the folder for thumbnails of this size.
  package var folderName: String {
    switch self {
    case .normal: "normal"
    case .large: "large"
    case .extraLarge: "x-large"
    case .extraExtraLarge: "xx-large"
    }
  }

  /// Returns the smallest size that suffices as a preview in a box of `side` × `side` pixels, which is a size of at
  /// least a third of `side`. A larger box gets the largest size.
  ///
  /// A thumbnail of 512 pixels is decoded within a frame; a thumbnail of 1024 pixels takes longer.
  package static func preview(inBoxOf side: Int) -> ThumbnailSize {
    allCases.first { $0.side >= (min(side, 1 << 20) + 2) / 3 } ?? .extraExtraLarge
  }

  package static func < (first: ThumbnailSize, second: ThumbnailSize) -> Bool {
    first.rawValue < second.rawValue
  }
}
