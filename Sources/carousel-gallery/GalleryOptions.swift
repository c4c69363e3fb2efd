import CarouselUI
import GalleryPages

/// The settings of the command line.
struct GalleryOptions {
  /// The task of the program.
  enum Task {
    case browse
    case screenshot(path: String)
    case tour(folder: String)
    case describe
  }
  /// The request that a command line contains.
  enum Request {
    case show(GalleryOptions)
    case help, list
  }
  /// An invalid command line, with a message for the user.
  struct Problem: Error, CustomStringConvertible { var description: String }

  /// The values of `--theme`.
  enum ThemeName: String { case light, dark, contrast }

  var task = Task.browse
  /// The description to show instead of the examples; `nil` for none.
  var file: String?
  var page = GalleryPage.all[0]
  /// The theme; `nil` for that of the description, or a light one for the examples.
  var theme: ThemeName?
  var isRightToLeft = false
  /// The addresses of the page "remote"; `nil` for the pictures of the program.
  var addresses: [String]?
  /// The size of the window, in points; `nil` for the size in the description, or the usual size.
  var size: Size?
  /// The usual size of the window, in points.
  static let usualSize = Size(width: 1280, height: 720)
  /// The number of pixels per point for pictures. In a session, the compositor determines it.
  var scale = 1.0

  static let usage = """
    usage: carousel-gallery [OPTIONS] [FILE.json]
    Shows examples of carousels, each with its source. With a FILE, shows the views and carousels that the file
    describes, and loads the file again when it is saved.

      --page NAME          begin with a page
      --list               print the names of the pages
      --url ADDRESS        show a picture at an https: or http: address; may be repeated
      --theme NAME         light, dark or contrast; by default the theme of the file, or light
      --rtl                begin at the right
      --size WxH           the size of the window in points; by default the size in the file, or 1280x720
      --scale NUMBER       pixels per point without a Wayland session, 1 to 4
      --screenshot PNG     write a picture of the page or of the file, without a Wayland session
      --tour FOLDER        write a picture of each page, without a Wayland session
      --describe           print the elements of the page or of the file, without a Wayland session: one a line,
                           with role, name, value, states, bounds and actions
      --help               print this text
    """

  /// Parses a command line. The first element is the name of the program.
  ///
  /// - Throws: `Problem` with the option that is unknown or has an invalid value.
  static func parse(_ arguments: [String]) throws(Problem) -> Request {
    var options = GalleryOptions()
    var page: GalleryPage?
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      let name = parts.first ?? ""
      func value() throws(Problem) -> String {
        if parts.count > 1 { return parts[1] }
        guard let next = rest.popFirst() else {
          throw Problem(description: "\(name) needs a value; see --help")
        }
        return next
      }
      switch name {
      case "-h", "--help": return .help
      case "--list": return .list
      case "--rtl": options.isRightToLeft = true
      case "--page": page = try Self.page(value())
      case "--url": options.addresses = (options.addresses ?? []) + [try value()]
      case "--theme": options.theme = try theme(value())
      case "--size": options.size = try size(value())
      case "--scale": options.scale = try scale(value())
      case "--screenshot": options.task = .screenshot(path: try value())
      case "--describe": options.task = .describe
      case "--tour": options.task = .tour(folder: try value())
      default:
        guard !argument.hasPrefix("-"), !argument.isEmpty else {
          throw Problem(description: "unknown option \(name); see --help")
        }
        try options.setFile(argument)
      }
    }
    if let page = page ?? (options.addresses == nil ? nil : GalleryPage.named("remote")) {
      options.page = page
    }
    if options.file != nil, case .tour = options.task {
      throw Problem(description: "--tour shows the examples, not a file; use --screenshot")
    }
    return .show(options)
  }

  private mutating func setFile(_ path: String) throws(Problem) {
    guard file == nil else { throw Problem(description: "\(path): only one file can be shown; see --help") }
    file = path
  }

  private static func page(_ name: String) throws(Problem) -> GalleryPage {
    guard let page = GalleryPage.named(name) else {
      let known = GalleryPage.all.map(\.id).joined(separator: ", ")
      throw Problem(description: "--page \(name): unknown page; use one of \(known)")
    }
    return page
  }

  private static func theme(_ name: String) throws(Problem) -> ThemeName {
    guard let theme = ThemeName(rawValue: name) else {
      throw Problem(description: "--theme \(name): unknown theme; use light, dark or contrast")
    }
    return theme
  }

  private static func size(_ text: String) throws(Problem) -> Size {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (320...4096).contains(width),
      (240...4096).contains(height), width == width.rounded(), height == height.rounded()
    else {
      throw Problem(
        description:
          "--size \(text): invalid size; use WIDTHxHEIGHT from 320x240 to 4096x4096, such as 1280x720")
    }
    return Size(width: width, height: height)
  }

  private static func scale(_ text: String) throws(Problem) -> Double {
    guard let scale = Double(text), (1...4).contains(scale) else {
      throw Problem(description: "--scale \(text): invalid scale; use a number from 1 to 4, such as 1.5")
    }
    return scale
  }
}
