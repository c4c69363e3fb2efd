import PhotoBrowsing
import TestSupport
import Testing

/// The schedule of a slideshow, on virtual time.
struct SlideshowTests {
  @Test(
    "Each entry is shown for the interval from its first frame, and the next one is prepared before",
    .proves("D091"))
  func interval() {
    var stage = Stage(["a", "b", "c"], interval: 5)
    stage.start(at: "b")
    #expect(stage.log == ["prepare b"])
    stage.finish("b", at: 3)
    #expect(stage.log == ["prepare b", "show b"])
    // The first frame comes late: its time begins only then.
    stage.run(to: 6)
    stage.appear("b", at: 7)
    #expect(stage.takeLog() == ["prepare b", "show b", "prepare c"])
    stage.finish("c", at: 8)
    stage.run(to: 11.99)
    #expect(stage.takeLog() == [] && stage.show.wakeTime == 12)
    stage.run(to: 12)
    #expect(stage.takeLog() == ["show c"])
    stage.appear("c", at: 12.1)
    // A slow decoder prolongs the time of the shown entry.
    stage.run(to: 20)
    stage.finish("a", at: 21)
    #expect(stage.takeLog() == ["prepare a", "show a"])
  }

  @Test("Another interval changes the time that is left, also in a paused show")
  func otherInterval() {
    var stage = Stage(["a", "b", "c"], interval: 5)
    stage.begin()
    stage.finish("b", at: 1)
    stage.perform { $0.setInterval(8, now: 3) }
    stage.run(to: 7.9)
    #expect(!stage.takeLog().contains("show b"))
    stage.run(to: 8)
    #expect(stage.takeLog() == ["show b"])
    stage.appear("b", at: 8)
    stage.finish("c", at: 8)
    stage.perform { show in
      show.pause(now: 10)
      return show.setInterval(1, now: 10)
    }
    stage.perform { $0.resume(now: 20) }
    // More than a second was over.
    #expect(stage.takeLog() == ["prepare c", "show c"])
    stage.perform { $0.setInterval(.nan, now: 21) }
    #expect(stage.show.settings.interval == 5)
  }

  @Test("Another interval does not change the time of an entry with a time of its own")
  func intervalBesideOwnTime() {
    var show = Slideshow<String>(Slideshow.Settings(interval: 5))
    _ = show.setEntries([SlideshowEntry("a", key: 1, duration: 3), SlideshowEntry("b", key: 2)], now: 0)
    _ = show.start(at: "a", now: 0)
    _ = show.didPrepare("a", now: 0)
    _ = show.didAppear("a", now: 0)
    _ = show.didPrepare("b", now: 1)
    _ = show.setInterval(9, now: 1)
    #expect(show.wakeTime == 3)
  }

  @Test("In another order the shown entry stays, and a random round begins with it")
  func otherOrder() {
    var stage = Stage(["a", "b", "c", "d"], interval: 2)
    stage.begin()
    _ = stage.takeLog()
    stage.perform { $0.setOrder(.random(seed: 3), now: 1) }
    #expect(stage.show.shownID == "a")
    var shown = ["a"]
    var time = 1.0
    while shown.count < 4, time < 100 {
      if let next = stage.show.nextID { stage.finish(next, at: time) }
      time += 2
      stage.run(to: time)
      if let id = stage.show.shownID, id != shown.last {
        shown.append(id)
        stage.appear(id, at: time)
      }
    }
    #expect(Set(shown).count == 4)
    stage.perform { $0.setOrder(.list, now: time) }
    let following = ["a": "b", "b": "c", "c": "d", "d": "a"]
    #expect(stage.show.nextID == following[shown[3]])
  }

