import ControlChannel
import PhotoBrowserUI

/// The command `carousel-photos msg`.
enum Message {
  private static let examples = """
    Examples: carousel-photos msg photo.next
              carousel-photos msg open path=holiday
              carousel-photos msg state after=0 within=60
    """

  /// Sends a request to a running photo browser, prints the result, and ends the program.
  ///
  /// - Parameter words: The words after `msg`.
  static func send(_ words: some Sequence<String>) -> Never {
    let message = ControlMessage(
      to: "carousel-photos", BrowserControl(of: nil).methods, notes: examples)
    switch message.send(words) {
    case .success(let text):
      print(text)
      endProgram(.success)
    case .usage(let reason): quit(.usage, reason)
    case .unavailable(let reason): quit(.unavailable, reason)
    case .failed(let reason): quit(.failed, reason)
    }
  }
}
