import CXkbCommon
import Glibc
import Input

/// The user's keyboard layouts. Translates key codes to keys and text.
///
/// xkbcommon: `xkb_keymap`, `xkb_state`, `xkb_compose_state`.
@MainActor
final class Keymap {
  /// The result of translating a key code.
  struct Translation {
    /// As in `KeyEvent.key`.
    var key: Key
    /// As in `KeyEvent.latinKey`.
    var latinKey: Key
    /// As in `KeyEvent.text`.
    var text: String?
  }

  private let context: OpaquePointer
  private let keymap: OpaquePointer
  private let state: OpaquePointer
  /// The compose sequences of the locale; compiled with the first key that may begin one, because that takes longer than
  /// opening a window.
  private lazy var compose = Self.makeCompose(context)
  private var usesCompose = false

  /// XKB code = evdev code + 8.
  private static let codeOffset: UInt32 = 8

  /// Compiles a keymap from the first `size` bytes of `descriptor`; nil when they are not a valid keymap.
  ///
  /// The file is read, not mapped: reading a mapped file that the compositor has shrunk would raise SIGBUS.
  init?(descriptor: Int32, size: Int) {
    guard let text = Self.text(of: descriptor, size: size),
      let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS)
    else { return nil }
    xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    let compiled = text.withUnsafeBufferPointer {
      xkb_keymap_new_from_buffer(
        context, $0.baseAddress, $0.count, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
    }
    guard let keymap = compiled, let state = xkb_state_new(keymap) else {
      xkb_keymap_unref(compiled)
      xkb_context_unref(context)
      return nil
    }
    self.keymap = keymap
    self.state = state
    self.context = context
  }

  isolated deinit {
    if usesCompose { xkb_compose_state_unref(compose) }
    xkb_state_unref(state)
    xkb_keymap_unref(keymap)
    xkb_context_unref(context)
  }

