import CarouselEngine
import Geometry
import Testing

/// Tests of activities that begin inside callbacks: each activity ends once, and in order.
@MainActor
struct CallbackOrderTests {
  // MARK: Changes of looks

  /// Records the completions of animation blocks by name.
  @MainActor
  private final class Ends {
    var names: [String] = []
    func end(_ name: String) -> @MainActor (Bool) -> Void { { _ in self.names.append(name) } }
  }

  @Test(
    "If animation blocks are opened while an option is requested, each block ends once, including nested blocks",
    arguments: [false, true], [CallbackRig.Call.option(.spacing), .option(.wrap), .option(.fadeMin)])
  func animateInsideOption(reducesMotion: Bool, call: CallbackRig.Call) {
    let (rig, ends) = (CallbackRig(items: 12), Ends())
    rig.carousel.reducesMotion = reducesMotion
    rig.once(call) {
      rig.carousel.animate(withDuration: 0.3) {
        rig.carousel.type = .rotary
        rig.carousel.animate(withDuration: 0.2) {
          rig.carousel.perspective = -0.001
          rig.carousel.animate(withDuration: 0.1, animations: {}, completion: ends.end("innermost"))
        } completion: {
          ends.end("inner")($0)
        }
      } completion: {
        ends.end("outer")($0)
      }
      rig.carousel.animate(withDuration: 0, animations: {}, completion: ends.end("at once"))
    }
    rig.carousel.setNeedsLayout()
    rig.comeToRest(sourceLocation: #_sourceLocation)
    #expect(ends.names.sorted() == ["at once", "inner", "innermost", "outer"])
    #expect(rig.carousel.type == .rotary && rig.shown == rig.expected)
  }

  @Test(
    "If the delegate opens an animation block at each request, every frame still ends, and each block ends once",
    arguments: [false, true], [CallbackRig.Call.option(.spacing), .transform])
  func alwaysAnimate(reducesMotion: Bool, call: CallbackRig.Call) {
    let rig = CallbackRig(items: 12, call == .transform ? .custom : .linear)
    var (begun, ended): (Int, [Int: Int]) = (0, [:])
    rig.carousel.reducesMotion = reducesMotion
    rig.act = { [unowned rig] heard in
      guard heard == call else { return }
      begun += 1
      let number = begun
      guard begun < 50_000 else {
        if begun == 50_000 { Issue.record("never ends") }
        return
      }
      rig.carousel.animate(withDuration: 0.2) {
        rig.carousel.perspective = -0.001 / Double(number)
      } completion: { _ in
        ended[number, default: 0] += 1
      }
    }
    rig.carousel.setNeedsLayout()
    for _ in 0..<3 { rig.frame() }
    rig.act = { _ in }
    rig.comeToRest(sourceLocation: #_sourceLocation)
    #expect(begun > 0 && ended.count == begun && ended.values.allSatisfy { $0 == 1 })
  }

  @Test(
    "If the delegate taps whenever a transform is requested, every frame still ends, and a later tap selects an item"
  )
  func alwaysTap() {
    let rig = CallbackRig(items: 12, .custom)
    var taps = 0
    rig.act = { [unowned rig] heard in
      guard heard == .transform, taps < 100_000 else { return }
      taps += 1
      rig.carousel.tap(at: Point(x: 400, y: 300), time: rig.now)
    }
    for _ in 0..<3 { rig.frame() }
    #expect(taps > 0 && taps < 100_000)
    rig.act = { _ in }
    rig.comeToRest(sourceLocation: #_sourceLocation)
    #expect(
      rig.carousel.tap(at: Point(x: 400, y: 300), time: rig.now) == .selected(rig.carousel.currentItemIndex))
  }

  // MARK: Completions

  @Test(
    "If each completion of a batch begins another batch, all completions are called once, in order",
    arguments: [false, true])
  func batchAfterBatch(animated: Bool) {
    let (rig, ends) = (CallbackRig(items: 5), Ends())
    func begin(_ level: Int) {
      rig.carousel.performBatchUpdates {
        rig.insert(at: 0, animated: animated) { ends.names.append("insert \(level)") }
        guard level < 4 else { return }
        rig.carousel.performBatchUpdates {
          rig.remove(at: 1, animated: animated)
        } completion: {
          ends.names.append("inner \(level)")
        }
      } completion: {
        ends.names.append("begin \(level)")
        if level < 4 { begin(level + 1) }
        ends.names.append("end \(level)")
      }
    }
    begin(1)
    rig.comeToRest(sourceLocation: #_sourceLocation)
    #expect(
      ends.names == (1...3).flatMap { ["begin \($0)", "end \($0)", "insert \($0)", "inner \($0)"] }
        + ["begin 4", "end 4", "insert 4"])
    #expect(rig.shown == rig.expected && rig.carousel.numberOfItems == 6)
  }

  @Test("Completions that begin further animation blocks and content changes are each called once, in order")
  func looksAndContent() {
    let (rig, ends) = (CallbackRig(items: 5), Ends())
    rig.carousel.animate(withDuration: 0.2) {
      rig.carousel.type = .rotary
    } completion: { isFinished in
      ends.names.append("look \(isFinished)")
      rig.carousel.performBatchUpdates {
        rig.insert(at: 0, animated: true)
      } completion: {
        ends.names.append("batch")
        rig.carousel.animate(withDuration: 0.2) {
          rig.carousel.type = .linear
          rig.carousel.animate(withDuration: 0.1, animations: {}, completion: ends.end("nothing"))
        } completion: {
          ends.names.append("second look \($0)")
        }
        rig.carousel.animate(withDuration: 0.2) {
          rig.carousel.type = .wheel
        } completion: {
          ends.names.append("third look \($0)")
        }
      }
    }
    rig.comeToRest(sourceLocation: #_sourceLocation)
    #expect(ends.names == ["look true", "batch", "nothing", "second look false", "third look true"])
  }

  @Test(
    "The completion of a batch inside a callback is called once, and the items are those of the data source",
    arguments: [CallbackRig.Call.count, .placeholderCount, .view(1), .option(.spacing), .shouldSelect(0)])
  func batchInsideCallback(call: CallbackRig.Call) {
    let (rig, ends) = (CallbackRig(items: 6), Ends())
    rig.once(call) {
      rig.carousel.performBatchUpdates {
        rig.insert(at: 0, animated: true)
        rig.carousel.performBatchUpdates {
          rig.remove(at: 3)
          rig.carousel.reloadData()
        } completion: {
          ends.names.append("inner")
        }
        rig.insert(at: 2) { ends.names.append("insert") }
      } completion: {
        ends.names.append("outer")
      }
    }
    if call == .shouldSelect(0) { rig.tap() }
    rig.carousel.reloadData()
    rig.comeToRest(sourceLocation: #_sourceLocation)
    #expect(ends.names == ["outer", "inner", "insert"])
    #expect(rig.carousel.numberOfItems == rig.content.count && rig.shown == rig.expected)
  }

  // MARK: Delivery

  @Test(
    "If the delegate scrolls in each callback, every frame still ends, and the next frame delivers the other callbacks"
  )
  func scrollInEachCallback() {
    let rig = CallbackRig(items: 40)
    var isMeddling = true
    var number = 0
    rig.act = { [unowned rig] call in
      guard isMeddling else { return }
      number += 1
      switch call {
      case .didScroll: rig.carousel.scrollByNumberOfItems(number % 2 == 0 ? 1 : -1, duration: 0)
      case .willBeginScrolling, .didEndScrolling, .didEndDragging, .didEndDecelerating, .didSettle:
        rig.carousel.scrollToItem(at: number * 7 % 40, animated: number % 3 == 0)
      case .indexDidChange: rig.carousel.scroll(byOffset: 0.5, duration: 0.1)
      default: break
      }
    }
    rig.carousel.scrollToItem(at: 9, animated: true)
    for _ in 0..<30 {
      rig.forget()
      rig.frame()
      #expect(rig.calls.count < 25_000)
    }
    rig.flick(by: -300)
    isMeddling = false
    rig.comeToRest(sourceLocation: #_sourceLocation)
    // Later events are delivered as usual.
    rig.forget()
    rig.carousel.scrollToItem(at: rig.carousel.currentItemIndex < 20 ? 30 : 3, animated: true)
    rig.comeToRest(sourceLocation: #_sourceLocation)
    #expect(rig.count(.willBeginScrolling) == 1 && rig.count(.didEndScrolling) == 1)
    #expect(rig.count(.didSettle) == 1 && rig.count(.didScroll) > 10)
    #expect(rig.tap() == .selected(rig.carousel.currentItemIndex))
  }

  @Test("Events caused by callbacks are delivered once and in order, even if this takes more than one frame")
  func nothingLost() {
    let rig = CallbackRig(items: 200)
    var indexes: [Int] = []
    rig.act = { [unowned rig] call in
      guard call == .indexDidChange else { return }
      indexes.append(rig.carousel.currentItemIndex)
      if rig.carousel.currentItemIndex < 100 { rig.carousel.currentItemIndex += 1 }
    }
    rig.carousel.currentItemIndex = 1
    // Without frames the number of deliveries is limited.
    #expect(indexes.count < 100 && rig.carousel.needsFrame)
    rig.comeToRest(sourceLocation: #_sourceLocation)
    #expect(indexes == Array(1...100))
    #expect(rig.count(.didScroll) == 100)
  }

  @Test(
    "If the end callback of each animated scroll begins the next scroll, begin and end callbacks alternate")
  func chainedScrolls() {
    let rig = CallbackRig(items: 40)
    var rest = 50
    rig.act = { [unowned rig] call in
      guard call == .didEndScrolling, rest > 0 else { return }
      rest -= 1
      rig.carousel.scrollToItem(at: rest % 2, duration: 0.01)
    }
    rig.carousel.scrollToItem(at: 1, duration: 0.01)
    rig.comeToRest(sourceLocation: #_sourceLocation)
    let story = rig.calls.filter { $0 == .willBeginScrolling || $0 == .didEndScrolling }
    #expect(story == Array(repeating: [.willBeginScrolling, .didEndScrolling], count: 51).flatMap { $0 })
    #expect(rig.count(.didSettle) == 1)
  }
}
