import Foundation
import Threads

/// The requests of a script as test cases in the XML of JUnit, which CI systems show.
struct JUnitReport {
  private struct Case {
    let name: String
    let failure: String?
    let seconds: Double
  }

  private let name: String
  private let lines: [String]
  private var cases: [Case] = []
  private var begin = MonotonicClock.nanoseconds()

  /// - Parameters:
  ///   - name: The name of the test suite.
  ///   - lines: The texts of all requests.
  init(_ name: String, lines: [String]) { (self.name, self.lines) = (name, lines) }

  /// Adds the next request after it was performed.
  mutating func add(_ text: String, failure: String? = nil) {
    let now = MonotonicClock.nanoseconds()
    cases.append(Case(name: text, failure: failure, seconds: Double(now - begin) / 1e9))
    begin = now
  }

  /// Writes the file. Requests that were not performed are skipped.
  ///
  /// - Parameter notes: The mistakes of the client; they are a test case of their own.
  /// - Throws: `UsageError` if the file cannot be written.
  func write(to path: String, notes: [String]) throws(UsageError) {
    do { try Data(text(notes).utf8).write(to: URL(fileURLWithPath: path)) } catch {
      throw UsageError("--junit cannot write \(path): \(error.localizedDescription)")
    }
  }

  private func text(_ notes: [String]) -> String {
    let client = Case(
      name: "mistakes of the client", failure: notes.isEmpty ? nil : notes.joined(separator: "\n"), seconds: 0
    )
    let all = cases + [client]
    let skipped = lines.dropFirst(cases.count)
    let body =
      all.map { Self.element($0, of: name) }
      + skipped.map { "  <testcase \(Self.names(name, $0))><skipped/></testcase>" }
    let seconds = cases.reduce(0) { $0 + $1.seconds }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="\(Self.escaped(name))" tests="\(body.count)" failures="\(all.count { $0.failure != nil })" \
      errors="0" skipped="\(skipped.count)" time="\(Self.number(seconds))">
      \(body.joined(separator: "\n"))
      </testsuite>

      """
  }

  private static func element(_ item: Case, of suite: String) -> String {
    let start = "  <testcase \(names(suite, item.name)) time=\"\(number(item.seconds))\""
    guard let failure = item.failure else { return start + "/>" }
    return start + "><failure message=\"\(escaped(failure))\"/></testcase>"
  }

  private static func names(_ suite: String, _ name: String) -> String {
    "classname=\"\(escaped(suite))\" name=\"\(escaped(name))\""
  }

  private static func number(_ seconds: Double) -> String { String(format: "%.3f", seconds) }

  /// Returns a text for an attribute. XML permits no control characters; a line break must be a reference.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result += "&#\(scalar.value);"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
