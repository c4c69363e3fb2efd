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

  /// The largest number of characters of a keymap for ``text(typing:)``, because a keycode has one byte in X11's keymaps.
  static let mostScalars = 200
  /// The code of the first key of such a keymap.
  static let firstCode: UInt32 = 1

  /// Returns a keymap with a key for each of these characters.
  static func text(typing scalars: [Unicode.Scalar]) -> String {
    let names = scalars.indices.map { "<K\($0)>" }
    // A keycode of XKB is the code of the kernel + 8.
    let codes = zip(names, scalars.indices).map { "\($0) = \($1 + Int(firstCode) + 8);" }
    let symbols = zip(names, scalars).map { "key \($0) {[ \(symbol($1)) ]};" }
    return """
      xkb_keymap {
        xkb_keycodes "text" { minimum = 8; maximum = 255; \(codes.joined(separator: " ")) };
        xkb_types "text" { include "complete" };
        xkb_compat "text" { include "complete" };
        xkb_symbols "text" { \(symbols.joined(separator: " ")) };
      };

      """
  }

  private static func symbol(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "Return"
    case "\t": "Tab"
    default:
      "U" + String(repeating: "0", count: max(0, 4 - String(scalar.value, radix: 16).count))
        + String(scalar.value, radix: 16, uppercase: true)
    }
  }
}