  @Test("An entry with a time of its own is shown for this time, also if it is shown for the second time")
  func ownTime() {
    var stage = Stage(["a", "b"], interval: 5)
    stage.set(["a", "b"], durations: ["b": 2, "a": .nan])
    stage.begin()
    stage.finish("b", at: 1)
    #expect(stage.show.wakeTime == 5)
    stage.run(to: 5)
    stage.appear("b", at: 5)
    stage.finish("a", at: 5)
    #expect(stage.show.wakeTime == 7 && stage.show.duration(of: "b") == 2)
    stage.run(to: 7)
    stage.appear("a", at: 7)
    stage.finish("b", at: 7)
    #expect(stage.show.wakeTime == 12)
    stage.set(["a", "b"], durations: ["b": 1e9])
    stage.run(to: 12)
    stage.appear("b", at: 12)
    stage.finish("a", at: 12)
    #expect(stage.show.wakeTime == 86_412)
  }

  @Test(
    "A show that goes on after a restart shows its entry for the rest of the time, and the next ones for their whole time",
    .proves("D099"))
  func resumed() {
    var stage = Stage(["a", "b", "c"], interval: 5)
    stage.start(at: "b", remaining: 2)
    stage.finish("b", at: 1)
    stage.appear("b", at: 1)
    stage.finish("c", at: 1)
    #expect(stage.show.wakeTime == 3)
    stage.run(to: 3)
    stage.appear("c", at: 3)
    stage.finish("a", at: 3)
    #expect(stage.show.wakeTime == 8)
    // More than the whole time is not left, and an entry that cannot be shown leaves the next one its whole time.
    var other = Stage(["a", "b", "c"], interval: 5)
    other.start(at: "b", remaining: 100)
    other.fail("b", "It is damaged.", at: 0)
    other.finish("c", at: 0)
    other.appear("c", at: 0)
    other.finish("a", at: 0)
    #expect(other.show.wakeTime == 5)
  }

  @Test("A show of one entry shows it once, and then rests", .proves("D088"))
  func one() {
    var stage = Stage(["a"], interval: 1)
    stage.start(at: nil)
    stage.finish("a", at: 0)
    stage.appear("a", at: 0)
    stage.run(to: 100)
    #expect(stage.takeLog() == ["prepare a", "show a"] && stage.show.wakeTime == nil)
    stage.set(["a", "b"])
    #expect(stage.takeLog() == ["prepare b"])
  }

  @Test("An entry that cannot be prepared is skipped with its reason; one that takes too long, too")
  func skipped() {
    var stage = Stage(["a", "b", "c", "d"], interval: 2)
    stage.begin()
    stage.fail("b", "It is damaged.", at: 1)
    #expect(stage.takeLog() == ["prepare b", "skip b: It is damaged.", "prepare c"])
    let deadline = 2.0 + stage.show.settings.patience
    stage.run(to: deadline - 0.1)
    #expect(stage.takeLog() == [] && stage.show.shownID == "a")
    stage.run(to: deadline)
    #expect(stage.takeLog() == ["discard c", "skip c: too long", "prepare d"])
    stage.finish("d", at: deadline + 1)
    #expect(stage.takeLog() == ["show d"])
  }

  @Test(
    "If no other entry can be prepared, the shown one stays, and the others are tried again after a pause that grows"
  )
  func allSkipped() {
    var stage = Stage(["a", "b", "c"], interval: 2)
    stage.begin()
    stage.fail("b", "x", at: 1)
    stage.fail("c", "x", at: 1)
    #expect(stage.takeLog() == ["prepare b", "skip b: x", "prepare c", "skip c: x"])
    #expect(stage.show.wakeTime == 61)
    stage.run(to: 61)
    #expect(stage.takeLog() == ["prepare b"] && stage.show.shownID == "a")
    stage.fail("b", "x", at: 61)
    stage.fail("c", "x", at: 61)
    #expect(stage.show.wakeTime == 181)
    // A changed file is tried at once.
    _ = stage.takeLog()
    stage.invalidate(["c"])
    stage.run(to: 62)
    #expect(stage.takeLog() == ["prepare c"])
  }

