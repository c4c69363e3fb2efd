internal import Desktop
internal import Geometry
internal import Views

/// An event about an object.
struct ObjectEvent: Hashable {
  let kind: EventKind
  /// The number of the object.
  let source: Int
  var detail1: Int32 = 0
  var detail2: Int32 = 0
  var value = BusValue.int32(0)
}

/// The objects that assistive technologies know, with the properties that events are about.
struct PublishedTree {
  fileprivate struct Entry {
    let object: AccessibleObject
    let description: String
    let number: Double?
    let value: String
    let text: ObjectText?
  }

  fileprivate let entries: [Int: Entry]
  fileprivate let order: [Int]

  @MainActor
  init(_ tree: ObjectTree) {
    entries = tree.objects.mapValues {
      Entry(
        object: $0, description: $0.description, number: $0.node?.number?.value, value: $0.node?.value ?? "",
        text: $0.text)
    }
    order = tree.order
  }

  /// The program without windows, as which it registers.
  @MainActor
  init(named name: String) {
    let object = AccessibleObject(application: name, children: [])
    entries = [object.id: Entry(object: object, description: "", number: nil, value: "", text: nil)]
    order = [object.id]
  }
}

/// The differences of two trees as events.
@MainActor
struct TreeChanges {
  private(set) var events: [ObjectEvent] = []
  private let old: PublishedTree
  private let new: PublishedTree
  private let application: AccessibleApplication

  /// - Parameter reports: The changes that the views have reported.
  init(
    from old: PublishedTree, to tree: ObjectTree, after reports: [AccessibilityEvent],
    in application: AccessibleApplication
  ) {
    (self.old, self.application) = (old, application)
    new = PublishedTree(tree)
    addChildren()
    let hasBounds = reports.contains { if case .changed(.bounds, _) = $0 { true } else { false } }
    for id in new.order {
      guard let before = old.entries[id], let after = new.entries[id] else { continue }
      addProperties(id, before, after)
      addText(id, before.text, after.text)
      if hasBounds, before.object.frame != after.object.frame {
        add("BoundsChanged", of: id, value: .tuple(after.object.extents))
      }
    }
    addStates()
    addSelections(reports, tree)
    addAnnouncements(reports, tree)
  }

  private mutating func add(
    _ name: String, _ detail: String = "", of source: Int, _ detail1: Int = 0, _ detail2: Int = 0,
    value: BusValue = .int32(0), interface: String = "Object"
  ) {
    events.append(
      ObjectEvent(
        kind: EventKind(interface: interface, name: name, detail: detail), source: source,
        detail1: Int32(clamping: detail1), detail2: Int32(clamping: detail2), value: value))
  }

  // MARK: Children

  private mutating func addChildren() {
    for id in old.order where new.entries[id] == nil {
      guard let object = old.entries[id]?.object else { continue }
      if let parent = object.parent, new.entries[parent] != nil {
        add("ChildrenChanged", "remove", of: parent, object.index, value: application.reference(id))
      }
      if object.role == .frame { add("Destroy", of: id, value: .text(object.name), interface: "Window") }
      // A hidden view may return with its number.
      if !application.isKnown(id) { add("StateChanged", "defunct", of: id, 1) }
      add("RemoveAccessible", of: id, value: application.reference(id), interface: "Cache")
    }
    for id in new.order where old.entries[id] == nil {
      guard let object = new.entries[id]?.object else { continue }
      add(
        "AddAccessible", of: id, value: CacheInterface.item(object, in: application), interface: "Cache")
      if object.role == .frame { add("Create", of: id, value: .text(object.name), interface: "Window") }
      // The children of a new object are read with it.
      if let parent = object.parent, old.entries[parent] != nil {
        add("ChildrenChanged", "add", of: parent, object.index, value: application.reference(id))
      }
    }
  }

  // MARK: Properties

  private mutating func addProperties(_ id: Int, _ before: PublishedTree.Entry, _ after: PublishedTree.Entry)
  {
    if before.object.name != after.object.name {
      add("PropertyChange", "accessible-name", of: id, value: .text(after.object.name))
    }
    if before.description != after.description {
      add("PropertyChange", "accessible-description", of: id, value: .text(after.description))
    }
    if before.object.role != after.object.role {
      add("PropertyChange", "accessible-role", of: id, value: .uint32(after.object.role.rawValue))
    }
    if before.number != after.number, let number = after.number {
      add("PropertyChange", "accessible-value", of: id, value: .double(number))
    }
    if before.value != after.value {
      add("AttributesChanged", "valuetext", of: id, value: .text(after.value))
    }
  }

