/// The sizes of the thumbnails that desktop programs share.
///
/// freedesktop.org: Thumbnail Managing Standard.
public enum ThumbnailSize: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// 128 × 128 pixels.
  case normal = 128
  /// 256 × 256 pixels.
  case large = 256
  /// 512 × 512 pixels.
  case extraLarge = 512
  /// 1024 × 1024 pixels.
  case extraExtraLarge = 1024

  /// The width and height of the box that the thumbnail fits into, in pixels.
  public var side: Int { rawValue }

  /// The name of the folder for thumbnails of this size.
  package var folderName: String {
    switch self {
    case .normal: "normal"
    case .large: "large"
    case .extraLarge: "x-large"
    case .extraExtraLarge: "xx-large"
    }
  }

  public static func < (first: ThumbnailSize, second: ThumbnailSize) -> Bool {
    first.rawValue < second.rawValue
  }
}
