import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Recordings of carousels and their replays.
@MainActor
struct JournalTests {
  /// Lines that a carousel has recorded.
  final class Lines {
    var all: [String]

    init(_ lines: [String] = []) { all = lines }

    @MainActor
    func record(_ carousel: Carousel) {
      do { try carousel.beginRecording { self.all.append($0) } } catch { Issue.record("\(error)") }
    }

    /// Replays the lines; returns the error, if there is one.
    @MainActor
    func problem(layouts: [String: any CarouselLayout] = [:], effects: [String: ItemEffect] = [:]) -> String?
    {
      do throws(JournalError) {
        let journal = try CarouselJournal(lines: all, layouts: layouts, effects: effects)
        return try journal.replay() > 0 ? nil : "no frame"
      } catch {
        return "\(error)"
      }
    }
  }

  // MARK: Replays

  @Test(
    "In each type, the replay makes the same frames with placeholders, individual widths and views that change size"
  )
  func types() {
    for type in CarouselType.allCases {
      for isFluid in [false, true] {
        let lines = Lines()
        let rig = CarouselRig(type, items: 12) {
          $0.placeholderCount = 3
          $0.pitch = 180
          $0.customTransform = { offset, base in base.translated(x: offset * 150, z: -abs(offset) * 40) }
          if type == .linear { $0.widths = { 100 + Double($0 * 37 % 120) } }
          if type == .linear { $0.carousel.itemSizing = .individual }
          $0.carousel.motionStyle = isFluid ? .fluid : .classic
          lines.record($0.carousel)
        }
        rig.drag(by: Point(x: -300, y: 0), in: 0.2)
        for _ in 1...10 { rig.frame() }
        rig.views.first?.size = Size(width: 90, height: 40)
        rig.settle()
        rig.tap(at: Point(x: 600, y: 300))
        rig.carousel.animate(withDuration: 0.3) { rig.carousel.type = .coverFlow2 }
        rig.settle()
        #expect(lines.problem() == nil, "\(type)")
      }
    }
  }

  @Test("The size that the owner gives to the items is recorded, and recordings without it can be replayed")
  func itemSize() {
    for size in [Size(width: 90, height: 40), nil] {
      let lines = Lines()
      let rig = CarouselRig(items: 12) { lines.record($0.carousel) }
      var settings = rig.carousel.core.layout.settings
      settings.itemSize = size
      rig.carousel.apply(.setLook(settings), at: rig.carousel.clock)
      rig.drag(by: Point(x: -300, y: 0), in: 0.2)
      rig.settle()
      #expect(lines.problem() == nil)
      #expect(lines.all.contains { $0.contains("\"itemSize\"") } == (size != nil))
      guard size != nil else { continue }
      #expect(rig.carousel.itemWidth == 90)
      // Without the size, the replay comes to other frames.
      let size = #""itemSize":{"height":40,"width":90},"#
      let stripped = Lines(lines.all.map { $0.replacing(size, with: "") })
      #expect(stripped.all != lines.all && stripped.problem() != nil)
    }
  }

  @Test("Calls inside callbacks are recorded and are replayed in the same order")
  func reentrance() {
    let lines = Lines()
    let rig = CarouselRig(items: 30) { lines.record($0.carousel) }
    rig.onIndexChange = { [unowned rig] in
      switch rig.carousel.currentItemIndex {
      case 3: rig.carousel.type = .rotary
      case 5:
        rig.itemCount -= 1
        rig.carousel.removeItem(at: 0, animated: true)
      case 7: rig.carousel.scrollToItem(at: 20, animated: true)
      case 15: rig.carousel.reloadData()
      default: break
      }
    }
    rig.carousel.scrollToItem(at: 9, animated: true)
    rig.settle()
    #expect(lines.problem() == nil)
  }

  @Test("Each of two linked carousels has its own journal, and is replayed without the other carousel")
  func links() {
    let (one, other) = (Lines(), Lines())
    let leader = CarouselRig(items: 20) { one.record($0.carousel) }
    let follower = CarouselRig(.rotary, items: 20) { other.record($0.carousel) }
    follower.now = leader.now
    leader.carousel.bind(to: follower.carousel)
    leader.drag(by: Point(x: -500, y: 0), in: 0.1)
    for _ in 1...120 {
      leader.frame()
      follower.now = leader.now
      follower.carousel.advance(to: follower.now)
      _ = follower.carousel.frame()
    }
    #expect(follower.carousel.scrollOffset > 1)
    #expect(one.problem() == nil && other.problem() == nil)
  }

