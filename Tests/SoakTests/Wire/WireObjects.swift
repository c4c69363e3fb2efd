import TestSupport

/// The objects that exist on a connection. The same history produces the same order in all lists.
struct WireObjects {
  struct Entry {
    let interface: String
    let version: Int
    /// The first unsigned number in the last message to the object. Often this is a serial.
    var lastNumber: UInt32 = 0
  }

  private var entries: [UInt32: Entry] = [:]
  /// The interfaces of which an object was created, in the order of their first objects.
  private(set) var interfaces: [String] = []
  private var ids: [String: [UInt32]] = [:]

  subscript(id: UInt32) -> Entry? { entries[id] }

  var count: Int { entries.count }

  mutating func add(_ id: UInt32, _ interface: String, version: Int) {
    remove(id)
    entries[id] = Entry(interface: interface, version: version)
    if ids[interface] == nil { interfaces.append(interface) }
    ids[interface, default: []].append(id)
  }

  mutating func remove(_ id: UInt32) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    ids[entry.interface]?.removeAll { $0 == id }
  }

  mutating func note(_ number: UInt32, for id: UInt32) { entries[id]?.lastNumber = number }

  /// Returns the objects of an interface, oldest first.
  func all(_ interface: String) -> [UInt32] { ids[interface] ?? [] }

  /// Returns a random object of an interface; nil if there is none.
  func pick(_ interface: String, _ random: inout SplitMix) -> UInt32? {
    guard let list = ids[interface], !list.isEmpty else { return nil }
    return random.choice(list)
  }

  /// Chooses a random interface and returns a random object of it, so that rare interfaces get as many messages as
  /// others.
  func pick(_ random: inout SplitMix) -> UInt32? {
    let present = interfaces.filter { ids[$0]?.isEmpty == false }
    return present.isEmpty ? nil : pick(random.choice(present), &random)
  }
}
