import ControlChannel
import FoundationEssentials
import JSON
import PhotoBrowserUI

/// The command `carousel-photos msg`: sends a request to a running photo browser, and prints the result.
enum Message {
  /// The text of `carousel-photos msg --help`.
  private static var help: String {
    """
    Usage: \(Usage.messageSynopsis)
    Sends a request to the photo browser that was started last, or to the one that was started with --control PATH, and
    prints the result as JSON. Exit codes: 0 success, 1 the request failed, 64 invalid command line, 69 no photo browser.
    A path is relative to the present folder.

    Examples: carousel-photos msg photo.next
              carousel-photos msg open path=holiday
              carousel-photos msg state after=0 within=60

    Methods:
    \(BrowserControl(of: nil).methods.text)
    """
  }

  /// - Parameter arguments: The words after `msg`.
  static func send(_ arguments: ArraySlice<String>) -> Never {
    var words = arguments
    do {
      var path: String?
      if let first = words.first, first == "--socket" || first.hasPrefix("--socket=") {
        words.removeFirst()
        path = first == "--socket" ? words.popFirst() : String(first.dropFirst("--socket=".count))
        if path == nil { quit(.usage, "msg --socket needs a path; see carousel-photos msg --help") }
      }
      if words.isEmpty || words.first == "--help" || words.first == "-h" {
        print(help)
        endProgram(words.isEmpty ? .usage : .success)
      }
      if let option = words.first, option.hasPrefix("-") {
        quit(.usage, "unknown option \(option); see carousel-photos msg --help")
      }
      let request = try ControlWords(words)
      let parameters = request.parameters.map(absolute)
      do { try BrowserControl(of: nil).methods.check(request.method, parameters) } catch {
        quit(.usage, "\(error)")
      }
      let client = try path.map { try ControlClient(path: $0) } ?? ControlOption.numbered?.connect()
      guard let client else {
        quit(.unavailable, "XDG_RUNTIME_DIR is not set; use msg --socket PATH")
      }
      print(try client.call(request.method, parameters, within: 7300).line)
      endProgram(.success)
    } catch let error as ControlSocketError {
      quit(.unavailable, "\(error)")
    } catch let error as ControlError where error.code == .invalidRequest || error.code == .invalidParameters
    {
      quit(.usage, "\(error)")
    } catch {
      quit(.failed, "\(error)")
    }
  }

  /// A path is relative to the folder of the caller, not to that of the browser.
  private static func absolute(_ parameter: JSONMember) -> JSONMember {
    guard parameter.key == "path", let path = parameter.node.text, !path.isEmpty, !path.hasPrefix("/") else {
      return parameter
    }
    return JSONMember(
      key: parameter.key, node: JSONNode(FileManager.default.currentDirectoryPath + "/" + path))
  }
}
