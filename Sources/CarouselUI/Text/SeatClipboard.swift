internal import Views
internal import Windowing

/// A clipboard for the text fields of a window. It belongs to the seat that was used last.
///
/// Wayland: `wl_data_device`, `zwp_primary_selection_device_v1`.
@MainActor
final class SeatClipboard: TextClipboard {
  private let clipboard: () -> Clipboard?

  /// - Parameter clipboard: Returns the clipboard; `nil` if the compositor does not support it.
  private init(_ clipboard: @escaping () -> Clipboard?) { self.clipboard = clipboard }

  /// Returns the clipboard for copying and pasting.
  static func clipboard(of system: WindowSystem) -> SeatClipboard {
    SeatClipboard { [weak system] in system?.clipboard }
  }

  /// Returns the primary selection, which the middle button pastes.
  static func primarySelection(of system: WindowSystem) -> SeatClipboard {
    SeatClipboard { [weak system] in system?.primarySelection }
  }

  func write(_ text: String) { clipboard()?.set(.text(text)) }

  func read(_ completion: @escaping @MainActor (String?) -> Void) {
    guard let content = clipboard()?.content, content.textType != nil else { return completion(nil) }
    content.readText { result in completion(try? result.get()) }
  }
}
