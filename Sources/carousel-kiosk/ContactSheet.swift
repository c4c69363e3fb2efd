import FoundationEssentials
import Glibc
import HeadlessCompositor

/// A page of HTML with pictures of the screen, and the schedule beside them. The pictures are in the file.
struct ContactSheet {
  private let title: String
  /// The file into which each picture is written before it is added.
  private let pictureFile: String
  private var rows: [String] = []
  /// The number of pictures.
  private(set) var count = 0

  /// - Parameter path: The path of the sheet. A temporary file is written beside it.
  init(title: String, beside path: String) { (self.title, pictureFile) = (title, path + ".part.png") }

  /// Begins a part of the schedule.
  mutating func begin(_ time: String, _ entries: String) {
    rows.append("<h2>\(Self.escaped(time))</h2><p>\(Self.escaped(entries))</p>")
  }

  /// Adds a picture of the screen.
  mutating func add(_ capture: Capture, name: String) throws {
    try capture.writePNG(to: pictureFile)
    defer { unlink(pictureFile) }
    let data = try Data(contentsOf: URL(filePath: pictureFile)).base64EncodedString()
    let text = Self.escaped(name.split(separator: "/").last.map { String($0) } ?? "")
    rows.append(
      "<figure><img alt=\"\" src=\"data:image/png;base64,\(data)\"><figcaption>\(text)</figcaption></figure>")
    count += 1
  }

  func write(to path: String) throws {
    let page = """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>\(Self.escaped(title))</title><style>
      body{font:14px/1.4 sans-serif;margin:1.5em;background:#fff;color:#222}h2{font-size:1em;margin:1.5em 0 0}
      p{margin:0 0 .5em;color:#555}figure{display:inline-block;margin:0 8px 8px 0;width:240px;vertical-align:top}
      img{width:240px;display:block;border:1px solid #999}figcaption{overflow-wrap:anywhere;font-size:12px}</style>
      <h1>\(Self.escaped(title))</h1>
      \(rows.joined(separator: "\n"))
      </html>

      """
    try Data(page.utf8).write(to: URL(filePath: path), options: .atomic)
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
