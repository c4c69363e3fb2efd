import Accessibility
import BusFixtures
import Desktop
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite(
  "The bridge to assistive technologies",
  .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"), .timeLimit(.minutes(10)))
@MainActor
struct BridgeTests {
  @Test("The program registers while an assistive technology is in use, and only then")
  func registration() async throws {
    let rig = try await BridgeRig(isEnabled: false)
    // The reply of the bus follows the calls of the bridge.
    _ = try await SessionBus(environment: rig.bus.environment).connection()
    #expect(!rig.bridge.isRegistered && rig.registry.application == nil)
    try rig.registry.setEnabled(true)
    try await rig.registry.registrations.next("the program registers")
    try await rig.registry.readings.next("the program reads the listeners")
    let first = try #require(rig.registry.application)
    #expect(try await rig.registry.name(of: first.path) == "program")
    #expect(rig.bridge.isRegistered)

    try rig.registry.setEnabled(false)
    try await waitUntilTrue("the program leaves") { !rig.bridge.isRegistered }
    await #expect(throws: BusError.self) { _ = try await rig.registry.name(of: first.path) }
    try rig.registry.setEnabled(true)
    try await rig.registry.registrations.next("the program registers again")
    #expect(rig.registry.application?.name != first.name)
  }

  @Test("Without a session bus, the bridge does nothing")
  func noBus() {
    let bridge = AccessibilityBridge(
      session: SessionBus(environment: DesktopEnvironment()), name: "program")
    let surface = StageSurface()
    bridge.add(surface)
    bridge.surfaceDidChange()
    #expect(!bridge.isRegistered && surface.stage.tree.accessibility.onEvents == nil)
  }

  @Test("A tree has a listener only while an assistive technology is in use", .proves("C28"))
  func listeners() async throws {
    let rig = try await BridgeRig(isEnabled: false)
    let hub = rig.stage.tree.accessibility
    #expect(hub.onEvents == nil)
    try rig.registry.setEnabled(true)
    try await rig.registry.registrations.next("the program registers")
    #expect(hub.onEvents != nil)
    let other = StageSurface()
    rig.bridge.add(other)
    #expect(other.stage.tree.accessibility.onEvents != nil)
    try rig.registry.setEnabled(false)
    try await waitUntilTrue("the program leaves") { hub.onEvents == nil }
    #expect(!rig.bridge.isRegistered && other.stage.tree.accessibility.onEvents == nil)
    let third = StageSurface()
    rig.bridge.add(third)
    #expect(third.stage.tree.accessibility.onEvents == nil)
  }

  @Test("When the bus of the assistive technologies ends, the program goes on, and no tree has a listener")
  func endOfBus() async throws {
    let rig = try await BridgeRig()
    try await rig.registry.listen(to: ["object"])
    rig.bus.kill()
    try await waitUntilTrue("the program notices") { !rig.bridge.isRegistered }
    #expect(rig.stage.tree.accessibility.onEvents == nil)
    rig.stage.advance(0.1)
  }

  @Test("A bus whose address is missing is tried again")
  func retry() async throws {
    let rig = try await BridgeRig(isEnabled: false)
    rig.registry.hidesAddress = true
    try rig.registry.setEnabled(true)
    try await waitUntilTrue("the program asks for the address") { rig.registry.addressCalls == 1 }
    rig.registry.hidesAddress = false
    try await rig.registry.registrations.next("the program registers a second later")
  }

  @Test("A flood of calls is answered; other work of the main queue runs between the answers")
  func flood() async throws {
    let rig = try await BridgeRig()
    let count = 6000
    var (answered, turns) = (0, 0)
    let done = ReportQueue<Void>()
    for _ in 0..<count {
      try rig.registry.start("GetChildren", [], on: FakeRegistry.root, interface: "Accessible") { _ in
        answered += 1
        if answered == count { done.report(()) }
      }
    }
    let other = Task { @MainActor in
      while !Task.isCancelled {
        turns += 1
        await Task.yield()
      }
    }
    try await done.next("all replies")
    other.cancel()
    #expect(turns > 20)
    #expect(try await rig.registry.name(of: FakeRegistry.root) == "program")
  }
}

/// Waits until a condition of the main actor is true. The events of the bus run meanwhile.
@MainActor
func waitUntilTrue(_ what: String, _ condition: @MainActor @escaping () -> Bool) async throws {
  try await waitFor(what) { @MainActor in
    while !condition() {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
