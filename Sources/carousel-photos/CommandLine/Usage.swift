import CommandLineText
import PhotoBrowserUI

/// The texts of `--help` and `--version`.
nonisolated enum Usage {
  /// The version of the program.
  static let versionNumber = "0.1.0"
  /// The output of `--version`.
  static let version = "carousel-photos \(versionNumber)"
  /// The name under which failed thumbnails are recorded.
  static let programAndVersion = "carousel-photos-0.1"

  /// The forms of the command line.
  static let synopsis = "carousel-photos [OPTION]... [FILE|FOLDER|-]..."
  static let messageSynopsis = "carousel-photos msg [--socket PATH] METHOD [NAME=VALUE]..."

  /// The purpose of the program, in one paragraph.
  static let description = """
    Shows photos in a carousel, in a Wayland window. Without a file or folder it shows the photos in your Pictures \
    folder and its subfolders. A single file fills the window, among the other photos of its folder. Photos that are added, \
    changed, renamed or removed meanwhile are followed. - and -0 read paths from standard input, one a line or \
    separated by zero bytes. msg sends a request to a running carousel-photos; msg --help lists the requests. A file with the \
    name msg is shown by ./msg.
    """

  /// The exit codes with their meanings.
  static let exitCodes: [(ExitCode, String)] = [
    (.success, "success"), (.failed, "a request of msg failed"), (.usage, "invalid command line"),
    (.badData, "damaged recording or different replay"),
    (.noInput, "no photo found, without a window that could say so"),
    (.unavailable, "no Wayland display or a compositor that lacks a required interface"),
    (.cannotWrite, "an output file or a thumbnail could not be written"),
    (.connectionLost, "the compositor closed the connection and did not return within 5 s"),
    (.interrupted, "interrupted"),
  ]

  /// The output of `--help`.
  static var help: String {
    let codes = exitCodes.map { "\($0.0.rawValue) \($0.1)" }.joined(separator: ", ")
    return """
      Usage: \(synopsis)
             \(messageSynopsis)
      \(wrapped(description))

      \(ProgramOption.all.map(line).joined(separator: "\n"))

      \(PhotoCommands.text)
      \(wrapped(PhotoCommands.gestures))

      \(wrapped("Exit codes: \(codes)."))
      """
  }

  private static let indent = 23  // columns before the meaning of an option

  private static func line(_ option: ProgramOption) -> String {
    let start = "  " + option.synopsis
    let gap = String(repeating: " ", count: max(indent - start.count, 1))
    return start + gap + wrapped(option.text, indent: indent)
  }

  /// Returns a text in lines of at most 120 columns; the lines after the first one are indented.
  private static func wrapped(_ text: String, indent: Int = 0) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if !last.isEmpty, indent + last.count + 1 + word.count > 120 {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = last.isEmpty ? String(word) : last + " " + word
      }
    }
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}
