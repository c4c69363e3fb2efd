internal import CCrypt
internal import Glibc

/// The salted hash of a PIN, in the form of crypt(3), which `mkpasswd` and `openssl passwd -6` make, too.
package struct PINHash: Hashable, Sendable {
  private let text: String

  /// Fails if the text is no hash with a salt, such as `$6$…` or `$y$…`.
  package init?(_ text: String) {
    let methods = ["$y$", "$7$", "$6$", "$5$", "$2b$", "$gy$"]
    guard methods.contains(where: { text.hasPrefix($0) }), text.utf8.count >= 40, !text.utf8.contains(0)
    else {
      return nil
    }
    self.text = text
  }

  /// Makes the hash of a PIN with a random salt; `nil` if the system cannot.
  package init?(of pin: String) {
    guard let salt = crypt_gensalt_ra("$6$", 0, nil, 0) else { return nil }
    defer { free(salt) }
    guard let hash = Self.hash(pin, salt: String(cString: salt)) else { return nil }
    text = hash
  }

  /// Whether a PIN has this hash. It takes some milliseconds.
  package func matches(_ pin: String) -> Bool { Self.hash(pin, salt: text) == text }

  /// The text for the configuration.
  package var description: String { text }

  private static func hash(_ pin: String, salt: String) -> String? {
    let data = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
    defer { data.deallocate() }
    memset(data, 0, MemoryLayout<crypt_data>.size)
    guard let hash = crypt_r(pin, salt, data) else { return nil }
    let text = String(cString: hash)
    // “*0” is a failure.
    return text.hasPrefix("*") ? nil : text
  }
}
