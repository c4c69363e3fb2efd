import BusFixtures
import CarouselEngine
import CarouselViews
import Controls
import Desktop
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite(
  "A carousel for a screen reader",
  .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"), .timeLimit(.minutes(10)))
@MainActor
struct CarouselTests {
  private struct Card: Identifiable { let id: Int }

  private func carousel(_ count: Int, on rig: BridgeRig) -> CarouselView {
    let view = CarouselView(size: Size(width: 300, height: 120))
    view.accessibilityLabel = "Meals"
    view.clipsToBounds = true
    view.carousel.options.wrap = false
    view.carousel.setItems((0..<count).map(Card.init)) { card, _ in
      let label = ThemedLabel("Item \(card.id + 1)")
      label.size = Size(width: 100, height: 100)
      return label
    }
    rig.stage.add(view)
    rig.stage.advance(1)
    return view
  }

  @Test(
    "A carousel of a million items is a list of the items in sight, with positions and actions",
    .proves("A01", "D035", "R19"))
  func list() async throws {
    let rig = try await BridgeRig()
    let view = carousel(1_000_000, on: rig)
    let list = try await rig.path("Meals")
    let registry = rig.registry
    #expect(try await registry.call("GetRoleName", on: list) == [.string("list")])
    let items = try await registry.children(of: list)
    #expect(items.count < 10)
    #expect(
      try await registry.call("GetAttributes", on: items[1]) == [
        .array(
          of: "{ss}",
          [
            .entry(.string("toolkit"), .string("swift-carousel")), .entry(.string("posinset"), .string("2")),
            .entry(.string("setsize"), .string("1000000")),
          ])
      ])
    #expect(try await registry.property("Description", of: items[1]) == .string("2 of 1000000"))
    #expect(try await registry.perform("next", on: list))
    rig.stage.advance(2)
    #expect(view.carousel.currentItemIndex == 1)
    #expect(try await registry.perform("previous", on: list))
    rig.stage.advance(2)
    #expect(view.carousel.currentItemIndex == 0)
    #expect(
      try await registry.call("GetSelectedChild", [.int32(0)], on: list, interface: "Selection")
        == [.tuple([.string(registry.application?.name ?? ""), .objectPath(items[0])])])
    #expect(
      try await registry.call("SelectChild", [.int32(1)], on: list, interface: "Selection") == [
        .boolean(true)
      ])
    rig.stage.advance(3)
    #expect(view.carousel.currentItemIndex == 1)
  }

  @Test("Activating an item selects it like a tap", .proves("A03"))
  func activate() async throws {
    final class Taps: CarouselDelegate {
      var indices: [Int] = []
      func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { indices.append(index) }
    }
    let rig = try await BridgeRig()
    let view = carousel(20, on: rig)
    let taps = Taps()
    view.carousel.delegate = taps
    let item = try await rig.path("Item 2")
    #expect(try await rig.registry.perform("activate", on: item))
    #expect(taps.indices == [1])
  }

  @Test(
    "The current item is reported once, when the carousel has settled: as the active descendant of a focused carousel, otherwise as an announcement",
    .proves("A02", "C28"), arguments: [true, false])
  func announcement(isFocused: Bool) async throws {
    let rig = try await BridgeRig()
    let view = carousel(20, on: rig)
    (isFocused ? view : rig.stage.add(Button("Save"), y: 250)).becomeFocused()
    try await rig.registry.listen(to: ["object"])
    rig.stage.advance(0.5)
    _ = try await afterwards(rig)
    view.carousel.step(by: 3)
    for _ in 0..<30 {
      rig.stage.advance(0.1)
      _ = try await rig.registry.call("GetRole")
    }
    let seen = try await rig.registry.events(until: "SelectionChanged")
    let last = try await afterwards(rig)
    let words = (seen + last).map(\.description)
    let spoken = words.filter { $0.hasPrefix("ActiveDescendantChanged") || $0.hasPrefix("Announcement") }
    if isFocused {
      #expect(spoken.count == 1 && spoken.first?.hasPrefix("ActiveDescendantChanged") == true, "\(words)")
      let item = try await rig.path("Item 4")
      let event = (seen + last).first { $0.name == "ActiveDescendantChanged" }
      #expect(event?.value == .tuple([.string(rig.registry.application?.name ?? ""), .objectPath(item)]))
    } else {
      #expect(spoken == ["Announcement 1 Item 4, 4 of 20"], "\(words)")
    }
  }

  @Test("A carousel with the focus reports its current item after the focus, or when the item is in sight")
  func focus() async throws {
    let rig = try await BridgeRig()
    let view = carousel(20, on: rig)
    rig.stage.add(Button("Save"), y: 250).becomeFocused()
    try await rig.registry.listen(to: ["object"])
    rig.stage.advance(0.5)
    _ = try await afterwards(rig)
    view.becomeFocused()
    rig.stage.advance(0.1)
    let seen = try await afterwards(rig)
    #expect(
      seen.map(\.description).filter { !$0.hasPrefix("BoundsChanged") } == [
        "StateChanged focused 0", "StateChanged focused 1", "ActiveDescendantChanged 0",
      ])
    let item = try await rig.path("Item 1")
    #expect(
      seen.last?.value == .tuple([.string(rig.registry.application?.name ?? ""), .objectPath(item)]))
    let itemView = try #require(view.carousel.currentItemView as? View)
    for isHidden in [true, false] {
      itemView.isHidden = isHidden
      rig.stage.advance(0.1)
      let isReported = try await afterwards(rig).contains { $0.name == "ActiveDescendantChanged" }
      #expect(isReported == !isHidden)
    }
  }

  /// The events up to an announcement that follows them.
  private func afterwards(_ rig: BridgeRig) async throws -> [FakeRegistry.Event] {
    rig.stage.card.announce("end")
    rig.stage.advance(0.1)
    return try await rig.registry.events(until: "Announcement 1 end").dropLast()
  }

  @Test("An item that goes out of sight is gone; its view then has another reference")
  func reuse() async throws {
    let rig = try await BridgeRig()
    let view = carousel(100, on: rig)
    let path = try await rig.path("Item 1")
    view.carousel.scrollToItem(at: 50, animated: false)
    rig.stage.advance(1)
    await #expect(throws: BusError.self) { _ = try await rig.registry.name(of: path) }
    view.carousel.scrollToItem(at: 0, animated: false)
    rig.stage.advance(1)
    await #expect(throws: BusError.self) { _ = try await rig.registry.name(of: path) }
    #expect(try await rig.path("Item 1") != path)
  }
}
