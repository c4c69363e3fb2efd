package import DecoderProtocol

/// Decides which picture is decoded next. It is a value without threads and clocks: a caller feeds it with requests and
/// results, and starts the jobs that it returns.
///
/// All requests for an item share one job, whatever their sizes. A job has up to three steps:
///
/// 1. `embedded` loads a small picture that exists already, such as a thumbnail.
/// 2. `reduced` decodes a small picture. It is used only while full steps are deferred and the item has no picture yet.
/// 3. `full` decodes the picture at the largest requested size.
///
/// The job of the current item comes first. Then the reason of the request decides, then the step, so that all visible
/// items have a small picture before one has a sharp one, then the distance, then the age. A job whose requests were
/// canceled goes on until another job needs its place, and its result is kept.
package struct RequestQueue<Item: Hashable & Sendable>: Sendable {
  /// The identifier of a request, chosen by the caller.
  package typealias Request = Int

  /// A step of a job.
  package enum Step: Int, Comparable, Hashable, Sendable {
    case embedded
    case reduced
    case full

    package static func < (first: Step, second: Step) -> Bool { first.rawValue < second.rawValue }
  }

  /// A step of a job that was started.
  package struct Start: Hashable, Sendable {
    /// Distinguishes the starts.
    package let id: Int
    package let item: Item
    package let step: Step
    /// The box of the full picture.
    package let size: TargetSize
  }

  /// The end of a step.
  package enum Outcome: Hashable, Sendable {
    /// There is a picture. `isWhole` tells that a larger box would not enlarge it.
    case picture(isWhole: Bool)
    /// The step found no picture; a later step may.
    case nothing
    /// The item has no picture. `dependsOnSize` tells that a smaller one may exist.
    case failure(dependsOnSize: Bool)
    /// The step was canceled.
    case canceled
  }

  /// The full steps that wait.
  package enum Deferral: Hashable, Sendable {
    /// None.
    case none
    /// Those of all but the current item, because the carousel is fast.
    case allButCurrent
    /// All, because the size is changing.
    case all
  }

  /// A request that receives the outcome of a step.
  package struct Delivery: Hashable, Sendable {
    package let request: Request
    /// Whether the request ended.
    package let isLast: Bool

    /// Creates a delivery.
    package init(request: Request, isLast: Bool) { (self.request, self.isLast) = (request, isLast) }
  }

  private struct Demand {
    let item: Item
    let size: TargetSize
    var priority: LoadPriority
    let order: Int
  }

  private struct Job {
    var requests: [Request] = []
    /// The step that comes next if full steps are not deferred.
    var step = Step.embedded
    /// Whether a small picture was delivered, or the caller shows one.
    var hasPicture = false
    var hasReduced = false
    var running: Start?
  }

  private var demands: [Request: Demand] = [:]
  private var jobs: [Item: Job] = [:]
  private var items: [Int: Item] = [:]
  private var cancelled: Set<Int> = []
  private var counter = 0

  /// The largest number of steps in flight, at least 1.
  package var capacity: Int { didSet { capacity = max(1, capacity) } }
  /// The full steps that wait.
  package var deferral = Deferral.none

  /// Creates an empty queue.
  package init(capacity: Int) { self.capacity = max(1, capacity) }

  /// The number of steps in flight, including canceled ones.
  package var runningCount: Int { items.count }
  /// The number of items that were requested and are not in flight.
  package var waitingCount: Int { jobs.values.count { $0.running == nil } }

  /// Adds a request.
  ///
  /// - Parameter hasPicture: Whether the caller shows a picture of the item already, so that it needs no small one.
  package mutating func add(
    _ request: Request, for item: Item, at size: TargetSize, priority: LoadPriority, hasPicture: Bool = false
  ) {
    cancel(request)
    counter += 1
    demands[request] = Demand(item: item, size: size, priority: priority, order: counter)
    jobs[item, default: Job()].requests.append(request)
    if hasPicture { jobs[item]?.hasPicture = true }
    if hasPicture, jobs[item]?.step == .embedded { jobs[item]?.step = .full }
  }

  /// Changes the priority of a request.
  package mutating func setPriority(of request: Request, to priority: LoadPriority) {
    demands[request]?.priority = priority
  }

  /// Cancels a request. A step in flight goes on while no other job needs its place.
  package mutating func cancel(_ request: Request) {
    guard let demand = demands.removeValue(forKey: request) else { return }
    jobs[demand.item]?.requests.removeAll { $0 == request }
    if let job = jobs[demand.item], job.requests.isEmpty, job.running == nil { jobs[demand.item] = nil }
  }

  /// Starts the most urgent step; returns `nil` if all places are taken or no step may start.
  ///
  /// - Complexity: O(requests).
  package mutating func next() -> Start? {
    guard items.count < capacity, let best = best() else { return nil }
    counter += 1
    let start = Start(id: counter, item: best.item, step: best.step, size: size(of: best.item))
    jobs[best.item]?.running = start
    items[start.id] = best.item
    return start
  }

  /// Returns a step in flight to be canceled because a more urgent one waits for its place; `nil` if there is none.
  ///
  /// It is a step that no request needs, or a prefetch or thumbnail that delays an item that has no picture yet. One
  /// step is canceled at a time. It must be finished nevertheless.
  package mutating func nextCancellation() -> Start? {
    guard items.count >= capacity, cancelled.isEmpty, let best = best() else { return nil }
    let isUrgent =
      best.rank.priority.reason >= .visible && (best.rank.priority.reason == .current || !best.hasPicture)
    let victims = items.values.compactMap { item -> (start: Start, rank: Rank?)? in
      guard let start = jobs[item]?.running else { return nil }
      return (start, rank(of: item, step: start.step))
    }
    let victim = victims.min { first, second in
      guard let firstRank = first.rank else { return second.rank != nil || first.start.id < second.start.id }
      guard let secondRank = second.rank else { return false }
      return secondRank < firstRank
    }
    guard let victim else { return nil }
    if let rank = victim.rank {
      guard isUrgent, rank.priority.reason < .visible, victim.start.step != .embedded else { return nil }
    }
    cancelled.insert(victim.start.id)
    return victim.start
  }

  /// Ends a step, and returns the requests that receive its outcome.
  package mutating func finish(_ start: Start, _ outcome: Outcome) -> [Delivery] {
    guard let item = items.removeValue(forKey: start.id), var job = jobs[item] else { return [] }
    cancelled.remove(start.id)
    job.running = nil
    var deliveries: [Delivery] = []
    switch outcome {
    case .canceled: break
    case .nothing:
      switch start.step {
      case .embedded: job.step = .full
      case .reduced: job.hasReduced = true
      // A full step without a picture would be repeated forever.
      case .full: deliveries = job.requests.map { Delivery(request: $0, isLast: true) }
      }
    case .picture(let isWhole):
      job.hasPicture = true
      job.step = .full
      if start.step == .reduced { job.hasReduced = true }
      deliveries = job.requests.map { request in
        let isLast = demands[request].map { isWhole || start.size.covers($0.size) } ?? true
        return Delivery(request: request, isLast: start.step == .full && isLast)
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

  // MARK: The order

  private struct Rank: Comparable {
    let priority: LoadPriority
    let step: Step
    let order: Int

    /// Whether the first is served before the second.
    static func < (first: Rank, second: Rank) -> Bool {
      let (one, other) = (first.priority, second.priority)
      if one.reason != other.reason { return one.reason > other.reason }
      // The current item is served completely first.
      if one.reason != .current, first.step != second.step { return first.step < second.step }
      return (one.distance, first.order) < (other.distance, second.order)
    }
  }

  private func best() -> (item: Item, step: Step, rank: Rank, hasPicture: Bool)? {
    var best: (item: Item, step: Step, rank: Rank, hasPicture: Bool)?
    for (item, job) in jobs where job.running == nil {
      guard let step = startableStep(of: job, isCurrent: isCurrent(job)),
        let rank = rank(of: item, step: step)
      else { continue }
      if let other = best, other.rank < rank { continue }
      best = (item, step, rank, job.hasPicture)
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

  /// Returns `nil` if the item has no request.
  private func rank(of item: Item, step: Step) -> Rank? {
    let wanted = (jobs[item]?.requests ?? []).compactMap { demands[$0] }
    guard let priority = wanted.map(\.priority).max(), let order = wanted.map(\.order).min() else {
      return nil
    }
    return Rank(priority: priority, step: step, order: order)
  }

  private func size(of item: Item) -> TargetSize {
    let sizes = (jobs[item]?.requests ?? []).compactMap { demands[$0]?.size }
    return sizes.dropFirst().reduce(sizes.first ?? TargetSize(width: 1, height: 1)) { $0.union($1) }
  }
}

extension TargetSize {
  /// Whether an image that was decoded for this box is sharp in the other.
  package func covers(_ other: TargetSize) -> Bool {
    width >= other.width && height >= other.height && (shape == other.shape || shape == .filling)
  }

  /// Returns a box that covers both.
  package func union(_ other: TargetSize) -> TargetSize {
    TargetSize(
      width: max(width, other.width), height: max(height, other.height),
      shape: shape == other.shape ? shape : .filling)
  }
}
