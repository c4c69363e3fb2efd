internal import JSON

/// The members of an object of a configuration.
///
/// A member is allowed if it was asked for. When the reader has finished, the others are reported.
package struct ConfigurationObject {
  private let members: [JSONMember]
  private let name: String
  private let position: TextPosition
  private let path: String
  private let problems: ProblemList
  /// The names of the members that were asked for, in this order.
  private var allowed: [String] = []

  init(
    _ members: [JSONMember], of name: String, at position: TextPosition, _ path: String,
    _ problems: ProblemList
  ) {
    (self.members, self.name, self.position, self.path, self.problems) = (
      members, name, position, path, problems
    )
  }

  /// Returns a member; `nil` without it.
  package mutating func optional(_ key: String) -> ConfigurationValue? {
    if !allowed.contains(key) { allowed.append(key) }
    return members.first { $0.key == key }.map {
      ConfigurationValue($0.node, at: Self.path(path, key), problems)
    }
  }

  /// Returns a member, and reports it if it is missing.
  package mutating func required(_ key: String) -> ConfigurationValue? {
    let value = optional(key)
    if value == nil { report("“\(key)” is missing.") }
    return value
  }

  /// Reports a problem of the whole object.
  package func report(_ message: String) { problems.add(position, path, message) }

  /// Whether the object has a member.
  package func has(_ key: String) -> Bool { members.contains { $0.key == key } }

  func reportUnknownMembers() {
    for member in members where !allowed.contains(member.key) {
      problems.add(
        member.position, Self.path(path, String(member.key.prefix(40))),
        "“\(member.key.prefix(40))” is not known in \(name)."
          + NameSuggestion.sentence(for: member.key, among: allowed)
          + " Allowed are: \(allowed.joined(separator: ", ")).",
        allowed: allowed)
    }
  }

  private static func path(_ path: String, _ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
