import CarouselUI
import CommandLineText
import ControlChannel
import PhotoBrowserUI

/// The manual page of the program in the language of troff, from the tables of options and commands.
nonisolated enum ManualPage {
  /// The output of `--manual`.
  @MainActor static var text: String {
    var lines = [
      ".TH CAROUSEL\\-PHOTOS 1 \"\" \"\(Usage.version)\" \"User Commands\"",
      ".SH NAME", "carousel\\-photos \\- show photos in a carousel, a grid, or one at a time",
      ".SH SYNOPSIS", ".B carousel\\-photos", "[\\fIOPTION\\fR]... [\\fIFILE\\fR|\\fIFOLDER\\fR|\\-]...",
      ".br",
      ".B carousel\\-photos msg",
      "[\\-\\-socket \\fIPATH\\fR] \\fIMETHOD\\fR [\\fINAME\\fR=\\fIVALUE\\fR]...",
      ".SH DESCRIPTION", escaped(Usage.description), ".SH OPTIONS",
    ]
    for option in ProgramOption.all { lines += entry(option) }
    for section in PhotoCommands.sections {
      lines.append(".SH \(section.title.uppercased())")
      for command in section.commands where !command.shortcuts.isEmpty {
        lines += [".TP", ".B \"\(escaped(command.shortcutText))\"", escaped(command.title)]
      }
    }
    lines += [".SH POINTER AND TOUCH", escaped(PhotoCommands.gestures), ".SH REQUESTS"]
    for request in BrowserControl(of: nil).methods.usages {
      lines += [".TP", ".B \"\(escaped(request.usage))\"", escaped(request.summary)]
    }
    lines.append(".SH EXIT STATUS")
    for (code, meaning) in Usage.exitCodes { lines += [".TP", ".B \(code.rawValue)", escaped(meaning)] }
    lines += [".SH ENVIRONMENT"]
    for (name, meaning) in variables { lines += [".TP", ".B \(name)", escaped(meaning)] }
    return lines.joined(separator: "\n")
  }

  private static let variables = [
    ("CAROUSEL_DECODER", "the absolute path of the program carousel-decoder, in place of the installed one"),
    (
      "CAROUSEL_WITHOUT_SECCOMP",
      "with the value 1, photos are decoded on a kernel without seccomp, where a hostile photo can harm the computer"
    ),
    ("CAROUSEL_PHOTOS_LOG", "a file to which a line is added each time the photos come to rest, for scripts"),
    ("WAYLAND_DISPLAY", "the compositor on which the window opens"),
    ("XDG_DATA_HOME", "the folder of the sample photos; by default ~/.local/share"),
    ("XDG_RUNTIME_DIR", "the folder of the sockets for requests"),
    ("XDG_STATE_HOME", "the folder of the list of recent folders; by default ~/.local/state"),
  ]

  private static func entry(_ option: ProgramOption) -> [String] {
    let names = [option.shortName, option.name].compactMap(\.self)
      .map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
    let value = option.value.map { value in
      option.isValueOptional ? "[=\\fI\(escaped(value))\\fR]" : " \\fI\(escaped(value))\\fR"
    }
    return [".TP", names + (value ?? ""), escaped(option.text)]
  }

  /// Returns a text that troff prints as it is. A line that begins with a period or an apostrophe would be a request.
  static func escaped(_ text: String) -> String {
    var result = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "\n": result += "\n"
      default:
        if scalar.isASCII {
          result.unicodeScalars.append(scalar)
        } else {
          result += names[scalar] ?? "\\[u\(hexadecimal(scalar.value))]"
        }
      }
    }
    return result
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }

  /// The names of characters that troff also prints in ASCII.
  private static let names: [Unicode.Scalar: String] = [
    "←": "\\(<-", "→": "\\(->", "↑": "\\(ua", "↓": "\\(da", "×": "\\(mu", "°": "\\(de", "–": "\\(en",
    "“": "\\(lq", "”": "\\(rq", "’": "\\(cq", "…": "...",
  ]
}