  @Test(
    "Of many entries that cannot be prepared, each is tried once in a minute, however often the others change"
  )
  func manyBroken() {
    for order in [SlideshowOrder.list, .random(seed: 1)] {
      var stage = Stage((0..<200).map { "\($0)" }, interval: 2, order)
      stage.start(at: "0")
      var attempts = 0
      while stage.now < 20 {
        if let next = stage.show.nextID {
          if ["0", "1"].contains(next) {
            stage.finish(next, at: stage.now)
          } else {
            attempts += 1
            stage.fail(next, "x", at: stage.now)
          }
        }
        if let id = stage.show.shownID { stage.appear(id, at: stage.now) }
        stage.run(to: stage.now + 0.05)
      }
      #expect(attempts <= 198, "\(order): \(attempts)")
    }
  }

  @Test("A pause stops the time of the entry, and a step acts in a pause, too", .proves("D090"))
  func pause() {
    var stage = Stage(["a", "b", "c"], interval: 5)
    stage.begin()
    stage.finish("b", at: 1)
    stage.pause(at: 2)
    stage.run(to: 100)
    #expect(stage.takeLog() == ["prepare b"] && stage.show.wakeTime == nil)
    stage.resume(at: 100)
    #expect(stage.show.wakeTime == 103)
    stage.pause(at: 101)
    stage.step(at: 101)
    #expect(stage.takeLog() == ["show b"])
    stage.appear("b", at: 101)
    stage.finish("c", at: 102)
    stage.run(to: 200)
    #expect(stage.takeLog() == ["prepare c"])
    stage.resume(at: 200)
    stage.run(to: 205)
    #expect(stage.takeLog() == ["show c"])
  }

  @Test(
    "Steps go forward and back, also in a random order", arguments: [SlideshowOrder.list, .random(seed: 3)])
  func steps(order: SlideshowOrder) {
    var stage = Stage((0..<9).map { "\($0)" }, interval: 5, order)
    stage.begin(at: "0")
    var shown = ["0"]
    for _ in 0..<4 {
      stage.step(at: stage.now + 1)
      if let next = stage.show.nextID { stage.finish(next, at: stage.now) }
      if let id = stage.show.shownID { stage.appear(id, at: stage.now) }
      shown.append(stage.show.shownID ?? "")
    }
    #expect(Set(shown).count == 5)
    for expected in shown.dropLast().reversed() {
      stage.step(back: true, at: stage.now + 1)
      if let next = stage.show.nextID { stage.finish(next, at: stage.now) }
      if let id = stage.show.shownID { stage.appear(id, at: stage.now) }
      #expect(stage.show.shownID == expected)
    }
    stage.step(at: stage.now + 1)
    if let next = stage.show.nextID { stage.finish(next, at: stage.now) }
    #expect(stage.show.shownID == shown[1])
  }

  @Test(
    "When the shown entry is removed, the one after it follows at once; an entry that is inserted after it comes next"
  )
  func changes() {
    var stage = Stage(["a", "b", "c", "d"], interval: 5)
    stage.begin(at: "b")
    stage.finish("c", at: 1)
    _ = stage.takeLog()
    stage.set(["a", "b", "x", "c", "d"])
    #expect(stage.takeLog() == ["discard c", "prepare x"])
    stage.set(["a", "d"])
    #expect(stage.takeLog() == ["discard x", "prepare d"])
    stage.finish("d", at: 2)
    #expect(stage.takeLog() == ["show d"])
    stage.set([])
    #expect(stage.takeLog() == ["clear"] && stage.show.shownID == nil && stage.show.wakeTime == nil)
    stage.set(["e"])
    #expect(stage.takeLog() == ["prepare e"])
  }

