package import DecoderProtocol

/// Decides which picture is decoded next. It is a value without threads and clocks: its caller adds requests,
/// starts the steps that the queue returns, and reports their outcomes.
///
/// All requests for an item share one job, even if their sizes differ. A job has up to three steps:
///
/// 1. `preview` loads a small picture that already exists, such as a thumbnail.
/// 2. `reduced` decodes a small picture. This step runs only while full steps are deferred and the item has
///    no picture yet.
/// 3. `full` decodes the picture at the largest requested size.
///
/// The order of the jobs follows from four values. The reason of the request decides first. At equal reasons
/// the step decides, so that all visible items get a small picture before any of them gets a sharp one; only
/// the current item is completed first. The distance is next, and the age last.
///
/// A step that needs much memory ends with the outcome `deferred` while another such step runs. Other jobs run meanwhile,
/// and ``resume(_:)`` lets the job start again. Of the deferred jobs, one runs at a time, in the order of the jobs. A
/// prefetch or thumbnail that needs much memory is canceled if the current item waits for its end.
///
/// A step that takes long does not count toward the capacity, so that a file that does not answer delays no other one. For each
/// source of items, such as a network folder, and for all items without a source, at most ``slowLimit`` steps run besides the
/// capacity. While a step of a source takes long, its items come after all others; while ``slowLimit`` do, none of them starts.
///
/// If all requests of a running job are canceled, the job continues until a waiting job needs its capacity,
/// and its result is kept. A queue may cancel such a job at once instead.
package struct RequestQueue<Item: Hashable & Sendable>: Sendable {
  /// The identifier of a request, chosen by the caller.
  package typealias Request = Int

  /// A step of a job.
  package enum Step: Int, Comparable, Hashable, Sendable {
    case preview
    case reduced
    case full

    package static func < (first: Step, second: Step) -> Bool { first.rawValue < second.rawValue }
  }

  /// A started step of a job.
  package struct Start: Hashable, Sendable {
    /// The identifier of this start, different for each one.
    package let id: Int
    package let item: Item
    package let step: Step
    /// The box that the full picture must fill or fit into.
    package let size: TargetSize
  }

  /// The outcome of a step.
  package enum Outcome: Hashable, Sendable {
    /// The step has loaded a picture. `isWhole` is `true` if a larger box would not give a larger picture.
    case picture(isWhole: Bool)
    /// The step found no picture; a later step may.
    case nothing
    /// The item cannot be decoded. `dependsOnSize` is `true` if a smaller picture may still succeed.
    case failure(dependsOnSize: Bool)
    /// The step was canceled.
    case canceled
    /// The step needs much memory, and another such step runs. The job waits for ``RequestQueue/resume(_:)``.
    case deferred
  }

  /// Which jobs may not start their full step.
  package enum Deferral: Hashable, Sendable {
    /// No job.
    case none
    /// All jobs except the job for the current item, because the carousel scrolls fast.
    case allButCurrent
    /// All jobs, because the size of the pictures is changing.
    case all
  }

  /// A request that receives the outcome of a step.
  package struct Delivery: Hashable, Sendable {
    package let request: Request
    /// Whether the request has ended, so that nothing else is delivered to it.
    package let isLast: Bool

    /// Creates a delivery.
    package init(request: Request, isLast: Bool) { (self.request, self.isLast) = (request, isLast) }
  }

  private struct Demand {
    let item: Item
    let size: TargetSize
    var priority: LoadPriority
    let order: Int
    /// Whether a preview that is sharp in the box ends the request.
    let acceptsPreview: Bool
  }

  private struct Job {
    var requests: [Request] = []
    /// The source of the item, which may not answer; `nil` for none.
    var source: Int?
    /// The next step if full steps are not deferred.
    var step = Step.preview
    /// Whether a small picture was delivered, or the caller already shows one.
    var hasPicture = false
    var hasReduced = false
    var running: Start?
    /// Whether a step needed much memory. Of these jobs, one runs at a time.
    var isLarge = false
    /// Whether the job waits for the end of another large step.
    var isDeferred = false
  }

  private var demands: [Request: Demand] = [:]
  private var jobs: [Item: Job] = [:]
  private var items: [Int: Item] = [:]
  private var canceled: Set<Int> = []
  /// The running starts that ``resume(_:)`` has named before they were deferred.
  private var resumed: Set<Int> = []
  /// The running starts that take long.
  private var slow: Set<Int> = []
  private var counter = 0

  /// The largest number of slow steps of a source that do not count toward the capacity.
  package static var slowLimit: Int { 3 }

  /// The largest number of running steps, without slow ones, at least 1.
  package var capacity: Int { didSet { capacity = max(1, capacity) } }
  /// Which jobs may not start their full step.
  package var deferral = Deferral.none

  private let finishesUnwantedSteps: Bool

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - capacity: The largest number of running steps, at least 1.
  ///   - finishesUnwantedSteps: Whether a step whose requests were all canceled continues until another step needs its capacity.
  package init(capacity: Int, finishesUnwantedSteps: Bool = true) {
    self.capacity = max(1, capacity)
    self.finishesUnwantedSteps = finishesUnwantedSteps
  }

  /// The number of running steps, including canceled ones that have not finished.
  package var runningCount: Int { items.count }
  /// The number of running steps that may run besides the capacity, because they are slow.
  package var extraCount: Int { slowCounts.values.reduce(0) { $0 + min($1, Self.slowLimit) } }
  /// The number of slow steps of each source.
  private var slowCounts: [Int?: Int] {
    slow.reduce(into: [:]) { counts, start in
      counts[items[start].flatMap { jobs[$0]?.source }, default: 0] += 1
    }
  }
  /// Whether no further step may start.
  private var isFull: Bool { items.count - extraCount >= capacity }
  /// The number of requested items without a running step.
  package var waitingCount: Int { jobs.count - items.count }
  /// Whether an item waits and fewer than ``capacity`` steps run.
  package var mayStart: Bool { waitingCount > 0 && !isFull }

  /// Whether an item is requested, or has a running step.
  package func contains(_ item: Item) -> Bool { jobs[item] != nil }

  /// Adds a request.
  ///
  /// - Parameters:
  ///   - source: The disk or network folder of the item, if it may not answer.
  ///   - hasPicture: Whether the caller already shows a picture of the item, so that the preview step is
  ///     skipped.
  ///   - acceptsPreview: Whether a preview that is sharp in the box ends the request.
  package mutating func add(
    _ request: Request, for item: Item, of source: Int? = nil, at size: TargetSize, priority: LoadPriority,
    hasPicture: Bool = false, acceptsPreview: Bool = false
  ) {
    cancel(request)
    counter += 1
    demands[request] = Demand(
      item: item, size: size, priority: priority, order: counter, acceptsPreview: acceptsPreview)
    jobs[item, default: Job(source: source)].requests.append(request)
    if hasPicture { jobs[item]?.hasPicture = true }
    if hasPicture, jobs[item]?.step == .preview { jobs[item]?.step = .full }
  }

  /// Changes the priority of a request.
  package mutating func setPriority(of request: Request, to priority: LoadPriority) {
    demands[request]?.priority = priority
  }

  /// Cancels a request. ``nextCancellation()`` states when a running step without requests ends.
  package mutating func cancel(_ request: Request) {
    guard let demand = demands.removeValue(forKey: request) else { return }
    jobs[demand.item]?.requests.removeAll { $0 == request }
    if let job = jobs[demand.item], job.requests.isEmpty, job.running == nil { jobs[demand.item] = nil }
  }

  /// Starts the most urgent step. Returns `nil` if `capacity` steps are running or no step may start.
  ///
  /// - Complexity: O(requests).
  package mutating func next() -> Start? {
    guard !isFull, let best = best() else { return nil }
    counter += 1
    let start = Start(id: counter, item: best.item, step: best.step, size: size(of: best.item))
    jobs[best.item]?.running = start
    items[start.id] = best.item
    return start
  }

  /// Chooses a running step that must be canceled so that a more urgent step can start; `nil` if there is no
  /// such step.
  ///
  /// A step waits for a running step to end if `capacity` steps run besides the slow ones, or if both need much memory.
  ///
  /// The chosen step is one whose requests were all canceled, or a prefetch or thumbnail that delays a visible item without a picture, or the
  /// current item. While the carousel is fast, the full step of any other item is chosen if it delays the current item.
  /// Only one step is canceled at a time. The caller must still call ``finish(_:_:)`` for it.
  package mutating func nextCancellation() -> Start? {
    guard canceled.isEmpty else { return nil }
    var victim: Start?
    if !finishesUnwantedSteps {
      victim = items.values.compactMap { jobs[$0] }.first { $0.requests.isEmpty }?.running
    }
    // Most calls end here, without a look at the waiting items.
    guard victim != nil || items.values.contains(where: { mayCancel($0) }) else { return nil }
    if victim == nil, items.values.contains(where: { jobs[$0]?.isLarge == true }) {
      victim = best(waitsForLargeStep: true).flatMap { waiting in
        self.victim(of: waiting, among: items.values.filter { jobs[$0]?.isLarge == true })
      }
    }
    if victim == nil, isFull {
      victim = best().flatMap { self.victim(of: $0, among: Array(items.values)) }
    }
    if let victim { canceled.insert(victim.id) }
    return victim
  }

  /// Whether a waiting step can cancel the running step of an item.
  private func mayCancel(_ item: Item) -> Bool {
    guard let start = jobs[item]?.running else { return false }
    guard let rank = rank(of: item, step: start.step) else { return true }
    return start.step != .preview
      && (rank.priority.reason < .visible
        || deferral == .allButCurrent && start.step == .full && rank.priority.reason != .current)
  }

  /// Returns the least urgent running step of some items, if it must be canceled for a waiting step.
  private func victim(of waiting: Candidate, among items: [Item]) -> Start? {
    let isUrgent =
      waiting.rank.priority.reason >= .visible
      && (waiting.rank.priority.reason == .current || !waiting.hasPicture)
    let victims = items.compactMap { item -> (start: Start, rank: Rank?)? in
      guard let start = jobs[item]?.running else { return nil }
      let rank = rank(of: item, step: start.step)
      // A preview takes a few milliseconds, so it is canceled only if it has no requests.
      return rank != nil && start.step == .preview ? nil : (start, rank)
    }
    let victim = victims.min { first, second in
      guard let firstRank = first.rank else { return second.rank != nil || first.start.id < second.start.id }
      guard let secondRank = second.rank else { return false }
      return secondRank < firstRank
    }
    guard let victim else { return nil }
    if let rank = victim.rank {
      guard isUrgent else { return nil }
      // While the carousel is fast, a full step could not start for another item than the current one.
      let isOutdated =
        deferral == .allButCurrent && victim.start.step == .full
        && waiting.rank.priority.reason == .current && rank.priority.reason != .current
      guard rank.priority.reason < .visible || isOutdated else { return nil }
    }
    return victim.start
  }

  /// Records that a running step needs much memory, and that no other such step runs.
  ///
  /// - Parameter start: The identifier of the start.
  package mutating func markLarge(_ start: Int) {
    if let item = items[start] { jobs[item]?.isLarge = true }
  }

  /// Records that a running step takes long.
  ///
  /// - Parameter start: The identifier of the start.
  package mutating func markSlow(_ start: Int) { if items[start] != nil { slow.insert(start) } }

  /// Ends a step, and returns the requests that receive its outcome.
  ///
  /// - Parameter isSharp: Whether the picture of a preview step is sharp in the box of the step.
  package mutating func finish(_ start: Start, _ outcome: Outcome, isSharp: Bool = false) -> [Delivery] {
    slow.remove(start.id)
    guard let item = items.removeValue(forKey: start.id), var job = jobs[item] else { return [] }
    canceled.remove(start.id)
    let isResumed = resumed.remove(start.id) != nil
    job.running = nil
    var deliveries: [Delivery] = []
    switch outcome {
    case .canceled: break
    case .deferred:
      job.isLarge = true
      job.isDeferred = !isResumed
    case .nothing:
      switch start.step {
      case .preview: job.step = .full
      case .reduced: job.hasReduced = true
      // Without this, a full step that finds no picture would be repeated forever.
      case .full: deliveries = job.requests.map { Delivery(request: $0, isLast: true) }
      }
    case .picture(let isWhole):
      job.hasPicture = true
      job.step = .full
      if start.step == .reduced { job.hasReduced = true }
      deliveries = job.requests.map { request in
        guard let demand = demands[request] else {
          return Delivery(request: request, isLast: start.step == .full)
        }
        let isLargeEnough = isWhole || start.size.covers(demand.size)
        let isFinal = start.step == .full || start.step == .preview && isSharp && demand.acceptsPreview
        return Delivery(request: request, isLast: isFinal && isLargeEnough)
      }
    case .failure(let dependsOnSize):
      let failed = dependsOnSize ? job.requests.filter { demands[$0]?.size == start.size } : []
      deliveries = (failed.isEmpty ? job.requests : failed).map { Delivery(request: $0, isLast: true) }
    }
    let ended = Set(deliveries.lazy.filter(\.isLast).map(\.request))
    for request in ended { demands[request] = nil }
    job.requests.removeAll { ended.contains($0) }
    jobs[item] = job.requests.isEmpty ? nil : job
    return deliveries
  }

  /// Lets the deferred jobs start again. Call it when the step has ended for which a step was deferred.
  ///
  /// - Parameter start: The identifier of the start that was deferred, or will be: the call may come before ``finish(_:_:)``.
  package mutating func resume(_ start: Int) {
    if items[start] != nil { resumed.insert(start) }
    // All deferred jobs wait for the same step. The most urgent one is chosen only if all may start.
    for item in jobs.keys { jobs[item]?.isDeferred = false }
  }

  // MARK: The order

  private struct Rank: Comparable {
    /// Whether another step of the same source takes long.
    var isOfSlowSource = false
    let priority: LoadPriority
    let step: Step
    let order: Int

    /// Whether the first step is served before the second.
    static func < (first: Rank, second: Rank) -> Bool {
      if first.isOfSlowSource != second.isOfSlowSource { return !first.isOfSlowSource }
      let (one, other) = (first.priority, second.priority)
      if one.reason != other.reason { return one.reason > other.reason }
      // The steps of the current item are not delayed by the small pictures of other items.
      if one.reason != .current, first.step != second.step { return first.step < second.step }
      return (one.distance, first.order) < (other.distance, second.order)
    }
  }

  /// A step that may start.
  private struct Candidate {
    let item: Item
    let step: Step
    let rank: Rank
    let hasPicture: Bool
  }

  /// Returns the most urgent step that may start now or, if `waitsForLargeStep` is `true`, after the end of the large step
  /// that runs.
  private func best(waitsForLargeStep: Bool = false) -> Candidate? {
    var best: Candidate?
    let isLargeRunning = items.values.contains { jobs[$0]?.isLarge == true }
    let slowCounts = slow.isEmpty ? [:] : slowCounts
    for (item, job) in jobs where job.running == nil {
      guard let step = startableStep(of: job, isCurrent: isCurrent(job)) else { continue }
      let waits = step != .preview && job.isLarge && (job.isDeferred || isLargeRunning)
      let slowCount = job.source.flatMap { slowCounts[$0] } ?? 0
      guard waits == waitsForLargeStep, slowCount < Self.slowLimit, var rank = rank(of: item, step: step)
      else { continue }
      rank.isOfSlowSource = slowCount > 0
      if let other = best, other.rank < rank { continue }
      best = Candidate(item: item, step: step, rank: rank, hasPicture: job.hasPicture)
    }
    return best
  }

  private func isCurrent(_ job: Job) -> Bool {
    job.requests.contains { demands[$0]?.priority.reason == .current }
  }

  private func startableStep(of job: Job, isCurrent: Bool) -> Step? {
    let isDeferred = deferral == .all || deferral == .allButCurrent && !isCurrent
    guard job.step == .full, isDeferred else { return job.step }
    return job.hasPicture || job.hasReduced ? nil : .reduced
  }

  /// Returns the rank of the most urgent request for the item; `nil` if the item has no request.
  private func rank(of item: Item, step: Step) -> Rank? {
    var rank: Rank?
    for request in jobs[item]?.requests ?? [] {
      guard let demand = demands[request] else { continue }
      rank = Rank(
        priority: max(rank?.priority ?? demand.priority, demand.priority), step: step,
        order: min(rank?.order ?? demand.order, demand.order))
    }
    return rank
  }

  private func size(of item: Item) -> TargetSize {
    let sizes = (jobs[item]?.requests ?? []).compactMap { demands[$0]?.size }
    return sizes.dropFirst().reduce(sizes.first ?? TargetSize(width: 1, height: 1)) { $0.union($1) }
  }
}
