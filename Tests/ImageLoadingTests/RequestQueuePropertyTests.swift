import DecoderProtocol
import ImageLoading
import TestSupport
import Testing

/// Random operations on a queue, compared with a search of all requests.
struct RequestQueuePropertyTests {
  private typealias Queue = RequestQueue<Int>

  @Test(
    "In random runs the queue starts and cancels the steps that a full search finds, and serves each request")
  func randomRuns() {
    var (deferrals, interruptions, outdated) = (0, 0, 0)
    for seed in 0..<1000 {
      var run = Run(seed: UInt64(seed))
      run.play(steps: 120)
      run.drain()
      if let problem = run.problem {
        Issue.record("seed \(seed): \(problem)")
        return
      }
      deferrals += run.deferralCount
      interruptions += run.interruptionCount
      outdated += run.outdatedCount
    }
    #expect(deferrals > 1000 && interruptions > 50 && outdated > 20, "\(outdated) outdated steps")
  }

  /// The decodes that need much memory, as the pool of helpers counts them. One runs at a time.
  private struct LargeDecodeModel {
    /// The progress of a step that needs much memory.
    enum Progress {
      case starting
      case running
      /// Another large decode runs or ran, so the step will be finished as deferred.
      case refused
      /// The decode has ended, and the step has not.
      case ended
    }

    /// The start whose decode runs; ``other`` for a decode that belongs to no step of the queue; `nil` if none runs.
    var running: Int?
    /// The starts that are notified when the running decode ends.
    var notified: Set<Int> = []
    /// The starts that were refused and are not finished.
    var refused: Set<Int> = []
    /// The refused starts that were notified before they are finished.
    var notifiedEarly: Set<Int> = []
    var ended: Set<Int> = []
    /// The items of which a step needed much memory.
    var items: Set<Int> = []
    /// The items that wait for the end of a large decode.
    var deferred: Set<Int> = []

    static let other = -1

    /// Whether a step needs much memory.
    static func isLarge(_ start: Queue.Start) -> Bool {
      start.step != .preview && !start.item.isMultiple(of: 4)
    }

    func progress(of start: Queue.Start) -> Progress {
      if running == start.id { return .running }
      if ended.contains(start.id) { return .ended }
      return refused.contains(start.id) ? .refused : .starting
    }
  }

  /// A queue, the requests known to the search, and the requests that have ended.
  private struct Run {
    struct Known {
      let item: Int
      let size: TargetSize
      var priority: LoadPriority
      let order: Int
    }

    private var random: SplitMix
    private var queue: Queue
    private let capacity: Int
    private var known: [Int: Known] = [:]
    private var nextRequest = 0
    private var running: [Queue.Start] = []
    private var canceled: Set<Int> = []
    private var large = LargeDecodeModel()
    /// The items whose preview step ran, the items with a picture, and the items whose reduced step ran.
    private var tried: Set<Int> = []
    private var pictured: Set<Int> = []
    private var reduced: Set<Int> = []
    private var ended: Set<Int> = []
    private(set) var problem: String?
    private(set) var deferralCount = 0
    /// The number of canceled steps that a deferred step waited for.
    private(set) var interruptionCount = 0
    /// The number of full steps of visible items that were canceled for the current one.
    private(set) var outdatedCount = 0

    init(seed: UInt64) {
      random = SplitMix(seed: seed)
      capacity = Int.random(in: 1...4, using: &random)
      queue = Queue(capacity: capacity)
    }

    mutating func play(steps: Int) {
      for _ in 0..<steps where problem == nil {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<25: add()
        case ..<32: cancel()
        case ..<45: changePriority()
        case ..<48: queue.deferral = [.none, .allButCurrent, .all].randomElement(using: &random) ?? .none
        case ..<68: start()
        case ..<70: if large.running == nil { large.running = LargeDecodeModel.other } else { endOther() }
        default: advance(isDraining: false)
        }
        if Bool.random(using: &random) { interrupt() }
        if queue.runningCount > capacity { problem = "\(queue.runningCount) steps in flight of \(capacity)" }
      }
    }

    /// Finishes all steps with a picture, and expects that every request is served.
    mutating func drain() {
      queue.deferral = .none
      endOther()
      var rounds = 0
      while problem == nil, !known.isEmpty || !running.isEmpty {
        rounds += 1
        // Each item needs at most three steps, plus one for each larger size.
        if rounds > 2000 { problem = "\(known.count) requests starve" }
        start()
        advance(isDraining: true)
      }
      if queue.waitingCount + queue.runningCount != 0 { problem = problem ?? "the queue is not empty" }
    }