  private mutating func addText(_ id: Int, _ before: ObjectText?, _ after: ObjectText?) {
    guard let before, let after, before != after else { return }
    if before.characters != after.characters {
      let (old, new) = (Array(before.characters.unicodeScalars), Array(after.characters.unicodeScalars))
      let start = zip(old, new).prefix { $0 == $1 }.count
      let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }
        .count
      if old.count > start + end {
        let text = before.substring(start, old.count - end)
        add("TextChanged", "delete", of: id, start, old.count - end - start, value: .text(text))
      }
      if new.count > start + end {
        let text = after.substring(start, new.count - end)
        add("TextChanged", "insert", of: id, start, new.count - end - start, value: .text(text))
      }
    }
    if before.caret != after.caret { add("TextCaretMoved", of: id, after.caret) }
    if before.selection != after.selection { add("TextSelectionChanged", of: id) }
  }

  // MARK: States and selection

  /// Adds the changes of states. The focus is lost before it is gained.
  private mutating func addStates() {
    for (state, name) in AtspiStates.names {
      let changed = new.order.filter { id in
        let before = old.entries[id]?.object.states
        let isNew = before == nil && state != .focused && state != .active
        return !isNew
          && new.entries[id]?.object.states.contains(state) != (before?.contains(state) ?? false)
      }
      let isOn = { [new] (id: Int) in new.entries[id]?.object.states.contains(state) == true }
      for id in changed.filter({ !isOn($0) }) + changed.filter(isOn) {
        add("StateChanged", name, of: id, isOn(id) ? 1 : 0)
        guard state == .active, let object = new.entries[id]?.object else { continue }
        add(isOn(id) ? "Activate" : "Deactivate", of: id, value: .text(object.name), interface: "Window")
      }
    }
  }

  /// Adds the selections that the views have reported: a carousel reports when it has come to rest.
  private mutating func addSelections(_ reports: [AccessibilityEvent], _ tree: ObjectTree) {
    var unread = unreadList
    for case .changed(.selection, let element) in reports {
      guard let object = tree.object(of: element) else { continue }
      if let current = current(in: object, tree), hasFocus(object, tree) {
        add(
          "ActiveDescendantChanged", of: object.id, current.index, value: application.reference(current.id))
        if object.id == unread { unread = nil }
      }
      add("SelectionChanged", of: object.id)
    }
    guard let unread, let object = tree.objects[unread], let item = current(in: object, tree) else { return }
    add("ActiveDescendantChanged", of: unread, item.index, value: application.reference(item.id))
  }

  /// The object with the focus if its current item is to be read: it has gained the focus, or had no current item in sight until now,
  /// as while a photo moves to its place.
  private var unreadList: Int? {
    new.order.first { new.entries[$0]?.object.states.contains(.focused) == true }.flatMap { id in
      guard let before = old.entries[id]?.object, before.states.contains(.focused) else { return id }
      return before.children.contains { old.entries[$0]?.object.isSelected == true } ? nil : id
    }
  }

  /// Whether the focus is on an object or on one of its items.
  private func hasFocus(_ object: AccessibleObject, _ tree: ObjectTree) -> Bool {
    ([object] + tree.children(of: object)).contains { $0.states.contains(.focused) }
  }

  private func current(in object: AccessibleObject, _ tree: ObjectTree) -> AccessibleObject? {
    let children = tree.children(of: object)
    return children.first { $0.states.contains(.focused) } ?? children.first(where: \.isSelected)
  }

  // MARK: Announcements

  private mutating func addAnnouncements(_ reports: [AccessibilityEvent], _ tree: ObjectTree) {
    // The item of a carousel with the focus is spoken as its active descendant.
    var spoken: Set<String> = []
    for case .changed(.selection, let element) in reports {
      guard let list = tree.object(of: element), hasFocus(list, tree), let item = current(in: list, tree),
        let position = item.node?.position
      else { continue }
      spoken.insert(
        [item.name, "\(position.index + 1) of \(position.count)"].filter { !$0.isEmpty }.joined(
          separator: ", "))
    }
    let source =
      tree.order.first { tree.objects[$0]?.states.contains(.focused) == true }
      ?? tree.objects[AccessibleObject.applicationID]?.children.first ?? AccessibleObject.applicationID
    for case .announcement(let text) in reports where !spoken.contains(text) {
      add("Announcement", of: source, 1, value: .text(text))  // 1: polite
    }
  }
}
