/// A clipboard for text.
///
/// Wayland: `wl_data_device`.
@MainActor
public protocol TextClipboard: AnyObject {
  /// Makes `text` available for pasting.
  func write(_ text: String)
  /// Calls `completion` with the text of the clipboard, possibly later; with `nil` if it has no text.
  func read(_ completion: @escaping @MainActor (String?) -> Void)
}

/// A clipboard within the program, for views without a window.
@MainActor
public final class LocalClipboard: TextClipboard {
  private var text: String?

  /// Creates an empty clipboard.
  public init() {}

  public func write(_ text: String) { self.text = text }
  public func read(_ completion: @escaping @MainActor (String?) -> Void) { completion(text) }
}
