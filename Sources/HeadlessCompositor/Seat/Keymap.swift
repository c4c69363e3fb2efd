/// The layout handed to clients.
///
/// The includes are resolved by the client's libxkbcommon from the system's xkb-data.
enum Keymap {
  static let text = """
    xkb_keymap {
      xkb_keycodes { include "evdev+aliases(qwerty)" };
      xkb_types { include "complete" };
      xkb_compat { include "complete" };
      xkb_symbols { include "pc+us+inet(evdev)" };
    };

    """
}
