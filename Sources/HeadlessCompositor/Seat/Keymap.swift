/// The keymap sent to clients.
enum Keymap {
  /// Returns a keymap with these layouts as its groups.
  ///
  /// The client's libxkbcommon resolves the includes with the system's xkb-data.
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
