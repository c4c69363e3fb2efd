internal import CGIO

/// The SHA-256 of bytes that arrive in parts.
final class Digest {
  private let state = g_checksum_new(G_CHECKSUM_SHA256)

  init() {}

  deinit { g_checksum_free(state) }

  /// Adds bytes.
  func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    g_checksum_update(state, start.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// Returns the digest in hexadecimal digits. No bytes can be added afterwards.
  func finish() -> String { g_checksum_get_string(state).map { String(cString: $0) } ?? "" }

  /// Returns the digest of a text.
  static func hex(of text: String) -> String {
    let digest = Digest()
    Array(text.utf8).withUnsafeBytes { digest.update($0) }
    return digest.finish()
  }
}