    private mutating func add() {
      nextRequest += 1
      let size = TargetSize(
        width: [10, 20, 30][Int.random(in: 0..<3, using: &random)],
        height: [10, 20, 30][Int.random(in: 0..<3, using: &random)],
        shape: Bool.random(using: &random) ? .fitting : .filling)
      let item = Int.random(in: 0..<8, using: &random)
      let value = Known(item: item, size: size, priority: priority(), order: nextRequest)
      let hasPicture = Int.random(in: 0..<5, using: &random) == 0
      known[nextRequest] = value
      if hasPicture {
        tried.insert(item)
        pictured.insert(item)
      }
      queue.add(nextRequest, for: item, at: size, priority: value.priority, hasPicture: hasPicture)
    }

    private mutating func priority() -> LoadPriority {
      LoadPriority(
        .init(rawValue: Int.random(in: 0..<5, using: &random)) ?? .visible,
        distance: Int.random(in: 0..<3, using: &random))
    }

    private mutating func cancel() {
      guard let request = known.keys.sorted().randomElement(using: &random) else { return }
      queue.cancel(request)
      let item = known.removeValue(forKey: request)?.item
      if let item { forgetIfUnused(item) }
    }

    private mutating func changePriority() {
      guard let request = known.keys.sorted().randomElement(using: &random) else { return }
      let value = priority()
      known[request]?.priority = value
      queue.setPriority(of: request, to: value)
    }

    private mutating func start() {
      let expected = running.count < capacity ? search() : nil
      let start = queue.next()
      if start?.item != expected?.item || start?.step != expected?.step {
        problem =
          "started \(start.map { "\($0)" } ?? "nothing"), the search finds \(expected.map { "\($0)" } ?? "nothing")"
        return
      }
      if let start { running.append(start) }
    }

    /// Lets the queue cancel a step, and compares the step with those that a search finds.
    private mutating func interrupt() {
      var expected: Set<Int> = []
      if canceled.isEmpty {
        expected = victims(
          of: search(waitsForLargeStep: true), among: running.filter { large.items.contains($0.item) })
        if !expected.isEmpty { interruptionCount += 1 }
        if expected.isEmpty, running.count >= capacity { expected = victims(of: search(), among: running) }
      }
      let victim = queue.nextCancellation()
      if victim.map({ !expected.contains($0.id) }) ?? !expected.isEmpty {
        problem = "\(victim.map { "\($0)" } ?? "nothing") is canceled, the search finds \(expected)"
      }
      if let victim { canceled.insert(victim.id) }
    }

    /// Returns the starts of which one must be canceled for a waiting step.
    private mutating func victims(of waiting: Candidate?, among starts: [Queue.Start]) -> Set<Int> {
      guard let waiting else { return [] }
      let candidates = starts.map { start in (start, candidate(start.item, start.step)) }
      let abandoned = candidates.filter { $0.1 == nil }.map(\.0.id)
      if !abandoned.isEmpty { return Set(abandoned) }
      let isUrgent =
        waiting.reason == .current || waiting.reason == .visible && !pictured.contains(waiting.item)
      // Steps of a few milliseconds are not canceled.
      let last = candidates.filter { $0.0.step != .preview }.max {
        ($0.1?.key ?? []).lexicographicallyPrecedes($1.1?.key ?? [])
      }
      guard isUrgent, let last, let reason = last.1?.reason else { return [] }
      let isOutdated =
        queue.deferral == .allButCurrent && last.0.step == .full && waiting.reason == .current
        && reason != .current
      if isOutdated, reason >= .visible { outdatedCount += 1 }
      return reason < .visible || isOutdated ? [last.0.id] : []
    }

    /// Lets a running step make progress.
    private mutating func advance(isDraining: Bool) {
      guard let start = running.randomElement(using: &random) else { return }
      guard LargeDecodeModel.isLarge(start) else { return finish(start, anyOutcome(of: start, isDraining)) }
      switch large.progress(of: start) {
      case .starting where canceled.contains(start.id): finish(start, .canceled)
      case .starting where large.running == nil:
        large.running = start.id
        large.items.insert(start.item)
        queue.markLarge(start.id)
      case .starting:
        large.notified.insert(start.id)
        large.refused.insert(start.id)
      case .refused:
        finish(start, .deferred)
        deferralCount += 1
        large.items.insert(start.item)
        large.deferred.insert(start.item)
        if large.notifiedEarly.remove(start.id) != nil { large.deferred.remove(start.item) }
        large.refused.remove(start.id)
        forgetIfUnused(start.item)
      // A large decode takes longer than other steps.
      case .running: if isDraining || random.once(in: 3) { endLarge() }
      case .ended:
        large.ended.remove(start.id)
        finish(start, anyOutcome(of: start, isDraining))
      }
    }

