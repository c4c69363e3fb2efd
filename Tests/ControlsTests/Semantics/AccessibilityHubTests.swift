import Controls
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Notifications of changed elements", .serialized)
@MainActor
struct AccessibilityHubTests {
  private let stage = ControlStage()

  /// Returns the notifications of a frame after `body`.
  private func events(_ body: () throws -> Void) rethrows -> [AccessibilityEvent] {
    stage.settle()
    var events: [AccessibilityEvent] = []
    stage.tree.accessibility.onEvents = { events += $0 }
    defer { stage.tree.accessibility.onEvents = nil }
    try body()
    stage.settle()
    return events
  }

  private func kinds(_ events: [AccessibilityEvent], of view: View) -> Set<AccessibilityChange> {
    Set(
      events.compactMap { event in
        guard case .changed(let kind, let element) = event, element.view === view else { return nil }
        return kind
      })
  }

  @Test("Changes of value, state, label, text and selection are reported once a frame for each element")
  func changes() {
    let stage = stage
    let slider = stage.add(Slider(), y: 0)
    let toggle = stage.add(Toggle(), y: 50)
    let button = stage.add(Button("Play"), y: 100)
    let field = stage.add(TextField(), y: 150)
    let sizes = stage.add(SegmentedControl(["A", "B"]), y: 200)
    let bar = stage.add(ProgressBar(), y: 250)
    let events = events {
      for step in 1...5 { slider.value = Double(step) / 10 }
      toggle.isOn = true
      button.title = "Pause"
      button.isEnabled = false
      field.insertText("x")
      sizes.selectedIndex = 1
      bar.progress = 0.5
    }
    #expect(kinds(events, of: slider) == [.value])
    #expect(kinds(events, of: toggle) == [.state])
    #expect(kinds(events, of: button) == [.label, .state])
    #expect(kinds(events, of: field).contains(.text))
    #expect(kinds(events, of: sizes) == [.selection])
    #expect(kinds(events, of: bar) == [.value])
    #expect(
      events.count { if case .changed(.value, let element) = $0 { element.view === slider } else { false } }
        == 1)
  }

  @Test("The focus, added and removed views, moved views and announcements are reported")
  func structure() throws {
    let stage = stage
    let panel = stage.add(ContainerView(), y: 0)
    panel.accessibilityLabel = "Panel"
    let button = stage.add(Button("Play"), y: 100)
    let first = events { button.becomeFocused() }
    guard case .focus(let focused) = first.first else {
      Issue.record("no focus")
      return
    }
    #expect(focused?.view === button)
    let added = events { panel.addSubview(Button("New")) }
    #expect(kinds(added, of: panel).contains(.children))
    let moved = events { button.frame.origin.x += 10 }
    #expect(kinds(moved, of: button) == [.bounds])
    let hidden = events { panel.subviews[0].isHidden = true }
    #expect(kinds(hidden, of: panel).contains(.children))
    let spoken = events { panel.announce("Saved") }
    #expect(spoken == [.announcement("Saved")])
  }

  @Test("Bounds are reported when nothing moves anymore")
  func movingBounds() {
    let stage = stage
    let column = StackView(.vertical, (0..<20).map { Button("Button \($0)") })
    let scroll = stage.add(ScrollView(column, size: Size(width: 200, height: 100)))
    var count = 0
    stage.tree.accessibility.onEvents = { events in
      count += events.count { if case .changed(.bounds, _) = $0 { true } else { false } }
    }
    stage.settle()
    count = 0
    scroll.setContentOffset(Point(x: 0, y: 300), animated: true)
    stage.advance(0.1)
    #expect(count == 0 && scroll.isMoving)
    stage.advance(2)
    #expect(count > 0)
    stage.tree.accessibility.onEvents = nil
  }

  @Test("A change inside an item is reported for the item, and inside a control for the control")
  func nearestElement() throws {
    let label = ThemedLabel("Track")
    let list = ListView(numberOfRows: 1, size: Size(width: 200, height: 100)) { _, _ in label }
    stage.add(list)
    let events = events { label.text = "Other" }
    let item = try stage.tree.accessibilityTree().find(.listItem, "Other")
    #expect(events.contains(.changed(.label, item)))
  }

  @Test("Without a listener nothing is collected")
  func noListener() {
    let stage = stage
    let slider = stage.add(Slider(), y: 0)
    for step in 1...100 { slider.value = Double(step) / 100 }
    slider.becomeFocused()
    slider.announce("Nobody listens")
    let events = events {}
    #expect(events.isEmpty)
    // The listener of one window does not collect changes of another.
    let other = ControlStage()
    other.tree.accessibility.onEvents = { _ in Issue.record("an event of another window") }
    slider.value = 0.5
    stage.settle()
    other.settle()
    other.tree.accessibility.onEvents = nil
  }

  @Test("A listener may remove itself, remove views and cause changes; a change requests a frame")
  func reentrantListener() {
    let stage = stage
    let button = stage.add(Button("Play"))
    stage.card.accessibilityLabel = "Card"
    var (calls, frames) = (0, 0)
    stage.tree.accessibility.onEvents = { [weak tree = stage.tree] _ in
      calls += 1
      button.removeFromSuperview()
      if calls == 2 { tree?.accessibility.onEvents = nil }
    }
    button.title = "Pause"
    stage.tree.onNeedsFrame = { frames += 1 }
    stage.settle()
    // The removal is reported with the frame that it has requested.
    #expect(calls == 1 && frames > 0)
    stage.settle()
    frames = 0
    stage.settle()
    #expect(calls == 2 && frames == 0)
    stage.tree.onNeedsFrame = nil
  }

  @Test("A change that paints nothing requests the frame that reports it")
  func changeWithoutPaint() {
    let stage = stage
    let button = stage.add(Button("Play"))
    stage.settle()
    var frames = 0
    stage.tree.onNeedsFrame = { frames += 1 }
    button.accessibilityHint = "Plays"
    #expect(frames == 0)
    stage.tree.accessibility.onEvents = { _ in }
    button.accessibilityValue = "paused"
    #expect(frames == 1)
    stage.tree.accessibility.onEvents = nil
    stage.tree.onNeedsFrame = nil
  }

  @Test("The bounds of a view at rest are reported while another view moves")
  func boundsDuringMotion() {
    let stage = stage
    stage.add(ActivityIndicator(isAnimating: true), y: 0)
    let button = stage.add(Button("Play"))
    var events: [AccessibilityEvent] = []
    stage.tree.accessibility.onEvents = { events += $0 }
    stage.advance(0.1)
    #expect(stage.tree.isMoving)
    events = []
    button.frame.origin.x += 10
    stage.settle()
    #expect(kinds(events, of: button) == [.bounds])
    stage.tree.accessibility.onEvents = nil
  }

  @Test(
    "A new text of a label is reported for the control that it names; announcements of a hidden window are dropped"
  )
  func labelsAndSuspension() {
    let stage = stage
    let caption = stage.add(ThemedLabel("Brightness"), y: 0)
    let slider = stage.add(Slider(value: 0.5), y: 40)
    slider.accessibilityLabelView = caption
    let changed = events { caption.text = "Light" }
    #expect(kinds(changed, of: slider) == [.label])
    let hidden = events {
      stage.tree.isSuspended = { true }
      slider.announce("Saved")
      stage.tree.isSuspended = { false }
    }
    #expect(hidden.isEmpty)
  }
}
