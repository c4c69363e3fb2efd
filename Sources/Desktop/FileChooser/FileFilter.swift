/// A filter for the files that a dialog offers.
///
/// Portal: option `filters` of `org.freedesktop.portal.FileChooser`.
package struct FileFilter: Hashable, Sendable {
  /// A condition for a file. The dialog offers a file if at least one of the filter's rules matches it.
  package enum Rule: Hashable, Sendable {
    /// A shell pattern for the file's name, such as `*.jpg`. It is case-sensitive.
    case pattern(String)
    /// A content type such as `image/jpeg`, or `image/*`.
    case contentType(String)
  }

  /// The name that the dialog shows, such as "Pictures".
  package var name: String
  package var rules: [Rule]

  package init(_ name: String, _ rules: [Rule]) {
    self.name = name
    self.rules = rules
  }
}

extension FileFilter {
  /// The D-Bus type of a filter.
  static let type = "(sa(us))"

  var value: BusValue {
    let rules = rules.map { rule -> BusValue in
      switch rule {
      case .pattern(let pattern): .tuple([.uint32(0), .string(pattern)])
      case .contentType(let type): .tuple([.uint32(1), .string(type)])
      }
    }
    return .tuple([.string(name), .array(of: "(us)", rules)])
  }
}
