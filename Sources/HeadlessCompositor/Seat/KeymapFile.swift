import CSystem
import Glibc

/// A file with the text of a keymap, in the format of libxkbcommon. It ends with a NUL. Clients map it.
///
/// Wayland: `wl_keyboard.keymap`.
@MainActor final class KeymapFile {
  /// The largest size of a keymap of a client, in bytes. The keymaps of xkb-data have up to 70 KiB.
  private static let largestSize = 1 << 20

  let descriptor: Int32
  /// The size in bytes, with the NUL.
  let size: UInt32

  /// Creates a file with a text; nil if no descriptor or no memory is left.
  convenience init?(_ text: String) { self.init(text.utf8CString.map { UInt8(bitPattern: $0) }) }

  /// Creates a file with the content of a client's file. Later changes of that file have no effect.
  ///
  /// - Returns: Nil if the size is 0 or more than 1 MiB, if the file is shorter, or if the text does not end with a NUL.
  convenience init?(copyOf file: Int32, size: UInt32) {
    guard (1...Self.largestSize).contains(Int(size)) else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard bytes.withUnsafeMutableBytes({ pread(file, $0.baseAddress, $0.count, 0) }) == bytes.count,
      bytes.last == 0
    else { return nil }
    self.init(bytes)
  }

  private init?(_ bytes: [UInt8]) {
    let file = csystem_memfd("keymap")
    guard file >= 0 else { return nil }
    descriptor = file
    size = UInt32(bytes.count)
    guard bytes.withUnsafeBytes({ write(file, $0.baseAddress, $0.count) }) == bytes.count else { return nil }
    _ = csystem_seal_shrink(file)
  }

  isolated deinit { close(descriptor) }
}

/// The state of the modifiers of a keyboard, as masks of the keymap's modifiers.
///
/// Wayland: `wl_keyboard.modifiers`.
struct KeyboardModifiers: Equatable {
  var depressed: UInt32 = 0
  var latched: UInt32 = 0
  var locked: UInt32 = 0
  var group: UInt32 = 0
}
