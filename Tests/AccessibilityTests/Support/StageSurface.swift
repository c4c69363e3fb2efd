import Accessibility
import BusFixtures
import Controls
import Desktop
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

/// A window without a compositor, whose views are those of a stage.
@MainActor
final class StageSurface: AccessibleSurface {
  let stage = ControlStage()
  var accessibleOpener: (any AccessibleSurface)?
  var accessibleOrigin = Point.zero
  var isAccessible = true
  var isActiveSurface = true

  var accessibleTree: ViewTree { stage.tree }

  init() {
    stage.tree.root.accessibilityRole = .window
    stage.tree.root.accessibilityLabel = "Window"
  }
}

/// A bridge with one window on a bus with the services of assistive technologies.
@MainActor
struct BridgeRig {
  let bus: PrivateBus
  let registry: FakeRegistry
  let bridge: AccessibilityBridge
  let surface = StageSurface()
  var stage: ControlStage { surface.stage }

  /// - Parameter isEnabled: Whether an assistive technology is in use. If so, the program has registered afterwards.
  init(isEnabled: Bool = true) async throws {
    bus = try await PrivateBus.start()
    registry = try await FakeRegistry.start(on: bus, isEnabled: isEnabled)
    bridge = AccessibilityBridge(session: SessionBus(environment: bus.environment), name: "program")
    bridge.add(surface)
    if isEnabled {
      try await registry.registrations.next("the program registers")
      try await registry.readings.next("the program reads the listeners")
    }
  }

  /// The path of the object with a name.
  func path(_ name: String) async throws -> String {
    guard let path = try await registry.find(name) else { throw Missing(name: name) }
    return path
  }

  struct Missing: Error { let name: String }
}
