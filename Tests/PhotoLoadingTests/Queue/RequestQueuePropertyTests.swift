import DecoderProtocol
import PhotoLoading
import TestSupport
import Testing

/// Random operations on a queue, compared with a search of all requests.
struct RequestQueuePropertyTests {
  private typealias Queue = RequestQueue<Int>

  @Test("In random runs the queue starts the steps that a full search finds, and serves each request")
  func randomRuns() {
    for seed in 0..<2000 {
      var run = Run(seed: UInt64(seed))
      run.play(steps: 60)
      run.drain()
      if let problem = run.problem {
        Issue.record("seed \(seed): \(problem)")
        return
      }
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
    /// The items whose embedded step ran, the items with a picture, and the items whose reduced step ran.
    private var tried: Set<Int> = []
    private var pictured: Set<Int> = []
    private var reduced: Set<Int> = []
    private var ended: Set<Int> = []
    private(set) var problem: String?

    init(seed: UInt64) {
      random = SplitMix(seed: seed)
      capacity = Int.random(in: 1...4, using: &random)
      queue = Queue(capacity: capacity)
    }

    mutating func play(steps: Int) {
      for _ in 0..<steps where problem == nil {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<35: add()
        case ..<45: cancel()
        case ..<55: changePriority()
        case ..<60: queue.deferral = [.none, .allButCurrent, .all].randomElement(using: &random) ?? .none
        case ..<80: start()
        default: finish(isDraining: false)
        }
        if queue.runningCount > capacity { problem = "\(queue.runningCount) steps in flight of \(capacity)" }
      }
    }

    /// Finishes all steps with a picture, and expects that every request is served.
    mutating func drain() {
      queue.deferral = .none
      var rounds = 0
      while problem == nil, !known.isEmpty || !running.isEmpty {
        rounds += 1
        // Each item needs at most three steps, plus one for each larger size.
        if rounds > 2000 { problem = "\(known.count) requests starve" }
        start()
        finish(isDraining: true)
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
      guard let start else {
        if let victim = queue.nextCancellation() {
          if !running.contains(victim) { problem = "a step is canceled that does not run" }
          if running.count < capacity { problem = "a step is canceled although another step could start" }
        }
        return
      }
      running.append(start)
    }

    private mutating func finish(isDraining: Bool) {
      guard let index = running.indices.randomElement(using: &random) else { return }
      let start = running.remove(at: index)
      var outcomes: [Queue.Outcome] = [.picture(isWhole: false), .picture(isWhole: true)]
      if start.step != .full { outcomes.append(.nothing) }
      if !isDraining {
        outcomes += [.canceled, .failure(dependsOnSize: false), .failure(dependsOnSize: true)]
      }
      let outcome = outcomes.randomElement(using: &random) ?? .canceled
      switch outcome {
      case .picture:
        pictured.insert(start.item)
        tried.insert(start.item)
        if start.step == .reduced { reduced.insert(start.item) }
      case .nothing:
        if start.step == .embedded { tried.insert(start.item) } else { reduced.insert(start.item) }
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
    }

    /// Searches all requests for the most urgent step that may start.
    private func search() -> (item: Int, step: Queue.Step)? {
      var found: [(item: Int, step: Queue.Step, key: [Int])] = []
      for item in 0..<8 where !running.contains(where: { $0.item == item }) {
        let wanted = known.values.filter { $0.item == item }
        guard let priority = wanted.map(\.priority).max(), let order = wanted.map(\.order).min() else {
          continue
        }
        let step: Queue.Step
        if !tried.contains(item) {
          step = .embedded
        } else if queue.deferral == .none || queue.deferral == .allButCurrent && priority.reason == .current {
          step = .full
        } else if pictured.contains(item) || reduced.contains(item) {
          continue
        } else {
          step = .reduced
        }
        let stepKey = priority.reason == .current ? 0 : step.rawValue
        found.append((item, step, [-priority.reason.rawValue, stepKey, priority.distance, order]))
      }
      let best = found.min { $0.key.lexicographicallyPrecedes($1.key) }
      return best.map { ($0.item, $0.step) }
    }
  }
}
