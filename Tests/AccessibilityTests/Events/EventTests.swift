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
  "Events of elements", .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"),
  .timeLimit(.minutes(10)))
@MainActor
struct EventTests {
  /// A rig whose registry listens to all events of objects and windows.
  private func rig() async throws -> BridgeRig {
    let rig = try await BridgeRig()
    try await rig.registry.listen(to: ["object", "Window:"])
    _ = try await rig.registry.events(until: "Activate")
    return rig
  }

  @Test(
    "A pattern matches events whatever its capitals and hyphens",
    arguments: [
      ("object:state-changed:focused", true), ("Object:StateChanged:", true), ("object", true), ("", true),
      ("object:state-changed:checked", false), ("object:property-change", false), ("window", false),
    ])
  func patterns(pattern: String, matches: Bool) {
    let listeners = EventListeners([.tuple([.string(":1.1"), .string(pattern)])])
    #expect(
      listeners.want(EventKind(interface: "Object", name: "StateChanged", detail: "focused")) == matches)
    #expect(!listeners.isEmpty)
  }

  @Test("A program that registers reports its active window and the element with the focus")
  func start() async throws {
    let rig = try await BridgeRig()
    rig.stage.add(CheckBox("Wrap")).becomeFocused()
    try await rig.registry.listen(to: ["object", "Window:"])
    let seen = try await rig.registry.events(until: "StateChanged focused 1")
    #expect(
      seen.map(\.description) == [
        "Create 0 Window", "ChildrenChanged add 0", "StateChanged active 1", "Activate 0 Window",
        "StateChanged focused 1",
      ])
    #expect(seen.last?.path == (try await rig.path("Wrap")))
  }

  @Test("The focus is lost before it is gained, and a state, a value and a text are reported")
  func changes() async throws {
    let rig = try await rig()
    let box = rig.stage.add(CheckBox("Wrap"), x: 0, y: 0)
    let slider = rig.stage.add(Slider(value: 0.5), x: 0, y: 50)
    slider.accessibilityLabel = "Tilt"
    let field = rig.stage.add(TextField("abc"), x: 0, y: 100)
    field.accessibilityLabel = "Name"
    rig.stage.settle()
    _ = try await rig.registry.events(until: "ChildrenChanged add")
    box.becomeFocused()
    rig.stage.settle()
    _ = try await rig.registry.events(until: "StateChanged focused 1")
    slider.becomeFocused()
    rig.stage.settle()
    var seen = try await rig.registry.events(until: "StateChanged focused 1")
    #expect(seen.map(\.description).suffix(2) == ["StateChanged focused 0", "StateChanged focused 1"])
    #expect(seen.last?.path == (try await rig.path("Tilt")))

    box.isOn = true
    slider.value = 0.75
    rig.stage.settle()
    seen = try await rig.registry.events(until: "StateChanged checked")
    #expect(seen.map(\.description).contains("PropertyChange accessible-value 0 0.75"))
    #expect(seen.last?.description == "StateChanged checked 1")

    field.text = "abXc"
    rig.stage.settle()
    seen = try await rig.registry.events(until: "TextChanged insert")
    #expect(seen.last?.description == "TextChanged insert 2 X")
    box.title = "Endless"
    rig.stage.settle()
    seen = try await rig.registry.events(until: "PropertyChange accessible-name")
    #expect(seen.last?.value == .string("Endless"))
    field.announce("Saved")
    rig.stage.settle()
    seen = try await rig.registry.events(until: "Announcement")
    #expect(seen.last?.value == .string("Saved"))
  }

  @Test("Views that come and go are reported, and a released one is defunct")
  func children() async throws {
    let rig = try await rig()
    var button: Button? = rig.stage.add(Button("Save"))
    rig.stage.settle()
    var seen = try await rig.registry.events(until: "ChildrenChanged add")
    let path = try await rig.path("Save")
    #expect(seen.last?.path == (try await rig.path("Window")))
    button?.removeFromSuperview()
    button = nil
    rig.stage.settle()
    seen = try await rig.registry.events(until: "StateChanged defunct 1")
    #expect(seen.map(\.description).contains("ChildrenChanged remove 0"))
    #expect(seen.last?.path == path)
  }

  @Test("Only events that a program listens to are sent")
  func filter() async throws {
    let rig = try await BridgeRig()
    let box = rig.stage.add(CheckBox("Wrap"))
    rig.stage.settle()
    try await rig.registry.listen(to: ["object:state-changed:checked"])
    box.becomeFocused()
    box.title = "Endless"
    rig.stage.settle()
    box.isOn = true
    rig.stage.settle()
    #expect(
      try await rig.registry.events(until: "StateChanged").map(\.description) == ["StateChanged checked 1"])
  }
}
