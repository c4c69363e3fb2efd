/// The keymap sent to clients.
enum Keymap {
  /// Returns a keymap whose groups are these layouts.
  ///
  /// The keymap contains include statements. The client's libxkbcommon resolves them with the system's xkb-data.
  static func text(layouts: [String]) -> String {
    let symbols = layouts.enumerated().map { $0.offset == 0 ? $0.element : "\($0.element):\($0.offset + 1)" }
    return """
      xkb_keymap {
        xkb_keycodes { include "evdev+aliases(qwerty)" };
        xkb_types { include "complete" };
        xkb_compat { include "complete" };
        xkb_symbols { include "pc+\(symbols.joined(separator: "+"))+inet(evdev)" };
      };

      """
  }
}
