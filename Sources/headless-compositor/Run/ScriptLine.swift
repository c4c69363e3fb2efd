import ControlChannel
import Foundation

/// A line of a script.
struct ScriptLine {
  /// The number of the request, counted from 1.
  let index: Int
  /// The number of the line, counted from 1.
  let number: Int
  let text: String
  /// The text as the description of a test of TAP, in which “#” begins a directive such as TODO.
  var title: String { text.replacingOccurrences(of: "#", with: "\\#") }
  let request: ControlWords

  /// Reads the lines of a script that are not empty.
  ///
  /// - Throws: `UsageError` if the file cannot be read or a line is wrong.
  static func read(_ path: String) throws(UsageError) -> [ScriptLine] {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw UsageError("--script cannot read \(path)")
    }
    guard data.count <= 1 << 20, var text = String(validating: data, as: UTF8.self) else {
      throw UsageError("--script needs a file of UTF-8 with at most 1 MiB, not \(path)")
    }
    if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
    let lines = try parse(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline), of: path)
    guard !lines.isEmpty else { throw UsageError("--script needs a file with requests; \(path) has none") }
    return lines
  }

  /// Returns the requests of the lines of a script that are not empty.
  ///
  /// - Parameter path: The name of the script in messages.
  /// - Throws: `UsageError` with the wrong line.
  static func parse(_ texts: [some StringProtocol], of path: String) throws(UsageError) -> [ScriptLine] {
    var lines: [ScriptLine] = []
    for (index, line) in texts.enumerated() {
      do throws(ControlError) {
        let words = try ControlWords.words(of: line)
        guard !words.isEmpty else { continue }
        lines.append(
          ScriptLine(
            index: lines.count + 1, number: index + 1, text: line.trimmingCharacters(in: .whitespaces),
            request: try ControlWords(words)))
      } catch {
        throw UsageError("\(path), line \(index + 1): \(error)")
      }
    }
    return lines
  }

  /// Checks the name and the parameters of the request.
  ///
  /// - Throws: `UsageError` with the line.
  func check(_ methods: ControlMethods, in path: String) throws(UsageError) {
    do { try methods.check(request.method, request.parameters) } catch {
      throw UsageError("\(path), line \(number): \(error)")
    }
  }
}
