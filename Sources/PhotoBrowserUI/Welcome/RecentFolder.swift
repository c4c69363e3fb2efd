internal import CarouselUI
import CommandLineText
internal import Glibc
internal import PhotoLibrary

/// A folder that was opened before, as texts for a person.
struct RecentFolder: Equatable {
  /// The absolute path, which need not be UTF-8.
  let path: [UInt8]

  /// The name of the folder.
  var name: String {
    let name = path.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? path
    return Self.text(name)
  }

  /// The path. The home folder is `~`.
  func shortPath(home: [UInt8]?) -> String {
    guard let home, home.count > 1, path.starts(with: home) else { return Self.text(path) }
    let rest = path.dropFirst(home.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/") ? "~" + Self.text(Array(rest)) : Self.text(path)
  }

  /// The home folder of the user.
  static var home: [UInt8]? {
    getenv("HOME").map { home in
      UnsafeBufferPointer(start: home, count: strlen(home)).map { UInt8(bitPattern: $0) }
    }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    DisplayText.printable(String(decoding: bytes, as: UTF8.self))
  }
}

/// A row with the name and the path of a folder. A tap opens the folder.
final class RecentFolderRow: Control {
  private var folder = RecentFolder(path: [])
  private var path = ""
  private var onOpen: () -> Void = {}

  private nonisolated static let padding = 12.0  // points

  convenience init(_ folder: RecentFolder, onOpen: @escaping () -> Void) {
    self.init(size: .zero)
    (self.folder, self.onOpen) = (folder, onOpen)
    path = folder.shortPath(home: RecentFolder.home)
  }

  override func activate() { onOpen() }

  override var semantics: Semantics {
    var semantics = activatable(.button, label: folder.name)
    semantics.hint = path
    return semantics
  }

  /// Large enough for fingers.
  override func sizeThatFits(_ size: Size) -> Size {
    let theme = effectiveTheme
    return Size(
      width: size.width,
      height: max(theme.metrics.touchTarget, (theme.textStyle().size * 3).rounded(.up)))
  }

  override func makePainter() -> Painter? {
    let (state, name, path) = (state, folder.name, path)
    return { canvas in
      let frame = canvas.snapped(state.bounds)
      canvas.fill(.roundedRect(frame, radius: state.theme.metrics.cornerRadius), with: state.flatSurface)
      let side = state.theme.iconSize
      let inner = state.bounds.inset(by: EdgeInsets(horizontal: Self.padding, vertical: 0))
      Icon.folder.draw(
        in: canvas,
        rect: state.directed(
          Rect(x: inner.minX, y: inner.center.y - side / 2, width: side, height: side)),
        color: state.colors.secondary)
      let text = Rect(
        x: inner.minX + side + Self.padding, y: 4, width: max(inner.size.width - side - Self.padding, 0),
        height: max(inner.size.height - 8, 0))
      let half = text.size.height / 2
      let upper = Rect(x: text.minX, y: text.minY, width: text.size.width, height: half)
      let lower = Rect(x: text.minX, y: text.minY + half, width: text.size.width, height: half)
      state.text(name, .body, in: state.directed(upper), canvas: canvas)
      state.text(
        path, .caption, in: state.directed(lower), color: state.colors.secondary, canvas: canvas)
    }
  }
}
