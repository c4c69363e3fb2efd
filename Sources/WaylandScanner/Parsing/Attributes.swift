/// The attributes of one XML element, with errors that say where it stands.
struct Attributes {
  var values: [String: String]
  var element: String
  var file: String
  var line: Int

  func error(_ reason: String) -> ScanError { ScanError(file: file, line: line, reason: reason) }

  func string(_ name: String) throws(ScanError) -> String {
    guard let value = values[name] else { throw error("<\(element)> lacks the attribute \"\(name)\"") }
    return value
  }

  func int(_ name: String, default fallback: Int? = nil) throws(ScanError) -> Int {
    if values[name] == nil, let fallback { return fallback }
    let text = try string(name)
    guard let value = Int(text) else { throw error("\(name)=\"\(text)\" is not a whole number") }
    return value
  }
}