  /// Returns the text at the start of a regular file, without the terminating zero byte if there is one.
  private static func text(of descriptor: Int32, size: Int) -> [CChar]? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    // A keymap has about 60 KiB, so 16 MiB is a safe limit.
    let count = min(size, Int(status.st_size), 16 << 20)
    guard count > 0 else { return nil }
    var text = [CChar](repeating: 0, count: count)
    let read = pread(descriptor, &text, count, 0)
    guard read > 0 else { return nil }
    return Array(text.prefix(read).prefix { $0 != 0 })
  }

  private static func makeCompose(_ context: OpaquePointer) -> OpaquePointer? {
    let names: [String] = ["LC_ALL", "LC_CTYPE", "LANG"]
    let values = names.compactMap { name in getenv(name).map { String(cString: $0) } }
    let locale = values.first { !$0.isEmpty } ?? "C"
    guard let table = xkb_compose_table_new_from_locale(context, locale, XKB_COMPOSE_COMPILE_NO_FLAGS)
    else { return nil }
    defer { xkb_compose_table_unref(table) }
    return xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS)
  }

  /// Whether a compose sequence may begin with this key. None begins with Escape, a cursor key or a modifier.
  private static func mayBeginSequence(_ symbol: xkb_keysym_t) -> Bool {
    switch symbol {
    case 0xFF1B, 0xFF50...0xFF58, 0xFFE1...0xFFEE: false  // XKB_KEY_Escape, Home…Begin, Shift_L…Hyper_R
    default: true
    }
  }

  /// Sets the modifiers and the layout in effect.
  ///
  /// Wayland: `wl_keyboard.modifiers`.
  func update(depressed: UInt32, latched: UInt32, locked: UInt32, layout: UInt32) {
    xkb_state_update_mask(state, depressed, latched, locked, 0, 0, layout)
  }

  /// The modifiers in effect.
  var modifiers: KeyModifiers {
    let names: [(String, KeyModifiers)] = [
      ("Shift", .shift), ("Control", .control), ("Mod1", .alt), ("Mod4", .logo), ("Lock", .capsLock),
      ("Mod2", .numLock),
    ]
    var active: KeyModifiers = []
    for (name, modifier) in names
    where xkb_state_mod_name_is_active(state, name, XKB_STATE_MODS_EFFECTIVE) > 0 {
      active.insert(modifier)
    }
    return active
  }

  /// Whether the key repeats while it is held down.
  func repeats(_ code: UInt32) -> Bool { xkb_keymap_key_repeats(keymap, code + Self.codeOffset) != 0 }

  /// Translates the release of a key.
  func release(_ code: UInt32) -> Translation {
    let code = code + Self.codeOffset
    return translation(of: code, xkb_state_key_get_one_sym(state, code), text: nil)
  }

  /// Translates the press or the repeat of a key. A dead key has no text; the next key types the composed text.
  func press(_ code: UInt32) -> Translation {
    let code = code + Self.codeOffset
    let symbol = xkb_state_key_get_one_sym(state, code)
    if !usesCompose { usesCompose = Self.mayBeginSequence(symbol) }
    if usesCompose, let compose, xkb_compose_state_feed(compose, symbol) == XKB_COMPOSE_FEED_ACCEPTED {
      switch xkb_compose_state_get_status(compose) {
      case XKB_COMPOSE_COMPOSING: return translation(of: code, symbol, text: nil)
      case XKB_COMPOSE_CANCELLED:
        xkb_compose_state_reset(compose)
        return translation(of: code, symbol, text: nil)
      case XKB_COMPOSE_COMPOSED:
        let text = Self.text { xkb_compose_state_get_utf8(compose, $0, $1) }
        let composed = xkb_compose_state_get_one_sym(compose)
        xkb_compose_state_reset(compose)
        // A composed character must not trigger the shortcut of the last key in the sequence.
        let key = Key(rawValue: composed == 0 ? symbol : composed)
        return Translation(key: key, latinKey: key, text: text)
      default: break
      }
    }
    return translation(of: code, symbol, text: Self.text { xkb_state_key_get_utf8(state, code, $0, $1) })
  }

  private func translation(of code: xkb_keycode_t, _ symbol: xkb_keysym_t, text: String?) -> Translation {
    let isASCII = symbol < 0x80
    // A key without text, such as an arrow key, is the same in all layouts.
    let hasText = xkb_keysym_to_utf32(symbol) >= 0x80
    let latin = isASCII || !hasText ? symbol : latinLetter(on: code) ?? Self.latinDigit(of: symbol) ?? symbol
    return Translation(key: Key(rawValue: symbol), latinKey: Key(rawValue: latin), text: text)
  }

  /// Returns the key's Latin letter in the first layout that has one, at the current shift level. If no layout of the
  /// user has Latin letters, returns the letter that the American layout has at the position of the key.
  private func latinLetter(on code: xkb_keycode_t) -> xkb_keysym_t? {
    for layout in 0..<xkb_keymap_num_layouts_for_key(keymap, code) {
      let level = xkb_state_key_get_level(state, code, layout)
      guard level != xkb_level_index_t.max, let symbol = symbol(on: code, layout, level) else { continue }
      // Accept only letters: the German key ö must not become the semicolon of an American layout.
      if Self.isLatinLetter(symbol) { return symbol }
    }
    guard !hasLatinLetters, let letter = Self.americanLetters[code] else { return nil }
    let level = xkb_state_key_get_level(state, code, xkb_state_key_get_layout(state, code))
    return level == 1 ? letter - 0x20 : letter
  }

  /// Returns the digit from 0 to 9 for a digit of another script, such as the Persian "۳"; nil for any other symbol.
  private static func latinDigit(of symbol: xkb_keysym_t) -> xkb_keysym_t? {
    guard let scalar = Unicode.Scalar(xkb_keysym_to_utf32(symbol)), scalar.properties.numericType == .decimal,
      let value = scalar.properties.numericValue
    else { return nil }
    return 0x30 + xkb_keysym_t(value)
  }

  /// Whether a layout of the user types Latin letters without Shift. A Hebrew layout types them with Shift only.
  private lazy var hasLatinLetters = Self.americanLetters.keys.contains { code in
    (0..<xkb_keymap_num_layouts_for_key(keymap, code)).contains { layout in
      symbol(on: code, layout, 0).map { Self.isLatinLetter($0) } ?? false
    }
  }

  /// Returns the symbol of a key; nil if it has none, or several, at this level.
  private func symbol(
    on code: xkb_keycode_t, _ layout: xkb_layout_index_t, _ level: xkb_level_index_t
  ) -> xkb_keysym_t? {
    var symbols: UnsafePointer<xkb_keysym_t>?
    guard xkb_keymap_key_get_syms_by_level(keymap, code, layout, level, &symbols) == 1 else { return nil }
    return symbols?[0]
  }

  private static func isLatinLetter(_ symbol: xkb_keysym_t) -> Bool {
    (0x41...0x5A).contains(symbol) || (0x61...0x7A).contains(symbol)
  }

  /// The small letters of the American layout by XKB code.
  private static let americanLetters: [xkb_keycode_t: xkb_keysym_t] = {
    // linux/input-event-codes.h: KEY_Q is 16, KEY_A is 30, KEY_Z is 44.
    let rows: [(first: UInt32, letters: String)] = [(16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm")]
    var letters: [xkb_keycode_t: xkb_keysym_t] = [:]
    for row in rows {
      for (offset, letter) in row.letters.unicodeScalars.enumerated() {
        letters[row.first + UInt32(offset) + codeOffset] = letter.value
      }
    }
    return letters
  }()

  /// Returns the text that `write` stores in a buffer; nil for no text and for control characters.
  ///
  /// - Parameter write: Writes the text into the buffer and returns the number of bytes, without the terminating zero.
  private static func text(_ write: (UnsafeMutablePointer<CChar>?, Int) -> Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: 64)
    let count = write(&buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    let text = String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let isControl = text.unicodeScalars.allSatisfy { $0.value < 0x20 || $0.value == 0x7F }
    return isControl ? nil : text
  }
}