  @Test("The random order depends on the seed and the entries, not on the updates in which they came")
  func pieces() {
    let all = (0..<40).map { "\($0)" }
    func order(_ sizes: [Int]) -> [String] {
      var stage = Stage([], interval: 1, .random(seed: 9))
      var count = 0
      for size in sizes {
        count += size
        stage.set(Array(all.prefix(count).reversed()))
        if count == sizes[0] { stage.start(at: "0") }
      }
      var shown: [String] = []
      while shown.count < 40 {
        if let next = stage.show.nextID { stage.finish(next, at: stage.now) }
        stage.run(to: stage.now + 1)
        if let id = stage.show.shownID, id != shown.last {
          shown.append(id)
          stage.appear(id, at: stage.now)
        }
      }
      return shown
    }
    let whole = order([40])
    #expect(Set(whole).count == 40 && order([1, 9, 30]) == whole && order([20, 20]) == whole)
  }

  @Test("A random show repeats no entry of a round, and its order depends only on the seed")
  func rounds() {
    for seed in 0..<300 {
      let count = 1 + seed % 12
      func order() -> [String] {
        var stage = Stage((0..<count).map { "\($0)" }, interval: 1, .random(seed: UInt64(seed)))
        stage.start(at: nil)
        var shown: [String] = []
        for _ in 0..<5 * count {
          guard let next = stage.show.nextID else { break }
          stage.finish(next, at: stage.now)
          stage.run(to: stage.now + 2)
          guard let id = stage.show.shownID, id == next else { break }
          shown.append(id)
          stage.appear(id, at: stage.now)
        }
        return shown
      }
      let shown = order()
      guard count > 1 else {
        #expect(shown == ["0"])
        continue
      }
      #expect(shown.count == 5 * count && shown == order(), "seed \(seed)")
      for round in 0..<5 {
        #expect(
          Set(shown[round * count..<(round + 1) * count]).count == count, "seed \(seed), round \(round)")
      }
      #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 != $1 }, "seed \(seed)")
    }
  }

  @Test(
    "After any inputs, shown entries are prepared and in the list, none is cut short, and a resting show needs no time"
  )
  func programs() {
    for seed in 0..<2500 {
      var program = RandomShow(seed: UInt64(seed))
      for number in 0..<50 where program.problem.isEmpty {
        program.step()
        if !program.problem.isEmpty {
          Issue.record("seed \(seed), input \(number): \(program.problem)\n\(program.history)")
        }
      }
    }
  }

  @Test(
    "Intervals that are no numbers, negative or endless are replaced",
    arguments: [Double.nan, -1, 0, .infinity])
  func invalidInterval(interval: Double) {
    let valid = Slideshow<Int>.Settings(interval: interval).interval
    #expect((0.1...86_400).contains(valid))
  }

  @Test("A random show of 100,000 entries goes on without delay")
  func longRandom() {
    var stage = Stage((0..<100_000).map { "\($0)" }, interval: 1, .random(seed: 2))
    stage.start(at: "7")
    var shown: Set<String> = []
    for _ in 0..<2000 {
      if let next = stage.show.nextID { stage.finish(next, at: stage.now) }
      stage.run(to: stage.now + 1)
      guard let id = stage.show.shownID else { break }
      shown.insert(id)
      stage.appear(id, at: stage.now)
    }
    #expect(shown.count >= 1999)
  }

  @Test("A list of 300,000 entries is shown from its middle without delay")
  func long() {
    var stage = Stage((0..<300_000).map { "\($0)" }, interval: 1)
    stage.start(at: "150000")
    stage.finish("150000", at: 0)
    stage.appear("150000", at: 0)
    #expect(stage.show.nextID == "150001")
  }
}

/// A slideshow whose actions are recorded.
private struct Stage {
  var show: Slideshow<String>
  private(set) var now = 0.0
  private(set) var log: [String] = []

  init(_ entries: [String], interval: Double, _ order: SlideshowOrder = .list) {
    show = Slideshow(Slideshow.Settings(order: order, interval: interval))
    record(show.setEntries(Self.entries(entries), now: 0))
  }

