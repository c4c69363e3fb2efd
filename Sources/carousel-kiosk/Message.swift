import ControlChannel
import KioskUI

/// The command `carousel-kiosk msg`.
enum Message {
  private static let examples = """
    Examples: carousel-kiosk msg next
              carousel-kiosk msg show entry=bread.jpg
              carousel-kiosk msg events after=0 within=60
    """

  /// Sends a request to a running kiosk, prints the result, and ends the program.
  ///
  /// - Parameter words: The words after `msg`.
  static func send(_ words: some Sequence<String>) -> Never {
    let message = ControlMessage(to: "carousel-kiosk", KioskControl(of: nil).methods, notes: examples)
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
