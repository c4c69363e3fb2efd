internal import CarouselUI
internal import CommandLineText
internal import Photos

/// The drag of photos out of the window, to another program.
///
/// On the carousel and the single page, a drag swipes or closes, so that a drag out of the window needs Control. Among the thumbnails,
/// it begins on a selected one; on another one begins the rectangle of a selection. A finger that rests opens the menu, which can copy
/// the photo.
@MainActor
enum PhotoDrag {
  /// Returns a source for the view of a photo.
  ///
  /// - Parameter photo: Returns the photo that the view shows; `nil` for no drag.
  static func source(of photo: @escaping () -> Photo?) -> DragSource {
    let source = DragSource { _ in photo().map { content([$0]) } }
    source.canBegin = { $0.kind == .pointer(.primary) && $0.modifiers.contains(.control) }
    return source
  }

  /// Returns a source for a thumbnail.
  ///
  /// - Parameter photos: Returns the selected photos, if the thumbnail is one of them, or else none.
  static func source(ofSelection photos: @escaping () -> [Photo]) -> DragSource {
    let source = DragSource { _ in content(photos()) }
    source.canBegin = { $0.kind == .pointer(.primary) && $0.modifiers.isEmpty && !photos().isEmpty }
    return source
  }

  private static func content(_ photos: [Photo]) -> ContentProvider {
    .uriList(URIList(photos.map { .file(path: $0.absolutePath) }))
  }
}

extension Photo {
  /// The absolute path. A photo with a relative path is in the folder in which the program was started.
  var absolutePath: [UInt8] { PresentFolder.absolute(pathBytes) }
}