    /// Ends the large decode of another part of the program.
    private mutating func endOther() {
      if large.running == LargeDecodeModel.other { endLarge() }
    }

    private mutating func endLarge() {
      if let start = large.running, start != LargeDecodeModel.other { large.ended.insert(start) }
      large.running = nil
      for start in large.notified.sorted() { queue.resume(start) }
      if !large.notified.isEmpty { large.deferred = [] }
      large.notifiedEarly.formUnion(large.notified.intersection(large.refused))
      large.notified = []
    }

    private mutating func anyOutcome(of start: Queue.Start, _ isDraining: Bool) -> Queue.Outcome {
      var outcomes: [Queue.Outcome] = [.picture(isWhole: false), .picture(isWhole: true)]
      if start.step != .full { outcomes.append(.nothing) }
      if !isDraining {
        outcomes += [.canceled, .failure(dependsOnSize: false), .failure(dependsOnSize: true)]
      }
      return outcomes.randomElement(using: &random) ?? .canceled
    }

    private mutating func finish(_ start: Queue.Start, _ outcome: Queue.Outcome) {
      running.removeAll { $0 == start }
      canceled.remove(start.id)
      switch outcome {
      case .picture:
        pictured.insert(start.item)
        tried.insert(start.item)
        if start.step == .reduced { reduced.insert(start.item) }
      case .nothing:
        if start.step == .preview { tried.insert(start.item) } else { reduced.insert(start.item) }
      case .failure, .canceled, .deferred: break
      }
      let waiting = Set(known.filter { $0.value.item == start.item }.keys)
      for delivery in queue.finish(start, outcome) {
        if !waiting.contains(delivery.request) {
          problem = "request \(delivery.request) was canceled or served before"
        }
        if delivery.isLast {
          if !ended.insert(delivery.request).inserted { problem = "request \(delivery.request) ends twice" }
          known[delivery.request] = nil
        }
      }
      forgetIfUnused(start.item)
    }

    /// Forgets an item without requests and steps, as the queue does.
    private mutating func forgetIfUnused(_ item: Int) {
      guard !known.values.contains(where: { $0.item == item }), !running.contains(where: { $0.item == item })
      else { return }
      tried.remove(item)
      pictured.remove(item)
      reduced.remove(item)
      large.items.remove(item)
      large.deferred.remove(item)
    }

    /// A step, and its place in the order.
    private struct Candidate {
      let item: Int
      let step: Queue.Step
      let reason: LoadPriority.Reason
      /// The key of the most urgent step precedes the keys of all others.
      let key: [Int]
    }

    /// Returns a step with its place in the order; `nil` if its item has no request.
    private func candidate(_ item: Int, _ step: Queue.Step) -> Candidate? {
      let wanted = known.values.filter { $0.item == item }
      guard let priority = wanted.map(\.priority).max(), let order = wanted.map(\.order).min() else {
        return nil
      }
      let stepKey = priority.reason == .current ? 0 : step.rawValue
      let key = [-priority.reason.rawValue, stepKey, priority.distance, order]
      return Candidate(item: item, step: step, reason: priority.reason, key: key)
    }

    /// Searches all requests for the most urgent step that may start now or, if `waitsForLargeStep` is `true`, after the
    /// large step that runs.
    private func search(waitsForLargeStep: Bool = false) -> Candidate? {
      var found: [Candidate] = []
      let isLargeRunning = running.contains { large.items.contains($0.item) }
      for item in 0..<8 where !running.contains(where: { $0.item == item }) {
        let isCurrent = known.values.contains { $0.item == item && $0.priority.reason == .current }
        let step: Queue.Step
        if !tried.contains(item) {
          step = .preview
        } else if queue.deferral == .none || queue.deferral == .allButCurrent && isCurrent {
          step = .full
        } else if pictured.contains(item) || reduced.contains(item) {
          continue
        } else {
          step = .reduced
        }
        let waits =
          step != .preview && large.items.contains(item) && (large.deferred.contains(item) || isLargeRunning)
        if waits == waitsForLargeStep, let candidate = candidate(item, step) { found.append(candidate) }
      }
      return found.min { $0.key.lexicographicallyPrecedes($1.key) }
    }
  }
}
