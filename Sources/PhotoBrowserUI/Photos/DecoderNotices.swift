internal import Dispatch

/// The notices of the decoders for the user, such as that a part of their sandbox is missing. Each notice is printed, and shown
/// when there is a window.
@MainActor
package final class DecoderNotices {
  /// Shows a notice. It is called at once with those that came before.
  package var onNotice: ((String) -> Void)? { didSet { show() } }
  private var waiting: [String] = []
  private let print: @Sendable (String) -> Void

  /// - Parameter print: Prints a notice, on any thread.
  init(_ print: @escaping @Sendable (String) -> Void) { self.print = print }

  /// Takes a notice on any thread.
  nonisolated func receive(_ notice: String) {
    print(notice)
    DispatchQueue.main.async { [self] in add(notice) }
  }

  /// Shows a notice, which begins with a lowercase letter.
  package func add(_ notice: String) {
    waiting.append(notice.prefix(1).uppercased() + notice.dropFirst())
    show()
  }

  private func show() {
    guard let onNotice else { return }
    let notices = waiting
    waiting = []
    for notice in notices { onNotice(notice) }
  }
}
