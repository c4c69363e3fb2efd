/// Decides which entry of a list a slideshow shows, when the next one follows, and which entries are prepared.
///
/// It is a value without a clock and without a window: times are passed in, in seconds on any clock that does not go back. The owner
/// performs the returned actions in order, reports their results, and calls ``advance(to:)`` at ``wakeTime``. The entries may be
/// photos, pages or anything else with an identity.
///
/// An entry is shown for its own time or ``Settings/interval`` seconds from its first frame, or longer: until the next one is prepared. So an entry
/// is never followed by an empty screen. An entry that cannot be prepared is skipped.
package struct Slideshow<ID: Hashable & Sendable>: Sendable {
  /// The settings of a slideshow.
  package struct Settings: Hashable, Sendable {
    package var order: SlideshowOrder
    /// The time from the first frame of an entry to the first frame of the next one, in seconds, clamped to `0.1...86,400`. NaN
    /// means 5.
    package var interval: Double { didSet { interval = Self.valid(interval) } }
    /// The time after which an entry that is due but not prepared is skipped, in seconds.
    package var patience = 20.0
    /// The time after which an entry is tried again that could not be prepared, in seconds. It doubles with each failure, up to an
    /// hour.
    package var retryPause = 60.0

    /// Creates the settings.
    package init(order: SlideshowOrder = .list, interval: Double = 5) {
      (self.order, self.interval) = (order, Self.valid(interval))
    }

    static func valid(_ interval: Double) -> Double {
      interval.isNaN ? 5 : min(max(interval, 0.1), SlideshowOptions.intervals.upperBound)
    }
  }

  /// An action of the owner.
  package enum Action: Hashable, Sendable {
    /// Prepare the pixels of an entry, and then call ``Slideshow/didPrepare(_:at:)`` or ``Slideshow/didFail(_:_:at:)``.
    case prepare(ID)
    /// An entry that was prepared, or is being prepared, will not be shown.
    case discard(ID)
    /// Replace the shown entry by a prepared one, and then call ``Slideshow/didAppear(_:at:)``. The user has requested it if
    /// `isDirect`.
    case show(ID, isDirect: Bool)
    /// Show nothing, because there are no entries.
    case clear
    /// An entry is skipped.
    case skip(ID, SkipReason)
  }

  /// The reason why an entry is skipped.
  package enum SkipReason: Hashable, Sendable {
    /// It cannot be prepared; why, as a sentence.
    case failed(String)
    /// It was not prepared in time.
    case tookTooLong
  }

  private enum Time: Hashable, Sendable {
    /// The first frame was not shown yet.
    case awaited
    /// The next entry is due at this time.
    case until(Double)
    /// The show is paused. So many seconds are left.
    case left(Double)
  }

  private struct Shown: Hashable, Sendable {
    let id: ID
    var time = Time.awaited
  }

  /// Why an entry is the next one.
  private enum Origin: Hashable, Sendable {
    /// It follows in the order.
    case order
    /// The user went back.
    case back
    /// The user has chosen it.
    case choice
  }

  /// The entry that is prepared.
  private struct Next: Hashable, Sendable {
    let id: ID
    let since: Double
    /// Whether it replaces the shown one as soon as it is prepared.
    var isDirect: Bool
    let origin: Origin
    var isReady = false
  }

  private struct Failure: Hashable, Sendable {
    var count = 0
    /// The time from which on the entry may be tried again.
    var retry = 0.0
  }
  private static var longestRetryPause: Double { 3600 }

  package private(set) var settings: Settings
  private var sequence: SlideshowSequence<ID>
  private var shown: Shown?
  private var next: Next?
  private var hasBegun = false
  package private(set) var isPaused = false
  /// The entry that an earlier run has shown, and the seconds that were left of its time.
  private var resumed: (id: ID, seconds: Double)?
  /// The entries that could not be prepared, until they have changed.
  private var failures: [ID: Failure] = [:]

  /// Creates a show without entries, which begins with ``start(at:now:)``.
  package init(_ settings: Settings = Settings()) {
    self.settings = settings
    sequence = SlideshowSequence(settings.order)
  }

  /// The shown entry; `nil` if none is shown.
  package var shownID: ID? { shown?.id }
  /// The entry that is prepared to follow; `nil` if there is none.
  package var nextID: ID? { next?.id }
  package var entries: [ID] { sequence.entries.map(\.id) }

  /// Returns the time for which an entry is shown, in seconds.
  package func duration(of id: ID) -> Double { sequence.duration(of: id) ?? settings.interval }

  // MARK: Inputs

  /// Replaces the list of entries. If the shown one is no longer among them, the one that follows replaces it, also in a paused show.
  package mutating func setEntries(_ entries: [SlideshowEntry<ID>], now: Double) -> [Action] {
    sequence.setEntries(entries)
    failures = failures.filter { sequence.contains($0.key) }
    guard !sequence.entries.isEmpty else {
      let actions = discardNext() + (shown == nil ? [] : [.clear])
      shown = nil
      return actions
    }
    var actions: [Action] = []
    if let next, !sequence.contains(next.id) {
      actions = discardNext()
    } else if let next, next.origin == .order, !next.isDirect, following(now: now) != next.id {
      // Another entry has come in between.
      actions = discardNext()
    }
    if let shown, !sequence.contains(shown.id) {
      if next == nil { actions += choose(now: now) }
      next?.isDirect = true
    }
    return actions + advance(to: now)
  }

  /// Begins the show.
  ///
  /// - Parameters:
  ///   - id: The first entry; `nil`, or an unknown one, for the first one of the order.
  ///   - seconds: The rest of its time, which an earlier run has left; `nil` for its whole time.
  package mutating func start(at id: ID?, remaining seconds: Double? = nil, now: Double) -> [Action] {
    hasBegun = true
    resumed = id.flatMap { id in seconds.map { (id, Settings.valid($0)) } }
    if let id, sequence.contains(id) { return show(id, now: now) }
    return advance(to: now)
  }

  /// Changes the interval. The time that is left of the shown entry changes with it, unless the entry has a time of its own.
  package mutating func setInterval(_ interval: Double, now: Double) -> [Action] {
    let former = shown.map { duration(of: $0.id) }
    settings.interval = interval
    let change = (shown.map { duration(of: $0.id) } ?? 0) - (former ?? 0)
    switch shown?.time {
    case .until(let due)?: shown?.time = .until(due + change)
    case .left(let seconds)?: shown?.time = .left(max(seconds + change, 0))
    case .awaited?, nil: break
    }
    return advance(to: now)
  }

  /// Changes the order. The shown entry stays, and a random order begins with it.
  package mutating func setOrder(_ order: SlideshowOrder, now: Double) -> [Action] {
    guard order != settings.order else { return [] }
    settings.order = order
    sequence.setOrder(order)
    let actions = next?.origin == .order && next?.isDirect == false ? discardNext() : []
    return actions + advance(to: now)
  }

  /// Shows an entry as soon as it is prepared. An unknown entry is ignored.
  package mutating func show(_ id: ID, now: Double) -> [Action] {
    guard hasBegun, sequence.contains(id) else { return [] }
    guard id != shown?.id else {
      next?.isDirect = false
      return advance(to: now)
    }
    return request(id, .choice, now: now)
  }

  /// Shows the next entry, or the previous one, as soon as it is prepared. While a requested entry is being prepared, further steps
  /// in its direction are ignored.
  package mutating func step(back: Bool, now: Double) -> [Action] {
    guard hasBegun, sequence.entries.count > 1 || shown == nil else { return [] }
    if let next, next.isDirect, !next.isReady, (next.origin == .back) == back { return [] }
    if !back, let next, next.origin != .back {
      self.next?.isDirect = true
      return advance(to: now)
    }
    var actions = discardNext()
    let id = back ? preceding(nil, now: now) : following(now: now)
    if let id { actions += request(id, back ? .back : .order, now: now) }
    return actions + advance(to: now)
  }

  private mutating func request(_ id: ID, _ origin: Origin, now: Double) -> [Action] {
    if next?.id == id {
      next?.isDirect = true
      return advance(to: now)
    }
    let actions = discardNext()
    next = Next(id: id, since: now, isDirect: true, origin: origin)
    return actions + [.prepare(id)] + advance(to: now)
  }

  /// Stops the time of the shown entry.
  package mutating func pause(now: Double) {
    isPaused = true
    if case .until(let due)? = shown?.time { shown?.time = .left(max(due - now, 0)) }
  }

  /// Lets the time of the shown entry go on.
  package mutating func resume(now: Double) -> [Action] {
    isPaused = false
    if case .left(let seconds)? = shown?.time { shown?.time = .until(now + seconds) }
    return advance(to: now)
  }

  /// An entry can be shown.
  package mutating func didPrepare(_ id: ID, now: Double) -> [Action] {
    guard next?.id == id else { return [] }
    next?.isReady = true
    return advance(to: now)
  }

  /// An entry cannot be shown. It is skipped.
  package mutating func didFail(_ id: ID, _ reason: String, now: Double) -> [Action] {
    guard next?.id == id else { return [] }
    return skip(.failed(reason), now: now) + advance(to: now)
  }

  /// The first frame with the pixels of a shown entry was drawn. Its time begins, and the next entry is prepared.
  package mutating func didAppear(_ id: ID, now: Double) -> [Action] {
    guard let shown, shown.id == id, case .awaited = shown.time else { return [] }
    var seconds = duration(of: id)
    if let resumed {
      if resumed.id == id { seconds = min(resumed.seconds, seconds) }
      self.resumed = nil
    }
    self.shown?.time = isPaused ? .left(seconds) : .until(now + seconds)
    return advance(to: now)
  }

  /// Prepares entries again, because their content or the size of the screen has changed. A shown entry is not shown again.
  package mutating func invalidate(_ ids: Set<ID>) -> [Action] {
    for id in ids { failures[id] = nil }
    guard let next, ids.contains(next.id) else { return [] }
    self.next?.isReady = false
    return [.discard(next.id), .prepare(next.id)]
  }

  // MARK: Time

  /// The time at which ``advance(to:)`` must be called; `nil` if the show waits for another input.
  package var wakeTime: Double? {
    guard let next else { return hasBegun && mayChoose ? failures.values.map(\.retry).min() : nil }
    if next.isReady { return due }
    return deadline
  }

  /// Lets the shown entry stay until a time, if that is later than the end of its time.
  package mutating func postpone(until time: Double) {
    if let due, time > due { shown?.time = .until(time) }
  }

  /// The time at which the shown entry has been shown long enough; `nil` if it stays, because the show is paused or the entry is not
  /// visible yet.
  package var due: Double? {
    if case .until(let due)? = shown?.time { due } else { nil }
  }

  /// Returns the rest of the time of the shown entry, in seconds; `nil` before its first frame.
  package func remaining(at now: Double) -> Double? {
    switch shown?.time {
    case .until(let due)?: max(due - now, 0)
    case .left(let seconds)?: seconds
    case .awaited?, nil: nil
    }
  }

  /// The time at which the next entry is skipped if it is not prepared; `nil` if it may take any time.
  private var deadline: Double? {
    guard let next, !next.isReady else { return nil }
    if shown == nil || next.isDirect { return next.since + settings.patience }
    return due.map { max($0, next.since) + settings.patience }
  }

  /// Shows or skips the next entry if that is due.
  package mutating func advance(to now: Double) -> [Action] {
    guard hasBegun, !sequence.entries.isEmpty else { return [] }
    var actions: [Action] = []
    if let deadline, now >= deadline { actions += skip(.tookTooLong, now: now) }
    actions += choose(now: now)
    guard let next, next.isReady else { return actions }
    let isDue = due.map { now >= $0 } == true
    guard shown == nil || next.isDirect || isDue else { return actions }
    sequence.move(to: next.id, from: shown?.id, goesBack: next.origin == .back)
    let isDirect = next.isDirect && shown != nil
    shown = Shown(id: next.id)
    self.next = nil
    failures[next.id] = nil
    return actions + [.show(next.id, isDirect: isDirect)]
  }

  // MARK: The next entry

  /// Whether an entry other than the shown one can follow now.
  private var mayChoose: Bool {
    guard next == nil, let shown else { return next == nil }
    if !sequence.contains(shown.id) { return true }
    if case .awaited = shown.time { return false }
    return sequence.entries.count > 1
  }

  private mutating func following(_ id: ID? = nil, now: Double) -> ID? {
    let failures = failures
    return sequence.next(after: id, shown: shown?.id) { failures[$0].map { now >= $0.retry } ?? true }
  }

  private func preceding(_ id: ID?, now: Double) -> ID? {
    sequence.previous(before: id, shown: shown?.id) { failures[$0].map { now >= $0.retry } ?? true }
  }

  /// Chooses the next entry if there is none, and prepares it.
  ///
  /// - Parameter skipped: The entry in whose place it is shown.
  private mutating func choose(insteadOf skipped: Next? = nil, now: Double) -> [Action] {
    guard mayChoose else { return [] }
    let goesBack = skipped?.origin == .back
    guard let id = goesBack ? preceding(skipped?.id, now: now) : following(skipped?.id, now: now) else {
      return []
    }
    next = Next(
      id: id, since: now, isDirect: skipped?.isDirect == true, origin: goesBack ? .back : .order)
    return [.prepare(id)]
  }

  private mutating func skip(_ reason: SkipReason, now: Double) -> [Action] {
    guard let skipped = next else { return [] }
    next = nil
    var failure = failures[skipped.id] ?? Failure()
    failure.count += 1
    let doublings = min(failure.count - 1, 10)
    failure.retry = now + min(settings.retryPause * Double(1 << doublings), Self.longestRetryPause)
    failures[skipped.id] = failure
    sequence.skip(skipped.id)
    let discard: [Action] = reason == .tookTooLong ? [.discard(skipped.id)] : []
    return discard + [.skip(skipped.id, reason)] + choose(insteadOf: skipped, now: now)
  }

  private mutating func discardNext() -> [Action] {
    guard let next else { return [] }
    self.next = nil
    return [.discard(next.id)]
  }
}