  private static func entries(
    _ ids: [String], _ durations: [String: Double] = [:]
  ) -> [SlideshowEntry<String>] {
    ids.map { id in
      SlideshowEntry(id, key: id.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }, duration: durations[id])
    }
  }

  private mutating func record(_ actions: [Slideshow<String>.Action]) {
    log += actions.map { action in
      switch action {
      case .prepare(let id): "prepare \(id)"
      case .discard(let id): "discard \(id)"
      case .show(let id, _): "show \(id)"
      case .clear: "clear"
      case .skip(let id, .failed(let reason)): "skip \(id): \(reason)"
      case .skip(let id, .tookTooLong): "skip \(id): too long"
      }
    }
  }

  mutating func takeLog() -> [String] {
    defer { log = [] }
    return log
  }
  mutating func perform(_ input: (inout Slideshow<String>) -> [Slideshow<String>.Action]) {
    record(input(&show))
  }
  mutating func set(_ entries: [String], durations: [String: Double] = [:]) {
    record(show.setEntries(Self.entries(entries, durations), now: now))
  }
  mutating func invalidate(_ ids: Set<String>) { record(show.invalidate(ids)) }
  mutating func start(at id: String?, remaining seconds: Double? = nil) {
    record(show.start(at: id, remaining: seconds, now: now))
  }
  /// Shows the first entry from time 0 on.
  mutating func begin(at id: String = "a") {
    start(at: id)
    finish(id, at: 0)
    log = []
    appear(id, at: 0)
  }
  mutating func finish(_ id: String, at time: Double) {
    now = time
    record(show.didPrepare(id, now: now))
  }
  mutating func fail(_ id: String, _ reason: String, at time: Double) {
    now = time
    record(show.didFail(id, reason, now: now))
  }
  mutating func appear(_ id: String, at time: Double) {
    now = time
    record(show.didAppear(id, now: now))
  }
  mutating func pause(at time: Double) {
    now = time
    show.pause(now: now)
  }
  mutating func resume(at time: Double) {
    now = time
    record(show.resume(now: now))
  }
  mutating func step(back: Bool = false, at time: Double) {
    now = time
    record(show.step(back: back, now: now))
  }
  mutating func run(to time: Double) {
    now = time
    record(show.advance(to: now))
  }
}

/// Applies random inputs to a slideshow, performs its actions, and verifies each of them.
private struct RandomShow {
  private var random: SplitMix
  private var show: Slideshow<Int>
  private var list: [Int] = []
  private var now = 100.0
  private(set) var problem = ""
  private(set) var history: [String] = []

