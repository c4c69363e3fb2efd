/// Why a protocol file cannot be used, and where.
struct ScanError: Error, CustomStringConvertible {
  var file: String
  var line: Int
  var reason: String

  /// In the form compilers use, so that build logs link to the place.
  var description: String { "\(file):\(line): error: \(reason)" }
}