  @Test(
    "A journal contains only the names of custom layouts and effect closures; the caller passes both to the replay"
  )
  func names() {
    let lines = Lines()
    let effect = ItemEffect.custom(name: "tilt") { pose, offset in pose.alpha *= 1 / (1 + abs(offset)) }
    let rig = CarouselRig(items: 12) {
      $0.carousel.effects = [.fade(to: 0.5), effect]
      lines.record($0.carousel)
    }
    rig.carousel.layout = RotaryLayout(isInverted: true)
    rig.carousel.scrollToItem(at: 4, animated: true)
    rig.settle()
    let layouts: [String: any CarouselLayout] = ["RotaryLayout": RotaryLayout(isInverted: true)]
    #expect(lines.problem(layouts: layouts, effects: ["tilt": effect]) == nil)
    #expect(
      lines.problem(layouts: layouts)
        == "line 1 uses an effect of a closure named “tilt”; pass it to the replay")
    #expect(
      lines.problem(effects: ["tilt": effect])?.contains("the custom layout RotaryLayout; pass it") == true)
  }

  @Test("The replay of a carousel with an event stream and no delegate detects long presses")
  func streams() {
    let lines = Lines()
    let (carousel, numbers) = (Carousel(bounds: Size(width: 800, height: 600)), Numbers(12))
    lines.record(carousel)
    carousel.dataSource = numbers
    let iterator = carousel.events.makeAsyncIterator()
    var now = Timestamp(seconds: 0)
    carousel.advance(to: now)
    carousel.contactBegan(id: 1, at: Point(x: 400, y: 300), time: now)
    for _ in 1...40 {
      now = now + 1 / 60
      carousel.advance(to: now)
      _ = carousel.frame()
    }
    carousel.contactEnded(id: 1, at: Point(x: 400, y: 300), time: now)
    #expect(lines.problem() == nil)
    withExtendedLifetime(iterator) {}
  }

  @Test("Empty lines of a journal are ignored, but counted in the line numbers of errors")
  func emptyLines() {
    let lines = Lines()
    let rig = CarouselRig(items: 12) { lines.record($0.carousel) }
    rig.carousel.scrollToItem(at: 3, animated: true)
    rig.settle()
    lines.all = lines.all.flatMap { [$0, ""] }
    #expect(lines.problem() == nil)
    lines.all += [#"{"answer":{"_0":{"delivered":{}}}}"#]
    #expect(lines.problem()?.hasPrefix("line \(lines.all.count) ") == true)
  }

  @Test("A reload that the delegate requests during the first layout is recorded and replayed")
  func firstLayout() {
    final class Reloader: CarouselDelegate {
      var isDone = false
      func carousel(
        _ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double
      ) -> Double {
        if option == .showBackfaces, !isDone {
          isDone = true
          carousel.reloadData()
        }
        return value
      }
    }
    let (lines, reloader, numbers) = (Lines(), Reloader(), Numbers(12))
    let carousel = Carousel(bounds: Size(width: 800, height: 600))
    lines.record(carousel)
    carousel.delegate = reloader
    carousel.dataSource = numbers
    carousel.advance(to: Timestamp(seconds: 1))
    _ = carousel.frame()
    #expect(reloader.isDone && lines.problem() == nil)
  }

  @Test(
    "Numbers of effects and stacks that are out of range in a journal are clamped, and the replay continues"
  )
  func extremeSettings() {
    for layout in [nil, SwipeStackLayout()] as [SwipeStackLayout?] {
      let lines = Lines()
      let rig = CarouselRig(items: 12) {
        $0.carousel.effects = [.scale(sides: 0.5), .fade(to: 0.2), .turn(0.3), .parallax(0.5)]
        lines.record($0.carousel)
        if let layout { $0.carousel.layout = layout }
      }
      rig.carousel.scrollToItem(at: 3, animated: true)
      rig.settle()
      for number in ["1e300", "-1e300", "\"inf\"", "\"nan\"", "9223372036854775807"] {
        for name in ["range", "center", "sides", "visibleCards", "cardScale", "distanceThreshold"] {
          let changed = Lines()
          changed.all = lines.all.map {
            $0.replacing(try! Regex("\"\(name)\":[0-9.]+"), with: "\"\(name)\":\(number)")
          }
          _ = changed.problem()
        }
      }
    }
  }

  // MARK: Errors

  @Test("Beginning a recording after the data source was set is an error")
  func inUse() {
    let rig = CarouselRig()
    #expect(throws: JournalError.carouselInUse) { try rig.carousel.beginRecording { _ in } }
    let scrolled = Carousel(bounds: Size(width: 800, height: 600))
    scrolled.wheel(notches: 0.5, time: Timestamp(seconds: 0))
    #expect(throws: JournalError.carouselInUse) { try scrolled.beginRecording { _ in } }
  }

  @Test("After a recording is ended, later calls are neither recorded nor replayed")
  func end() {
    let lines = Lines()
    let rig = CarouselRig(items: 12) { lines.record($0.carousel) }
    rig.carousel.scrollToItem(at: 3, animated: true)
    rig.frame()
    rig.carousel.endRecording()
    let count = lines.all.count
    rig.settle()
    #expect(lines.all.count == count && lines.problem() == nil)
  }

  @Test("A text that is not a journal, or a journal that was changed, causes an error")
  func changed() throws {
    #expect(throws: JournalError.noBeginning) { try CarouselJournal(lines: [] as [String]) }
    #expect(throws: JournalError.self) { try CarouselJournal(lines: ["hello", "world"]) }
    #expect(throws: JournalError.noBeginning) { try CarouselJournal(lines: [#"{"noteFrame":{}}"#]) }
    let lines = Lines()
    let rig = CarouselRig(items: 12) { lines.record($0.carousel) }
    rig.carousel.scrollToItem(at: 3, animated: true)
    rig.settle()

    var other = Lines()
    other.all = [lines.all[0].replacing("\"version\":3", with: "\"version\":4")] + lines.all.dropFirst()
    #expect(other.problem() == "the journal has format 4, this version reads format 3")
    #expect(Lines([#"{"begin":{"_0":{"version":2}}}"#]).problem()?.contains("has format 2") == true)

    // A changed item index, a missing answer and a surplus answer are errors.
    let place = try #require(lines.all.firstIndex { $0.contains("\"toItem\"") })
    other.all = lines.all
    other.all[place] = lines.all[place].replacing("\"_0\":3", with: "\"_0\":4")
    #expect(other.all != lines.all)
    #expect(other.problem()?.contains("differs from the recorded one") == true)

    other = Lines()
    other.all = lines.all.filter { !$0.contains("\"count\"") || $0.contains("countEffects") }
    #expect(other.problem() != nil)
    other.all = lines.all + [#"{"answer":{"_0":{"delivered":{}}}}"#]
    #expect(other.problem()?.contains("does not fit") == true)

    other.all = Array(lines.all.prefix(40)) + ["{\"inp"]
    let short = try CarouselJournal(lines: other.all)
    #expect(short.isCutShort)
    _ = try short.replay()
    other.all += lines.all.suffix(3)
    #expect(other.problem()?.hasPrefix("line 41 is no entry of a journal") == true)
  }

  @Test("A damaged journal either causes an error or is replayed to its end")
  func damage() {
    let lines = Lines()
    let rig = CarouselRig(items: 12) { lines.record($0.carousel) }
    rig.drag(by: Point(x: -300, y: 0), in: 0.1)
    rig.settle()
    SeededRuns.check(0..<300) { random in
      (
        line: random.whole(0...lines.all.count - 1), other: random.whole(0...lines.all.count - 1),
        kind: random.whole(0...3),
        at: random.number(0...1), digit: random.whole(0x30...0x39)
      )
    } play: { damage in
      let damaged = Lines()
      damaged.all = lines.all
      switch damage.kind {
      case 0: damaged.all.remove(at: damage.line)
      case 1: damaged.all.swapAt(damage.line, damage.other)
      case 2: damaged.all.insert(lines.all[damage.other], at: damage.line)
      default:
        var bytes = Array(damaged.all[damage.line].utf8)
        let place = Int(damage.at * Double(bytes.count - 1))
        bytes[place] = UInt8(damage.digit)
        damaged.all[damage.line] = String(decoding: bytes, as: UTF8.self)
      }
      _ = damaged.problem()
      return nil
    }
  }
}
