import BusFixtures
import CarouselEngine
import CarouselViews
import Controls
import Desktop
import Foundation
import Geometry
import Glibc
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

  /// `CAROUSEL_SOAK_COUNT` is the number of seeds, and `CAROUSEL_SOAK_SEED` the first one.
  private nonisolated static let seeds: [UInt64] = {
    func number(_ name: String, _ other: Int) -> Int {
      ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? other
    }
    let first = UInt64(max(0, number("CAROUSEL_SOAK_SEED", 1)))
    return (0..<UInt64(max(1, number("CAROUSEL_SOAK_COUNT", 2)))).map { first &+ $0 }
  }()

  /// The processor time of the thread, in milliseconds. Other programs do not change it.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  @Test(
    "10,000 random calls while a hundred thousand items are edited: each answer is about the object that was asked, and frames keep their time",
    arguments: seeds)
  func edits(seed: UInt64) async throws {
    let (quiet, _) = try await play(seed: seed, hasCalls: false)
    let (busy, replies) = try await play(seed: seed, hasCalls: true)
    #expect(replies == 10_000)
    func percentile(_ times: [Double], _ part: Double) -> Double {
      times.sorted()[min(Int(Double(times.count) * part), times.count - 1)]
    }
    func text(_ times: [Double]) -> String {
      [0.5, 0.99].map { String(format: "%.2f", percentile(times, $0)) }.joined(separator: " and ")
    }
    print("accessibility: seed \(seed): \(replies) calls")
    print(
      "accessibility: median and p99 of \(busy.count) frames, in milliseconds of processor time: \(text(quiet)) without an assistive technology, \(text(busy)) with the calls"
    )
    // Calls are answered between frames. A frame also collects the changes of the elements. It stays far below the refresh of a
    // screen; the figures are compared by scripts/soak.
    #expect(percentile(busy, 0.99) <= 1000.0 / 60)
  }

  /// Edits the items by a seed.
  ///
  /// - Parameter hasCalls: Whether an assistive technology calls and listens meanwhile.
  /// - Returns: The times of the frames, and the number of calls that were answered.
  private func play(seed: UInt64, hasCalls: Bool) async throws -> (frames: [Double], replies: Int) {
    let rig = try await BridgeRig(isEnabled: hasCalls)
    if hasCalls { try await rig.registry.listen(to: ["object"]) }
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
    var (replies, frames) = (0, [Double]())
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
      if hasCalls, step.isMultiple(of: 5) {
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
      for _ in 0..<1 + random.next() % 4 {
        let start = Self.processorTime
        rig.stage.advance(1.0 / 60)
        frames.append(Self.processorTime - start)
      }
      for _ in 0..<(hasCalls ? 10 : 0) {
        let (interface, method, arguments) = methods[Int(random.next() % UInt64(methods.count))]
        let path = known.keys.sorted().randomElement(using: &random) ?? FakeRegistry.root
        _ = try? await rig.registry.call(method, arguments, on: path, interface: interface)
        if let name = try? await rig.registry.name(of: path), let before = known[path] {
          #expect(name == before, "\(path) is another item")
        }
        replies += 2
      }
    }
    if hasCalls { #expect(try await rig.registry.name(of: FakeRegistry.root) == "program") }
    return (frames, replies)
  }
}
