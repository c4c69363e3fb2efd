import CXkbCommon
import Glibc

/// The user's layout: turns key codes into meanings and text.
///
/// xkbcommon: `xkb_keymap`, `xkb_state`, `xkb_compose_state`.
@MainActor
final class Keymap {
  struct Meaning {
    var key: Key
    /// As in `KeyEvent.latinKey`.
    var latinKey: Key
    var text: String?
  }

  private let context: OpaquePointer
  private let keymap: OpaquePointer
  private let state: OpaquePointer
  private let compose: OpaquePointer?

  /// evdev codes are 8 less than XKB's.
  private static let codeOffset: UInt32 = 8

  /// Compiles the text behind `descriptor`, `size` bytes of it; nil when it is no keymap.
  init?(descriptor: Int32, size: Int) {
    guard size > 0, let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), memory != MAP_FAILED
    else { return nil }
    defer { munmap(memory, size) }
    guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
    xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    // The text may or may not end with a zero byte.
    let text = memory.assumingMemoryBound(to: CChar.self)
    guard
      let keymap = xkb_keymap_new_from_buffer(
        context, text, strnlen(text, size), XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS),
      let state = xkb_state_new(keymap)
    else {
      xkb_context_unref(context)
      return nil
    }
    self.context = context
    self.keymap = keymap
    self.state = state
    compose = Self.makeCompose(context)
  }

  isolated deinit {
    xkb_compose_state_unref(compose)
    xkb_state_unref(state)
    xkb_keymap_unref(keymap)
    xkb_context_unref(context)
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

  /// Takes the modifiers and the layout in effect.
  func update(depressed: UInt32, latched: UInt32, locked: UInt32, layout: UInt32) {
    xkb_state_update_mask(state, depressed, latched, locked, 0, 0, layout)
  }

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

  func repeats(_ code: UInt32) -> Bool { xkb_keymap_key_repeats(keymap, code + Self.codeOffset) != 0 }

  /// Returns what a released key means.
  func release(_ code: UInt32) -> Meaning {
    let code = code + Self.codeOffset
    return meaning(of: code, xkb_state_key_get_one_sym(state, code), text: nil)
  }

  /// Returns what a pressed key means; a dead key writes with the next one.
  func press(_ code: UInt32) -> Meaning {
    let code = code + Self.codeOffset
    let symbol = xkb_state_key_get_one_sym(state, code)
    if let compose, xkb_compose_state_feed(compose, symbol) == XKB_COMPOSE_FEED_ACCEPTED {
      switch xkb_compose_state_get_status(compose) {
      case XKB_COMPOSE_COMPOSING: return meaning(of: code, symbol, text: nil)
      case XKB_COMPOSE_CANCELLED:
        xkb_compose_state_reset(compose)
        return meaning(of: code, symbol, text: nil)
      case XKB_COMPOSE_COMPOSED:
        let text = Self.text { xkb_compose_state_get_utf8(compose, $0, $1) }
        let composed = xkb_compose_state_get_one_sym(compose)
        xkb_compose_state_reset(compose)
        // What two keys have written is no shortcut of the second one.
        let key = Key(rawValue: composed == 0 ? symbol : composed)
        return Meaning(key: key, latinKey: key, text: text)
      default: break
      }
    }
    return meaning(of: code, symbol, text: Self.text { xkb_state_key_get_utf8(state, code, $0, $1) })
  }

  private func meaning(of code: xkb_keycode_t, _ symbol: xkb_keysym_t, text: String?) -> Meaning {
    let isASCII = symbol < 0x80
    // Keys that write nothing, such as the arrows, mean the same everywhere.
    let writes = xkb_keysym_to_utf32(symbol) >= 0x80
    let latin = isASCII || !writes ? symbol : latinLetter(on: code) ?? symbol
    return Meaning(key: Key(rawValue: symbol), latinKey: Key(rawValue: latin), text: text)
  }

  /// Returns the first Latin letter that any layout has on a key, shifted as it is now.
  private func latinLetter(on code: xkb_keycode_t) -> xkb_keysym_t? {
    for layout in 0..<xkb_keymap_num_layouts_for_key(keymap, code) {
      let level = xkb_state_key_get_level(state, code, layout)
      var symbols: UnsafePointer<xkb_keysym_t>?
      guard level != xkb_level_index_t.max,
        xkb_keymap_key_get_syms_by_level(keymap, code, layout, level, &symbols) == 1, let symbol = symbols?[0]
      else { continue }
      // Only letters: a German ö must not turn into the semicolon of an American layout beside it.
      if (0x41...0x5A).contains(symbol) || (0x61...0x7A).contains(symbol) { return symbol }
    }
    return nil
  }

  /// Reads a text from `write`, which fills a buffer and returns the bytes it needs; nil for none and for control codes.
  private static func text(_ write: (UnsafeMutablePointer<CChar>?, Int) -> Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: 64)
    let count = write(&buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    let text = String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let isControl = text.unicodeScalars.allSatisfy { $0.value < 0x20 || $0.value == 0x7F }
    return isControl ? nil : text
  }
}
