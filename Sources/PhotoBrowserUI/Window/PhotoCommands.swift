package import CarouselUI
package import PhotoBrowsing
internal import PhotoLibrary

/// The commands of the browser, in the order of the key help.
package enum PhotoCommands {
  /// A key that has the same meaning with Shift.
  private static func key(_ key: Key) -> Shortcut { Shortcut(key, allowsShift: true) }

  // The carousel handles the arrow keys and those beside them itself while it has the focus.
  static let previous = Command(
    "photo.previous", title: "Previous photo", shortcuts: [Shortcut(.left), Shortcut(.up)], isRepeating: true)
  static let next = Command(
    "photo.next", title: "Next photo", shortcuts: [Shortcut(.right), Shortcut(.down), Shortcut(.space)],
    isRepeating: true)
  static let backward = Command(
    "photo.backward", title: "Five photos back", shortcuts: [Shortcut(.pageUp)], isRepeating: true)
  static let forward = Command(
    "photo.forward", title: "Five photos forward", shortcuts: [Shortcut(.pageDown)], isRepeating: true)
  static let first = Command("photo.first", title: "First photo", shortcuts: [Shortcut(.home)])
  static let last = Command("photo.last", title: "Last photo", shortcuts: [Shortcut(.end)])
  static let open = Command("photo.open", title: "Open the photo", shortcuts: [Shortcut(.return)])
  static let grid = Command(
    "photo.grid", title: "Show all photos as thumbnails", icon: .thumbnails, shortcuts: [key("g")])
  static let copy = Command("photo.copy", title: "Copy the photo", shortcuts: [Shortcut("c", .control)])
  static let vertical = Command("view.vertical", title: "Vertical", shortcuts: [key("v")])
  static let fullscreen = Command(
    "view.fullscreen", title: "Full screen", icon: .fullscreen, shortcuts: [key("f"), key(.f11)])
  /// Shows the single page, or goes back from it.
  static let whole = Command("photo.whole", title: "Show one photo", icon: .photo)
  static let panel = Command(
    "view.panel", title: "Information about the photo", icon: .info, shortcuts: [key("i")])
  static let strip = Command(
    "view.strip", title: "Thumbnail strip", icon: .strip, shortcuts: [key("s")])
  static let name = Command("view.name", title: "Name of the photo", shortcuts: [key("d")])
  static let header = Command("view.header", title: "Toolbar", shortcuts: [key("h")])
  static let menu = Command("window.menu", title: "Open the menu", icon: .menu, shortcuts: [Shortcut(.f10)])
  static let openFolder = Command(
    "folder.open", title: "Open a folder…", icon: .folder, shortcuts: [Shortcut("o", .control)])
  static let nextType = Command("type.next", title: "Next carousel type", shortcuts: [key("t")])
  static let help = Command(
    "help.keys", title: "Show or hide the keys", shortcuts: [Shortcut("?"), key(.f1)])
  static let dismiss = Command(
    "window.dismiss", title: "Go back, leave full screen, or quit", shortcuts: [key(.escape)])
  static let quit = Command("window.quit", title: "Quit", shortcuts: [key("q")])

  static let names = Command(
    "view.names", title: "Names below the thumbnails", shortcuts: [key("n")])
  static let find = Command(
    "photo.find", title: "Find a photo by its name or date", icon: .search,
    shortcuts: [Shortcut("/"), Shortcut("f", .control)])
  static let findNext = Command(
    "photo.findNext", title: "Next photo that was found", icon: .down, shortcuts: [Shortcut("g", .control)],
    isRepeating: true)
  static let findPrevious = Command(
    "photo.findPrevious", title: "Previous photo that was found", icon: .up,
    shortcuts: [Shortcut("g", [.control, .shift])],
    isRepeating: true)
  /// The orders of the photos, each with its command.
  static let orders: [(key: PhotoOrder.Key, command: Command)] = [
    (.name, Command("sort.name", title: "Sort by name")),
    (.dateTaken, Command("sort.taken", title: "Sort by the date on which photos were taken")),
    (.dateModified, Command("sort.modified", title: "Sort by the date of the files")),
    (.size, Command("sort.size", title: "Sort by the size of the files")),
    (.shape, Command("sort.shape", title: "Sort by shape")),
  ]
  static let reverse = Command("sort.reverse", title: "Reverse the order")

  /// The carousel types that have a key, each with its command. The keys are 1 to 9 and then 0, as on the keyboard.
  package static let types: [(type: CarouselType, command: Command)] =
    CarouselType.allCases.filter { $0 != .custom }.enumerated().map { index, type in
      let digits = Array("1234567890".unicodeScalars)
      return (
        type,
        Command(
          "type.\(type.rawValue)", title: "Type \(words(of: type.rawValue))",
          shortcuts: digits.indices.contains(index) ? [Shortcut(Key(digits[index]))] : [])
      )
    }

  /// All commands of the window.
  package static let all =
    [previous, next, backward, forward, first, last, open, grid, slideshow, copy] + types.map(\.command)
    + [
      nextType, vertical, whole, fullscreen, panel, strip, name, header, openFolder, menu, help, dismiss,
      quit, find, findNext, findPrevious,
    ] + orders.map(\.command) + [reverse] + slideshowSettings

  // The page of a single photo handles these commands before the window handles its own.
  static let singlePrevious = Command(
    "single.previous", title: "Previous photo",
    shortcuts: [Shortcut(.left), Shortcut(.up), Shortcut(.backspace), Shortcut(.pageUp)], isRepeating: true)
  static let singleNext = Command(
    "single.next", title: "Next photo",
    shortcuts: [Shortcut(.right), Shortcut(.down), Shortcut(.space), Shortcut(.pageDown)], isRepeating: true)
  static let close = Command("single.close", title: "Close the photo", shortcuts: [Shortcut(.return)])
  static let zoomIn = Command(
    "zoom.in", title: "Zoom in", icon: .zoomIn, shortcuts: [Shortcut("+"), Shortcut("=")], isRepeating: true)
  static let zoomOut = Command(
    "zoom.out", title: "Zoom out", icon: .zoomOut, shortcuts: [Shortcut("-")], isRepeating: true)
  static let keepZoom = Command("zoom.keep", title: "Keep the zoom for the next photo", shortcuts: [key("k")])
  static let rotate = Command(
    "photo.rotate", title: "Rotate the photo clockwise", icon: .rotate, shortcuts: [Shortcut("r")])
  static let rotateBack = Command(
    "photo.rotateBack", title: "Rotate the photo counterclockwise", shortcuts: [Shortcut("r", .shift)])
  static let mirror = Command("photo.mirror", title: "Mirror the photo", shortcuts: [key("m")])
  static let saveRotation = Command(
    "photo.saveRotation", title: "Save the rotation in the file", shortcuts: [Shortcut("s", .control)])
  static let undo = Command(
    "photo.undo", title: "Undo the saved rotation", shortcuts: [Shortcut("z", .control)])
  static let background = Command(
    "view.background", title: "Next background of the photo", shortcuts: [key("b")])
  static let playPause = Command(
    "animation.play", title: "Play or pause the animation", shortcuts: [key("p")])
  static let nextFrame = Command(
    "animation.next", title: "Next frame of the animation", shortcuts: [Shortcut(".")], isRepeating: true)
  static let previousFrame = Command(
    "animation.previous", title: "Previous frame of the animation", shortcuts: [Shortcut(",")],
    isRepeating: true)
  /// The commands that move a zoomed photo, with the distance in sizes of the page.
  static let moves: [(command: Command, x: Double, y: Double)] = [
    ("left", "Scroll the zoomed photo left", Key.left, -0.1, 0.0),
    ("right", "Scroll the zoomed photo right", .right, 0.1, 0),
    ("up", "Scroll the zoomed photo up", .up, 0, -0.1),
    ("down", "Scroll the zoomed photo down", .down, 0, 0.1),
  ].map { name, title, key, x, y in
    (Command("zoom.\(name)", title: title, shortcuts: [Shortcut(key, .shift)], isRepeating: true), x, y)
  }
  /// The commands that show a photo at a zoom.
  static let zooms: [(command: Command, zoom: PhotoZoom)] = [
    (Command("zoom.fit", title: "Fit the photo into the window", shortcuts: [Shortcut("0")]), .fit),
    (Command("zoom.actual", title: "Show the actual pixels", shortcuts: [Shortcut("1")]), .actual),
    (Command("zoom.fill", title: "Fill the window", shortcuts: [Shortcut("2")]), .fill),
  ]

  /// The commands of the page of a single photo.
  static let single =
    [singlePrevious, singleNext, close, zoomIn, zoomOut] + zooms.map(\.command) + [
      keepZoom, rotate, rotateBack, mirror, saveRotation, undo, background, playPause, nextFrame,
      previousFrame,
    ] + moves.map(\.command)

  /// The commands that a page has besides those of the window.
  static func own(of page: BrowserState.Page) -> [Command] {
    switch page {
    case .carousel: types.map(\.command) + [nextType, vertical]
    case .grid: [zoomIn, zoomOut, names]
    case .single: single
    case .slideshow: slideshowPage
    }
  }

  /// The commands of the window in place of which a page has its own.
  private static func replaced(on page: BrowserState.Page) -> [Command] {
    switch page {
    case .carousel, .grid: []
    case .single: [previous, next, backward, forward, open]
    case .slideshow: [previous, next, backward, forward, open, find]
    }
  }

  /// The commands that can be performed on a page, those of the page first.
  package static func all(on page: BrowserState.Page) -> [Command] {
    let others = Set((own(of: .carousel) + replaced(on: page)).map(\.id))
    let common = all.filter { !others.contains($0.id) }
    // The types of the carousel are at their place in the list of the window.
    return page == .carousel ? all : own(of: page) + common
  }

  /// The commands of all pages in groups with titles, those of the shown page first.
  static func groups(
    on page: BrowserState.Page
  ) -> [(title: String, page: BrowserState.Page, commands: [Command])] {
    let own = own(of: page)
    let ids = Set(own.map(\.id))
    let common = all(on: page).filter { !ids.contains($0.id) }
    let others = BrowserState.Page.allCases.filter { $0 != page }.map { other in
      let commands = self.own(of: other) + (other == .carousel ? replaced(on: page) : [])
      return (title: title(of: other), page: other, commands: commands)
    }
    return [("This page: \(title(of: page))", page, own), ("All pages", page, common)] + others
  }

  private static func title(of page: BrowserState.Page) -> String {
    switch page {
    case .carousel: "Carousel"
    case .grid: "Thumbnails"
    case .single: "One photo"
    case .slideshow: "Slideshow"
    }
  }

  /// Returns a name such as "coverFlow2" as words.
  static func words(of name: String) -> String {
    name.reduce(into: "") { text, character in
      if character.isUppercase || character.isNumber { text += " " }
      text += character.lowercased()
    }
  }

  /// The commands in groups with titles, for the descriptions of the program.
  package static var sections: [(title: String, commands: [Command])] {
    [
      ("Keys", all), ("Keys on the page of thumbnails", own(of: .grid)),
      ("Keys while one photo fills the window", single), ("Keys in a slideshow", slideshowPage),
    ]
  }

  /// The gestures of the pointer and of fingers, in one paragraph.
  package static let gestures = """
    You can also scroll with the wheel or a touchpad, drag, and tap a photo. A tap on the photo in the middle opens \
    it. There, swipe to the next photo, and drag it up or down, or pinch it, to go back. Two fingers, the wheel with \
    Ctrl, or a double tap zoom it; then a drag moves it. A drag with the mouse and Ctrl takes the photo to another program, and so \
    does a drag of selected thumbnails.
    """

  /// The keys of all commands as text, for `--help`.
  package static var text: String {
    let width = sections.flatMap(\.commands).map(\.shortcutText.count).max() ?? 0
    func lines(_ commands: [Command]) -> String {
      commands.filter { !$0.shortcuts.isEmpty }.map { command in
        let keys = command.shortcutText
        return "  \(keys)\(String(repeating: " ", count: width - keys.count))  \(command.title)"
      }.joined(separator: "\n")
    }
    return sections.map { "\($0.title):\n" + lines($0.commands) }.joined(separator: "\n")
  }
}
