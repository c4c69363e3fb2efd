internal import Desktop
internal import Views

/// The name, role, states and relatives of an object.
enum AccessibleInterface: ObjectInterface {
  static let name = "Accessible"
  static let properties = [
    "Name", "Description", "Parent", "ChildCount", "Locale", "AccessibleId", "HelpText",
  ]
  static let methods = [
    "GetChildAtIndex", "GetChildren", "GetIndexInParent", "GetRelationSet", "GetRole", "GetRoleName",
    "GetLocalizedRoleName", "GetState", "GetAttributes", "GetApplication", "GetInterfaces",
  ]

  static func property(_ name: String, of object: AccessibleObject, in application: AccessibleApplication)
    -> BusValue?
  {
    switch name {
    case "Name": .text(object.name)
    case "Description", "HelpText": .text(object.description)
    case "Parent": application.parent(of: object)
    case "ChildCount": .int32(Int32(clamping: object.children.count))
    case "Locale": .string(ApplicationInterface.locale)
    case "AccessibleId": .text(object.node?.identifier ?? "")
    default: nil
    }
  }

  static func call(
    _ method: String, _ arguments: CallArguments, of object: AccessibleObject,
    in application: AccessibleApplication
  ) throws(BusFault) -> [BusValue]? {
    switch (method, arguments) {
    case ("GetChildAtIndex", .one(.int32(let index))):
      let index = Int(index)
      guard object.children.indices.contains(index) else {
        throw .invalidArguments("There is no child \(index).")
      }
      return [application.reference(object.children[index])]
    case ("GetChildren", .none):
      return [.array(of: "(so)", object.children.map { application.reference($0) })]
    case ("GetIndexInParent", .none):
      return [.int32(Int32(clamping: object.parent == nil ? -1 : object.index))]
    case ("GetRelationSet", .none): return [relations(of: object, in: application)]
    case ("GetRole", .none): return [.uint32(object.role.rawValue)]
    case ("GetRoleName", .none), ("GetLocalizedRoleName", .none): return [.string(object.role.name)]
    case ("GetState", .none): return [.array(of: "u", object.states.words.map { .uint32($0) })]
    case ("GetAttributes", .none):
      let entries = object.attributes.map { BusValue.entry(.string($0.0), .text($0.1)) }
      return [.array(of: "{ss}", entries)]
    case ("GetApplication", .none): return [application.rootReference]
    case ("GetInterfaces", .none): return [interfaces(of: object)]
    default: return nil
    }
  }

  static func interfaces(of object: AccessibleObject) -> BusValue {
    .array(of: "s", object.interfaces.map { .string(ObjectInterfaces.prefix + $0) })
  }

  /// The relations, with the numbers of `AtspiRelationType`.
  private enum Relation: UInt32 {
    case labelFor = 1
    case labelledBy = 2
    case controllerFor = 3
    case controlledBy = 4
    case memberOf = 5
  }

  private static func relations(of object: AccessibleObject, in application: AccessibleApplication)
    -> BusValue
  {
    let tree = application.tree()
    var relations: [(Relation, [Int])] = []
    // The label of a view is an object if it is shown.
    func shown(_ view: View?) -> AccessibleObject? {
      view.flatMap { view in tree.objects.values.first { $0.node?.element.view === view && $0.isView } }
    }
    if object.isView, let view = object.node?.element.view {
      if let label = shown(view.accessibilityLabelView) { relations.append((.labelledBy, [label.id])) }
      /// The objects of other views whose relation leads to this one.
      func sources(_ leadsHere: (View) -> Bool) -> [Int] {
        tree.order.filter { id in
          guard let other = tree.objects[id], other.isView, let view = other.node?.element.view else {
            return false
          }
          return leadsHere(view)
        }
      }
      let controlled = view.accessibilityControlledViews.compactMap { shown($0)?.id }
      relations += [
        (.labelFor, sources { $0.accessibilityLabelView === view }), (.controllerFor, controlled),
        (.controlledBy, sources { $0.accessibilityControlledViews.contains { $0 === view } }),
      ]
    }
    if object.role == .radioButton, let group = object.parent.flatMap({ tree.objects[$0] }),
      group.role == .grouping
    {
      relations.append((.memberOf, group.children))
    }
    return .array(
      of: "(ua(so))",
      relations.filter { !$0.1.isEmpty }.map { kind, ids in
        .tuple([.uint32(kind.rawValue), .array(of: "(so)", ids.map { application.reference($0) })])
      })
  }
}

extension AccessibleObject {
  /// Whether the object is a view, and not a part of one.
  fileprivate var isView: Bool { node.map { $0.element.part == nil } ?? false }
}

extension BusValue {
  /// A text for people. D-Bus permits no NUL characters.
  static func text(_ text: String) -> BusValue {
    .string(text.utf8.contains(0) ? text.filter { $0 != "\0" } : text)
  }
}
