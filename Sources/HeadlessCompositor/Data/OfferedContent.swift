import Glibc

/// Data that can be read in one or more MIME types: a client's source, or the data of a test.
@MainActor protocol OfferedContent: AnyObject {
  /// The MIME types, in the order they were offered.
  var types: [String] { get }
  /// Writes the data of a type to a descriptor and then closes the descriptor, possibly after this method has returned.
  func send(_ type: String, to file: Int32)
  /// Notifies the owner that the data is no longer the selection, or that its drag has ended without a drop.
  func canceled()
  /// Notifies the owner that the target of a drag accepts another type; nil if it accepts none.
  func targetChanged(_ type: String?)
  /// Notifies the owner that the action of a drag has changed.
  func actionChanged(_ action: DragActions)
  /// Notifies the owner that the data was dropped.
  func dropPerformed()
  /// Notifies the owner that the target of a drop has received the data.
  func finished()
}

extension OfferedContent {
  func targetChanged(_ type: String?) {}
  func actionChanged(_ action: DragActions) {}
  func dropPerformed() {}
  func finished() {}
}

extension [String] {
  /// Adds the MIME type of a client's offer. More than 32 KiB of types are ignored: their events would not fit into the socket of the
  /// client that gets them, and libwayland would disconnect it.
  mutating func appendOffer(_ type: String) {
    let bytes = reduce(0) { $0 + $1.utf8.count }
    if bytes + type.utf8.count <= 32_768, count < 1000 { append(type) }
  }
}

/// Data that a test offers, as another client would.
@MainActor final class FixedContent: OfferedContent {
  let types: [String]
  private let bytes: [String: [UInt8]]
  private weak var compositor: Compositor?
  private(set) var isCanceled = false

  init(_ content: [(type: String, bytes: [UInt8])], in compositor: Compositor?) {
    types = content.map(\.type)
    bytes = Dictionary(content.map { ($0.type, $0.bytes) }) { $1 }
    self.compositor = compositor
  }

  func send(_ type: String, to file: Int32) {
    guard let compositor, let bytes = bytes[type], !bytes.isEmpty else {
      close(file)
      return
    }
    ContentTransfer.write(bytes, to: file, in: compositor)
  }

  func canceled() { isCanceled = true }
}

/// Data whose owner accepts requests but never sends data.
@MainActor final class StalledContent: OfferedContent {
  let types: [String]
  private var files: [Int32] = []

  init(_ types: [String]) { self.types = types }

  isolated deinit { for file in files { close(file) } }

  func send(_ type: String, to file: Int32) {
    files.append(file)
    // The reader of the oldest pipe gets the end of the data, so that a client cannot use up the descriptors.
    if files.count > 64 { close(files.removeFirst()) }
  }

  func canceled() {}
}
