internal import Configuration

extension ConfigurationValue {
  /// Reads a program and its arguments, and reports a program without an absolute path.
  func command() -> [String]? {
    guard let words = list(1...32)?.map({ $0.text() }) else { return nil }
    guard words.allSatisfy({ $0?.utf8.contains(0) == false }), words.first??.hasPrefix("/") == true else {
      report("The first text must be the absolute path of a program.")
      return nil
    }
    return words.compactMap { $0 }
  }
}
