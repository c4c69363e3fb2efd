import Accessibility
import BusFixtures
import Controls
import Desktop
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite(
  "The objects of views", .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"),
  .timeLimit(.minutes(10)))
@MainActor
struct ObjectTests {
  /// The numbers of states in `AtspiStateType`.
  private enum State: UInt64 {
    case enabled = 8
    case focusable = 11
    case focused = 12
    case sensitive = 24
    case showing = 25
    case visible = 30
  }

  /// Whether an object has all of these states.
  private func has(_ states: [State], _ path: String, _ rig: BridgeRig) async throws -> Bool {
    let bits = try await rig.registry.states(of: path)
    return states.allSatisfy { bits & 1 << $0.rawValue != 0 }
  }

  @Test("A button has a role, a name, a description, states, bounds and actions")
  func button() async throws {
    let rig = try await BridgeRig()
    var clicks = 0
    let button = rig.stage.add(Button("Save") { clicks += 1 })
    button.accessibilityHint = "Writes the file"
    button.accessibilityIdentifier = "save"
    let path = try await rig.path("Save")
    let registry = rig.registry
    #expect(try await registry.call("GetRole", on: path) == [.uint32(43)])
    #expect(try await registry.call("GetRoleName", on: path) == [.string("push button")])
    #expect(try await registry.property("Description", of: path) == .string("Writes the file"))
    #expect(try await registry.property("AccessibleId", of: path) == .string("save"))
    #expect(try await has([.enabled, .sensitive, .visible, .showing, .focusable], path, rig))
    #expect(
      try await registry.call("GetInterfaces", on: path) == [
        .array(
          of: "s",
          [
            .string("org.a11y.atspi.Accessible"), .string("org.a11y.atspi.Component"),
            .string("org.a11y.atspi.Action"),
          ])
      ])
    let frame = button.accessibilityFrame
    let extents = [frame.minX, frame.minY, frame.size.width, frame.size.height].map {
      BusValue.int32(Int32($0.rounded()))
    }
    #expect(
      try await registry.call("GetExtents", [.uint32(0)], on: path, interface: "Component") == [
        .tuple(extents)
      ])
    #expect(try await registry.perform("activate", on: path))
    #expect(clicks == 1)
    #expect(try await registry.call("GrabFocus", on: path, interface: "Component") == [.boolean(true)])
    #expect(button.isFocused)
    #expect(try await has([.focused], path, rig))
    button.isEnabled = false
    #expect(try await !has([.enabled], path, rig))
    #expect(try await !registry.perform("activate", on: path))
    #expect(clicks == 1)
  }

  @Test("The value of a slider is read and set; a value that is not finite is an error")
  func slider() async throws {
    let rig = try await BridgeRig()
    let slider = rig.stage.add(Slider(value: 3, in: 0...10, step: 1))
    slider.accessibilityLabel = "Tilt"
    let path = try await rig.path("Tilt")
    func set(_ value: BusValue) async throws {
      _ = try await rig.registry.call(
        "Set", [.string("org.a11y.atspi.Value"), .string("CurrentValue"), .variant(value)], on: path,
        interface: "org.freedesktop.DBus.Properties")
    }
    #expect(try await rig.registry.property("MaximumValue", of: path, interface: "Value") == .double(10))
    #expect(try await rig.registry.property("CurrentValue", of: path, interface: "Value") == .double(3))
    try await set(.double(6.2))
    #expect(slider.value == 6)
    await #expect(throws: BusError.self) { try await set(.double(.nan)) }
    await #expect(throws: BusError.self) { try await set(.string("7")) }
    #expect(slider.value == 6)
    #expect(try await rig.registry.perform("increment", on: path))
    #expect(slider.value == 7)
  }

  @Test("A text is read, selected and edited; positions count Unicode scalars")
  func text() async throws {
    let rig = try await BridgeRig()
    let field = rig.stage.add(TextField("a🇩🇪b", placeholder: "Name"))
    field.accessibilityLabel = "Name"
    let path = try await rig.path("Name")
    let registry = rig.registry
    func text(_ method: String, _ arguments: [BusValue], _ interface: String = "Text") async throws
      -> [BusValue]
    {
      try await registry.call(method, arguments, on: path, interface: interface)
    }
    #expect(try await registry.property("CharacterCount", of: path, interface: "Text") == .int32(4))
    #expect(try await text("GetText", [.int32(1), .int32(3)]) == [.string("🇩🇪")])
    #expect(
      try await text("InsertText", [.int32(4), .string("é cd"), .int32(-1)], "EditableText") == [
        .boolean(true)
      ])
    #expect(field.text == "a🇩🇪bé cd")
    #expect(try await registry.property("CaretOffset", of: path, interface: "Text") == .int32(8))
    #expect(
      try await text("GetStringAtOffset", [.int32(0), .uint32(1)]) == [.string("a🇩🇪"), .int32(0), .int32(3)])
    #expect(
      try await text("GetStringAtOffset", [.int32(7), .uint32(1)]) == [.string("cd"), .int32(6), .int32(8)])
    #expect(try await text("SetSelection", [.int32(1), .int32(6), .int32(8)]) == [.boolean(false)])
    #expect(try await text("AddSelection", [.int32(6), .int32(8)]) == [.boolean(true)])
    #expect(try await text("AddSelection", [.int32(0), .int32(1)]) == [.boolean(false)])
    #expect(try await text("GetSelection", [.int32(0)]) == [.int32(6), .int32(8)])
    #expect(try await text("DeleteText", [.int32(1), .int32(3)], "EditableText") == [.boolean(true)])
    #expect(field.text == "abé cd")
    #expect(try await text("SetTextContents", [.string("new")], "EditableText") == [.boolean(true)])
    #expect(field.text == "new")
    #expect(try await text("SetCaretOffset", [.int32(1)]) == [.boolean(true)])
    #expect(try await registry.property("CaretOffset", of: path, interface: "Text") == .int32(1))
    field.isSecure = true
    #expect(try await text("GetText", [.int32(0), .int32(-1)]) == [.string("")])
    #expect(try await registry.call("GetRoleName", on: path) == [.string("password text")])
  }

  @Test(
    "A label names the control beside it, a control is related to the view that it controls, and radio buttons are members of their group"
  )
  func relations() async throws {
    let rig = try await BridgeRig()
    let label = rig.stage.add(ThemedLabel("Brightness"), x: 0, y: 0)
    let slider = rig.stage.add(Slider(value: 0.5), x: 0, y: 50)
    slider.accessibilityLabelView = label
    let group = rig.stage.add(SegmentedControl(["Big", "Small"]), x: 0, y: 100)
    group.accessibilityLabel = "Size"
    slider.accessibilityControlledViews = [group]
    let children = try await rig.registry.children(of: try await rig.path("Window"))
    var kinds: [UInt32: [BusValue]] = [:]
    for path in children {
      for inner in [path] + (try await rig.registry.children(of: path)) {
        guard case .array(_, let relations)? = try await rig.registry.call("GetRelationSet", on: inner).first
        else {
          continue
        }
        for case .tuple(let pair) in relations {
          if case .uint32(let kind) = pair[0], case .array(_, let targets) = pair[1] { kinds[kind] = targets }
        }
      }
    }
    #expect(kinds[1]?.count == 1 && kinds[2]?.count == 1 && kinds[1] != kinds[2])
    #expect(kinds[5]?.count == 2)
    // Controller for, and controlled by.
    let sizes = try await rig.path("Size")
    func paths(_ kind: UInt32) -> [String] {
      (kinds[kind] ?? []).compactMap {
        if case .tuple(let pair) = $0, case .objectPath(let path) = pair[1] { path } else { nil }
      }
    }
    #expect(paths(3) == [sizes])
    #expect(paths(4).count == 1 && paths(4) != [sizes])
    slider.accessibilityControlledViews = []
    #expect(try await rig.registry.call("GetRelationSet", on: sizes) == [.array(of: "(ua(so))", [])])
  }

  @Test("A reference to a view that is gone is defunct, and is never used for another view")
  func defunct() async throws {
    let rig = try await BridgeRig()
    var paths: Set<String> = []
    for number in 0..<40 {
      // The address of a released view is often that of the next one.
      let button = Button("Button \(number)")
      rig.stage.add(button)
      let path = try await rig.path("Button \(number)")
      #expect(paths.insert(path).inserted)
      button.removeFromSuperview()
      await #expect(throws: defunctError) { _ = try await rig.registry.name(of: path) }
      await #expect(throws: defunctError) {
        _ = try await rig.registry.call("DoAction", [.int32(0)], on: path, interface: "Action")
      }
    }
  }

  private var defunctError: BusError {
    .remote(name: "org.freedesktop.DBus.Error.UnknownObject", message: "The object is defunct.")
  }

  @Test("A view that is hidden and shown again keeps its reference")
  func hidden() async throws {
    let rig = try await BridgeRig()
    let button = rig.stage.add(Button("Save"))
    let path = try await rig.path("Save")
    button.isHidden = true
    await #expect(throws: defunctError) { _ = try await rig.registry.name(of: path) }
    button.isHidden = false
    #expect(try await rig.registry.name(of: path) == "Save")
  }

  @Test(
    "A malformed call is answered by an error",
    arguments: [
      ("Accessible", "GetChildAtIndex", [BusValue.string("0")], "InvalidArgs"),
      ("Accessible", "GetChildAtIndex", [.int32(-1)], "InvalidArgs"),
      ("Accessible", "GetChildAtIndex", [.int32(.max)], "InvalidArgs"),
      ("Accessible", "GetChildAtIndex", [], "InvalidArgs"),
      ("Accessible", "Explode", [], "UnknownMethod"),
      ("Action", "DoAction", [.int32(99)], "InvalidArgs"),
      ("Action", "DoAction", [.int32(0), .int32(0)], "InvalidArgs"),
      ("Text", "GetText", [.int32(0), .int32(1)], "UnknownInterface"),
      ("Nothing", "GetText", [], "UnknownInterface"),
      ("org.freedesktop.DBus.Properties", "Get", [.string("org.a11y.atspi.Accessible")], "InvalidArgs"),
      (
        "org.freedesktop.DBus.Properties", "Get",
        [.string("org.a11y.atspi.Accessible"), .string("None")], "UnknownProperty"
      ),
      (
        "org.freedesktop.DBus.Properties", "Set",
        [.string("org.a11y.atspi.Accessible"), .string("Name"), .variant(.string("x"))], "InvalidArgs"
      ),
    ])
  func malformed(interface: String, method: String, arguments: [BusValue], error: String) async throws {
    let rig = try await BridgeRig()
    rig.stage.add(Button("Save"))
    let path = try await rig.path("Save")
    do {
      let reply = try await rig.registry.call(method, arguments, on: path, interface: interface)
      Issue.record("the reply \(reply)")
    } catch BusError.remote(let name, _) {
      #expect(name == "org.freedesktop.DBus.Error.\(error)")
    }
    for odd in ["/org/a11y/atspi/accessible/01", "/org/a11y/atspi/accessible/x", "/org/a11y/atspi/null"] {
      await #expect(throws: defunctError) { _ = try await rig.registry.name(of: odd) }
    }
  }

  @Test("The elements of a popup are inside the window, at the popup's position")
  func popup() async throws {
    let rig = try await BridgeRig()
    rig.stage.add(Button("Open"))
    let popup = StageSurface()
    popup.accessibleOpener = rig.surface
    popup.accessibleOrigin = Point(x: 300, y: 200)
    let item = popup.stage.add(Button("Item"), x: 10, y: 20)
    rig.bridge.add(popup)
    let path = try await rig.path("Item")
    guard
      case .tuple(let extents)? = try await rig.registry.call(
        "GetExtents", [.uint32(0)], on: path, interface: "Component"
      ).first
    else { throw BridgeRig.Missing(name: "extents") }
    let frame = item.accessibilityFrame
    #expect(extents[0] == .int32(Int32((frame.minX + 300).rounded())))
    #expect(extents[1] == .int32(Int32((frame.minY + 200).rounded())))
    popup.isAccessible = false
    rig.bridge.surfaceDidChange()
    await #expect(throws: defunctError) { _ = try await rig.registry.name(of: path) }
  }

  @Test("The cache lists each object once, with its parent, its number of children and its name")
  func cache() async throws {
    let rig = try await BridgeRig()
    rig.stage.add(Button("Save"))
    guard
      case .array(let type, let items)? = try await rig.registry.call(
        "GetItems", on: "/org/a11y/atspi/cache", interface: "Cache"
      ).first
    else { throw BridgeRig.Missing(name: "items") }
    #expect(type == "((so)(so)(so)iiassusau)")
    let names = items.map { item -> BusValue? in if case .tuple(let values) = item { values[6] } else { nil }
    }
    #expect(names.contains(.string("Save")) && names.first == .string("program"))
    await #expect(throws: BusError.self) {
      _ = try await rig.registry.call(
        "GetItems", [.int32(1)], on: "/org/a11y/atspi/cache", interface: "Cache")
    }
  }
}
