extension ProtocolModel.Interface {
  /// Returns the interface without the messages and enum entries that were added after `version`.
  func limited(to version: Int) -> ProtocolModel.Interface {
    var older = self
    older.version = min(self.version, version)
    older.requests.removeAll { $0.since > version }
    older.events.removeAll { $0.since > version }
    for index in older.enumerations.indices {
      older.enumerations[index].entries.removeAll { $0.since > version }
    }
    // An enum has no version. An enum that only newer messages use is treated as newer, too.
    let newer = (requests + events).filter { $0.since > version }.flatMap(\.arguments).compactMap(
      \.enumeration)
    let used = (older.requests + older.events).flatMap(\.arguments).compactMap(\.enumeration)
    older.enumerations.removeAll { newer.contains($0.name) && !used.contains($0.name) }
    return older
  }

  /// Returns the differences from the description in the system's file, which may have a newer version.
  ///
  /// Parts that the system's file added after `version` are ignored. All other parts must be equal and in the same
  /// order.
  func differences(from system: ProtocolModel.Interface) -> [String] {
    var found: [String] = []
    if system.version < version {
      found.append("\(name): we have version \(version), the system only \(system.version)")
    }
    found += differences("request", requests, system.requests, through: version)
    found += differences("event", events, system.events, through: version)
    for enumeration in system.enumerations {
      found += differences(in: enumeration, isSameVersion: system.version == version)
    }
    for enumeration in enumerations
    where !system.enumerations.contains(where: { $0.name == enumeration.name }) {
      found.append("\(name): the system has no enum \(enumeration.name)")
    }
    return found
  }

  private func differences(
    _ kind: String, _ ours: [ProtocolModel.Message], _ theirs: [ProtocolModel.Message], through version: Int
  ) -> [String] {
    let theirs = theirs.filter { $0.since <= version }
    var found: [String] = []
    if ours.count != theirs.count {
      found.append("\(name): \(ours.count) \(kind)s, the system has \(theirs.count)")
    }
    for (opcode, (mine, other)) in zip(ours, theirs).enumerated() where mine != other {
      found.append("\(name): \(kind) \(opcode) is \(mine), the system has \(other)")
    }
    return found
  }

  private func differences(in theirs: ProtocolModel.Enumeration, isSameVersion: Bool) -> [String] {
    guard let ours = enumerations.first(where: { $0.name == theirs.name }) else {
      return isSameVersion ? ["\(name): enum \(theirs.name) is missing"] : []
    }
    var found: [String] = []
    if ours.isBitfield != theirs.isBitfield {
      found.append("\(name): enum \(theirs.name) differs in bitfield")
    }
    for entry in ours.entries where !theirs.entries.contains(entry) {
      found.append("\(name): \(theirs.name).\(entry.name) = \(entry.value) is not in the system's file")
    }
    for entry in theirs.entries where isSameVersion && !ours.entries.contains(entry) {
      found.append("\(name): \(theirs.name).\(entry.name) = \(entry.value) is missing")
    }
    return found
  }
}

extension ProtocolModel.Message {
  /// The message as in libwayland's `wl_message`: name, signature and interfaces of the arguments.
  var wireLine: String {
    var signature = since > 1 ? String(since) : ""
    var types: [String] = []
    for argument in arguments {
      if argument.type == "new_id" && argument.interface == nil {
        // A new object of any interface takes three arguments: interface, version and id.
        signature += "sun"
        types += ["-", "-", "-"]
        continue
      }
      let letters = [
        "int": "i", "uint": "u", "fixed": "f", "string": "s", "object": "o", "new_id": "n", "array": "a",
        "fd": "h",
      ]
      signature += (argument.allowsNull ? "?" : "") + (letters[argument.type] ?? "!")
      types.append(argument.interface ?? "-")
    }
    return "\(name) \(signature) \(types.joined(separator: " "))"
  }
}
