/// The place that text is copied to and pasted from.
///
/// Wayland: `wl_data_device`.
@MainActor
public protocol TextClipboard: AnyObject {
  /// Offers `text` for pasting.
  func write(_ text: String)
  /// Calls `completion` with the text that is offered, perhaps later; `nil` if there is none.
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
