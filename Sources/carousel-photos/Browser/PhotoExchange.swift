import CarouselUI
import Glibc
import PhotoLibrary

/// Exchanges photos with other programs: it copies the current photo, and receives dropped files and folders.
final class PhotoExchange: DropTarget {
  /// Called with the paths of dropped files and folders.
  var onOpen: (([[UInt8]]) -> Void)?

  private let ui: CarouselWindow

  /// Creates an exchange, and registers it as the drop target of the window.
  init(_ ui: CarouselWindow) {
    self.ui = ui
    ui.window.dropTarget = self
  }

  /// Copies a photo to the clipboard: as a file, for file managers, and as the text of its path.
  func copy(_ photo: Photo) {
    let path = Self.absolute(photo)
    var content = ContentProvider()
    let list = URIList([.file(path: path)])
    content.add(ContentType.uriList) { Array(list.text.utf8) }
    content.addText { String(decoding: path, as: UTF8.self) }
    ui.system.clipboard?.set(content)
  }

  private static func absolute(_ photo: Photo) -> [UInt8] {
    photo.withCPath { path in
      guard let resolved = realpath(path, nil) else { return Array(photo.path.utf8) }
      defer { free(resolved) }
      return resolved.withMemoryRebound(to: UInt8.self, capacity: strlen(resolved)) { bytes in
        Array(UnsafeBufferPointer(start: bytes, count: strlen(resolved)))
      }
    }
  }

  // MARK: DropTarget

  func window(_ window: Window, dropEntered drop: Drop) { drop.accept(ContentType.uriList) }

  func window(_ window: Window, dropPerformed drop: Drop) {
    drop.content.readURIList { [weak self] result in
      drop.finish()
      guard case .success(let list) = result else { return printError("the dropped files cannot be read") }
      let paths = list.entries.compactMap { entry in
        if case .file(let path) = entry { path } else { nil }
      }
      if !paths.isEmpty { self?.onOpen?(paths) }
    }
  }
}