  /// The entry that is prepared, and whether it is ready.
  private var prepared: (id: Int, isReady: Bool)?
  private var shown: Int?
  /// The time that the shown entry was shown without pauses since its first frame; `nil` before it.
  private var shownTime: Double?
  private var nextNumber = 0

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    let order = random.once(in: 2) ? SlideshowOrder.list : .random(seed: seed)
    show = Slideshow(Slideshow.Settings(order: order, interval: 4))
  }

  mutating func step() {
    pass(random.choice([0, 0, 0.5, 1, 4, 4, 30]))
    switch random.whole(0...12) {
    case 0, 1:
      edit()
      perform(show.setEntries(list.map { SlideshowEntry($0, key: UInt64($0)) }, now: now), "list \(list)")
    case 2: perform(show.start(at: random.once(in: 2) ? nil : anyEntry, now: now), "start")
    case 3: perform(show.show(anyEntry, now: now), "choose", isUser: true)
    case 4: perform(show.step(back: random.once(in: 3), now: now), "step", isUser: true)
    case 5:
      show.pause(now: now)
      history.append("pause")
    case 6: perform(show.resume(now: now), "resume")
    case 7:
      let id = prepared?.id ?? anyEntry
      perform(show.didFail(id, "x", now: now), "fail \(id)")
    case 8: perform(show.invalidate([anyEntry, prepared?.id ?? 0]), "invalidate")
    case 9: perform(show.advance(to: now), "advance")
    default:
      let id = prepared?.id ?? anyEntry
      if prepared != nil { prepared?.isReady = true }
      perform(show.didPrepare(id, now: now), "ready \(id)")
    }
    if let shown, shownTime == nil, !random.once(in: 4) {
      shownTime = 0
      perform(show.didAppear(shown, now: now), "appear \(shown)")
    }
    verify()
  }

  private var anyEntry: Int { mutating get { random.whole(0...max(nextNumber, 1)) } }

  /// Lets time pass, with a call at each time that the show asks for.
  private mutating func pass(_ seconds: Double) {
    let end = now + seconds
    var count = 0
    while let wake = show.wakeTime, wake <= end {
      count += 1
      guard count < 100 else { return fail("the show wakes without end") }
      add(max(wake - now, 0))
      perform(show.advance(to: now), "wake")
      if let shown, shownTime == nil, random.once(in: 2) {
        shownTime = 0
        perform(show.didAppear(shown, now: now), "appear \(shown)")
      }
    }
    add(end - now)
  }

  private mutating func add(_ seconds: Double) {
    guard seconds > 0 else { return }
    now += seconds
    if !show.isPaused, let time = shownTime { shownTime = time + seconds }
  }

  private mutating func edit() {
    switch random.whole(0...4) {
    case 0: list = []
    case 1: list.shuffle(using: &random)
    case 2: list.removeAll { _ in random.once(in: 2) }
    default:
      for _ in 0..<random.whole(1...4) {
        list.insert(nextNumber, at: random.whole(0...list.count))
        nextNumber += 1
      }
    }
  }

  private mutating func perform(_ actions: [Slideshow<Int>.Action], _ input: String, isUser: Bool = false) {
    history.append("\(now): \(input) → \(actions)")
    for action in actions {
      switch action {
      case .prepare(let id):
        if prepared != nil { fail("two entries are prepared") }
        if id == shown, list.contains(id) { fail("the shown entry is prepared") }
        prepared = (id, false)
      case .discard(let id):
        if prepared?.id != id { fail("\(id) is discarded, but was not prepared") }
        prepared = nil
      case .skip(let id, let reason):
        if reason != .tookTooLong, prepared?.id != id { fail("\(id) is skipped, but was not prepared") }
        if prepared?.id == id { prepared = nil }
      case .show(let id, let isDirect):
        if prepared?.id != id || prepared?.isReady != true { fail("\(id) is shown, but not prepared") }
        if !list.contains(id) { fail("\(id) is shown, but not in the list") }
        if let shown, list.contains(shown), !isDirect, (shownTime ?? 0) < 4 - 1e-9 {
          fail("\(shown) was shown for \(shownTime ?? -1) s")
        }
        (prepared, shown, shownTime) = (nil, id, nil)
      case .clear: (shown, shownTime) = (nil, nil)
      }
    }
  }

  private mutating func fail(_ text: String) { if problem.isEmpty { problem = text } }

  private mutating func verify() {
    if show.shownID != shown {
      fail("\(String(describing: show.shownID)) is shown, not \(String(describing: shown))")
    }
    if show.nextID != prepared?.id { fail("\(String(describing: show.nextID)) is next") }
    if list.isEmpty, shown != nil || prepared != nil { fail("an empty list shows something") }
    if let wake = show.wakeTime, wake < now {
      let actions = show.advance(to: now)
      if actions.isEmpty, show.wakeTime.map({ $0 <= now }) == true { fail("the show is overdue: \(wake)") }
      perform(actions, "overdue")
    }
    // A prepared entry that may be shown is shown.
    if prepared?.isReady == true, shown == nil { fail("nothing is shown, although an entry is prepared") }
  }
}
