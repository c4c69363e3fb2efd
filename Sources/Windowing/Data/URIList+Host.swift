import Glibc

extension URIList {
  /// The name of this computer; empty if it is unknown.
  ///
  /// Linux: `gethostname`.
  public static var localHost: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
