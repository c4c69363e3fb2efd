internal import Glibc

/// The machine and build that the figures depend on.
public enum Machine {
  /// The processor's model name.
  public static var processor: String {
    guard let file = fopen("/proc/cpuinfo", "r") else { return "unknown" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix("model name"), let colon = text.firstIndex(of: ":") else { continue }
      return text[text.index(after: colon)...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    return "unknown"
  }

  /// The build configuration.
  public static var build: String {
    #if DEBUG
      "debug: these figures are meaningless"
    #else
      "release (-O), no other flags"
    #endif
  }
}
