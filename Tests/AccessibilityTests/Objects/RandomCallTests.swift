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
  "Random calls", .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"),
  .timeLimit(.minutes(10)))
@MainActor
struct RandomCallTests {
  private struct Card: Identifiable { let id: Int }

  @Test(
    "Random calls while a hundred thousand items are edited: each answer is about the object that was asked",
    arguments: [UInt64(1), 2])
  func edits(seed: UInt64) async throws {
    let rig = try await BridgeRig()
    try await rig.registry.listen(to: ["object"])
    var random = SplitMix(seed: seed)
    var cards = (0..<100_000).map(Card.init)
    var next = cards.count
    let view = CarouselView(size: Size(width: 700, height: 200))
    view.accessibilityLabel = "Cards"
    func show() {
      view.carousel.setItems(cards) { card, _ in
        let label = ThemedLabel("Card \(card.id)")
        label.size = Size(width: 90, height: 90)
        return label
      }
    }
    show()
    rig.stage.add(view, x: 0, y: 0)
    rig.stage.advance(0.5)
    // The name that each item had when it was listed.
    var known: [String: String] = [:]
    var replies = 0
    let methods: [(String, String, [BusValue])] = [
      ("Accessible", "GetChildren", []), ("Accessible", "GetState", []), ("Accessible", "GetInterfaces", []),
      ("Accessible", "GetIndexInParent", []), ("Component", "GetExtents", [.uint32(1)]),
      ("Accessible", "GetRelationSet", []), ("Selection", "GetSelectedChild", [.int32(0)]),
      ("Text", "GetText", [.int32(-5), .int32(1_000_000)]), ("Component", "GrabFocus", []),
      ("Component", "GetAccessibleAtPoint", [.int32(300), .int32(90), .uint32(0)]),
      ("Component", "ScrollTo", [.uint32(0)]), ("Accessible", "GetChildAtIndex", [.uint32(7)]),
    ]
    for step in 0..<500 {
      if step.isMultiple(of: 50) { known = [:] }
      if step.isMultiple(of: 5) {
        for path in try await rig.registry.children(of: try await rig.path("Cards")) where known[path] == nil
        {
          if let name = try? await rig.registry.name(of: path) { known[path] = name }
        }
      }
      switch random.next() % 4 {
      case 0:
        cards.insert(Card(id: next), at: Int(random.next() % 8))
        next += 1
        show()
      case 1:
        cards.remove(at: Int(random.next() % 8))
        show()
      case 2: view.carousel.scrollToItem(at: Int(random.next() % UInt64(cards.count)), animated: false)
      default: view.carousel.step(by: 1)
      }
      rig.stage.advance(Double(random.next() % 4) / 30)
      for _ in 0..<10 {
        let (interface, method, arguments) = methods[Int(random.next() % UInt64(methods.count))]
        let path = known.keys.sorted().randomElement(using: &random) ?? FakeRegistry.root
        _ = try? await rig.registry.call(method, arguments, on: path, interface: interface)
        if let name = try? await rig.registry.name(of: path), let before = known[path] {
          #expect(name == before, "\(path) is another item")
        }
        replies += 2
      }
    }
    #expect(replies == 10_000)
    #expect(try await rig.registry.name(of: FakeRegistry.root) == "program")
  }
}
