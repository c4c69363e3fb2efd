import CarouselUI
import CommandLineText
import Configuration
import ControlChannel
import Kiosk

/// The command line.
nonisolated struct KioskOptions {
  /// The meaning of a command line.
  enum Request {
    /// Print a text and end.
    case text(String)
    /// Print the mistakes of a playlist.
    case check(path: String)
    /// Print what a playlist shows from a time on, for some hours, and write a contact sheet.
    case preview(path: String, KioskSettings, from: LocalTime, hours: Int, sheet: String)
    case hashPIN
    case show(KioskOptions)
    /// Print the mistakes, each in a line, and end.
    case mistakes(ExitCode, [String])
  }

  /// The path of a playlist or of a folder of pictures.
  var content = ""
  var settings = KioskSettings()
  /// The configuration file; `nil` without one.
  private(set) var configuration: KioskConfiguration?
  /// The socket for requests of `msg`.
  var control = ControlOption.automatic

  private static let help = """
    Usage: carousel-kiosk [--config FILE] [FOLDER|PLAYLIST]
           carousel-kiosk msg [--socket PATH] METHOD [NAME=VALUE]...
    Shows pictures on a screen for visitors, who move them as a carousel. A playlist states what is shown when;
    Documentation/Kiosk.md describes it. msg sends a request to a running carousel-kiosk; msg --help lists the requests.

      --config FILE      read the configuration from FILE, which may name the folder or playlist
      --check PLAYLIST   print all mistakes of a playlist with line and column, and exit with 65 if it has any
      --preview TIME     print what the playlist shows from TIME on, such as "2027-03-28 01:59", write pictures of it, and exit
      --hours N          the length of the preview, from 1 to 9000 (default 24)
      --sheet FILE       the HTML file with the pictures of the preview (default: kiosk-preview.html)
      --control SOCKET   the socket for requests of msg; none for no socket (default: a numbered socket in XDG_RUNTIME_DIR)
      --hash-pin         read a PIN from standard input, print its hash for the configuration, and exit
      --help             print this text, and exit
      --version          print the version, and exit

    Exit codes: 0 success, 1 a request of msg failed, 64 invalid command line, 65 mistakes in a playlist or configuration, 66 a file cannot be read,
    69 no Wayland display, 74 a file cannot be written, 75 the service page was asked for a restart.
    """

  /// Reads a command line. The first element is the name of the program.
  static func parse(_ arguments: [String]) -> Request {
    // Paths of playlists and of the state are JSON, which is UTF-8.
    for argument in arguments where ArgumentText.bytes(argument) != Array(argument.utf8) {
      return .mistakes(
        .usage,
        ["“\(ArgumentText.shown(argument))” is not UTF-8; rename the file or folder, or show it by a link"])
    }
    var options = KioskOptions()
    var content: String?
    var (start, hours): (LocalTime?, Int) = (nil, 24)
    var sheet = "kiosk-preview.html"
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return .text(help)
      case "--version": return .text("carousel-kiosk 0.1.0")
      case "--check", "--config":
        guard let path = rest.popFirst() else {
          return .mistakes(.usage, ["\(argument) needs a file; see --help"])
        }
        if argument == "--check" { return .check(path: path) }
        do {
          let configuration = try KioskConfiguration(path)
          options.configuration = configuration
          options.settings = configuration.settings
        } catch {
          return .mistakes(error.code, error.descriptions)
        }
      case "--hash-pin": return .hashPIN
      case "--control":
        guard let path = rest.popFirst() else {
          return .mistakes(.usage, ["--control needs a path; see --help"])
        }
        options.control = ControlOption(path)
      case "--preview":
        guard let time = rest.popFirst().flatMap({ LocalTime($0) }) else {
          return .mistakes(.usage, ["--preview needs a time such as \"2027-03-28 01:59\"; see --help"])
        }
        start = time
      case "--hours":
        guard let number = rest.popFirst().flatMap({ Int($0) }), (1...9000).contains(number) else {
          return .mistakes(.usage, ["--hours needs a number from 1 to 9000; see --help"])
        }
        hours = number
      case "--sheet":
        guard let path = rest.popFirst() else {
          return .mistakes(.usage, ["--sheet needs a file; see --help"])
        }
        sheet = path
      case let option where option.hasPrefix("-") && option != "-":
        return .mistakes(.usage, ["unknown option \(option); see --help"])
      default:
        guard content == nil else { return .mistakes(.usage, ["only one folder or playlist can be shown"]) }
        content = argument
      }
    }
    let isAssigned = content == nil && !options.settings.outputs.assignments.isEmpty && start == nil
    guard let content = content ?? options.settings.content ?? (isAssigned ? "" : nil) else {
      return .mistakes(.usage, ["a folder or playlist is missing; see --help"])
    }
    // A folder or playlist of the command line is shown on all screens.
    if !isAssigned { options.settings.outputs.assignments = [] }
    if let start {
      return .preview(path: content, options.settings, from: start, hours: hours, sheet: sheet)
    }
    options.content = content
    return .show(options)
  }
}
