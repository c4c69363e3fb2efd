import CarouselEngine
import TestSupport
import Testing

/// Replays of the recorded sessions at other frame rates, and with uneven intervals between frames.
///
/// The reference is a replay with 240 frames a second and one more frame right before each action, so that
/// the state at each action is up to date. A frame is made only if the carousel needs one. Two kinds of
/// sessions are compared with the reference:
/// - A session is *undisturbed* if it has no action while the carousel moves by itself. At any frame rate the
///   session rests at the same offset, index and toggle, after the same calls of the delegate in the same
///   order, except `didScroll`.
/// - In any other session (*disturbed*), the state at an action can be up to a frame old. The session rests
///   within the *travel* of a frame: the greatest speed of the reference times the longest interval between
///   two frames. If the carousel snaps, the difference may change the destination to a neighboring item. Then
///   the session rests on an item no further away than the travel rounded up to whole items.
///
/// Sessions that never rest (autoscroll, a ring at deceleration rate 1) are not compared.
@MainActor
struct FrameRateTests {
  @Test(
    "A recorded scenario ends in the same state at any frame rate, also with uneven intervals between frames")
  func endings() throws {
    let pacings: [FramePacing] = [30, 48, 60, 75, 120, 144, 240].map { .steady($0) } + [.jittered]
    var table = RateTable(pacings)
    let scenarios =
      try
      (GoldenFile.physics.load(as: ScenarioFile.self).scenarios
      + GoldenFile.loading.load(as: ScenarioFile.self).scenarios)
    for (seed, scenario) in scenarios.enumerated() {
      guard let reference = try Session.play(scenario, .everyAction) else {
        table.restless += 1
        continue
      }
      for pacing in pacings {
        let session = try Session.play(scenario, pacing, seed: UInt64(seed))
        table.add(session, at: pacing, comparedTo: reference, of: scenario)
      }
    }
    print(table.text)
    for line in table.deviations { print("  \(line)") }
    #expect(table.deviations.isEmpty)
    if GoldenFile.isOwnSet {
      #expect(table.restless == 7)
      #expect(table.rows.allSatisfy { $0.undisturbedEqual == 444 && $0.disturbed == 25 })
    }
  }
}

/// The times at which frames are made.
enum FramePacing: Hashable, CustomStringConvertible {
  /// 240 frames a second, and one more frame right before each action.
  case everyAction
  case steady(Double)
  /// About 60 frames a second: each interval is up to 30 % shorter or longer, and one frame in 16 is dropped.
  case jittered

  /// The longest interval between two frames, in seconds.
  var longestInterval: Double {
    switch self {
    case .everyAction: 1.0 / 240
    case .steady(let rate): 1 / rate
    case .jittered: 2 * 1.3 / 60
    }
  }

  var description: String {
    switch self {
    case .everyAction: "reference"
    case .steady(let rate): "\(Int(rate)) Hz"
    case .jittered: "60 Hz ±30 %"
    }
  }
}

/// The times of the frames, in seconds since the start.
private struct FrameTimes {
  let pacing: FramePacing
  var random: SplitMix
  private(set) var next = 0.0
  private var count = 0

  init(_ pacing: FramePacing, seed: UInt64) {
    self.pacing = pacing
    random = SplitMix(seed: seed)
    pass()
  }

  /// Advances to the next frame.
  mutating func pass() {
    count += 1
    switch pacing {
    case .everyAction: next = Double(count) / 240
    case .steady(let rate): next = Double(count) / rate
    case .jittered:
      let isDropped = random.next() % 16 == 0
      next += Double.random(in: 0.7...1.3, using: &random) / 60 * (isDropped ? 2 : 1)
    }
  }
}

/// The result of a session at one frame pacing.
struct Session {
  var scrollOffset = 0.0
  var currentItemIndex = 0
  var toggle = 0.0
  /// The calls of the delegate, except `didScroll`.
  var calls: [String] = []
  /// Whether there was an action while the carousel moved by itself.
  var wasDisturbed = false
  /// The greatest speed between two frames, in items per second.
  var speed = 0.0
  /// The number of items of a ring, infinite for a strip. Offsets that differ by this number are equal.
  var around = Double.infinity

  /// The longest time to wait for a rest after the last action, in seconds.
  private static let patience = 20.0

  /// Plays the actions at their times, and frames at the times of the pacing. Returns `nil` if the carousel
  /// never rests.
  @MainActor
  static func play(_ scenario: Scenario, _ pacing: FramePacing, seed: UInt64 = 0) throws -> Session? {
    let start = scenario.t[0]
    let stage = try Stage(scenario.config, at: Timestamp(seconds: start))
    let carousel = stage.carousel
    var session = Session()
    var times = FrameTimes(pacing, seed: seed)
    var (lastOffset, lastTime) = (carousel.scrollOffset, start)
    func isMoving() -> Bool {
      carousel.isDecelerating || carousel.isScrolling || carousel.autoscroll != 0 && !carousel.isDragging
    }
    func show(at time: Double) {
      // As in the recording, the toggle also changes in layouts that draw no cover turn.
      guard stage.isOnScreen, carousel.needsFrame || carousel.isMoving else { return }
      let wasMoving = isMoving()
      carousel.advance(to: Timestamp(seconds: time))
      // The items of frames during a motion are not compared, so building them would only cost time.
      if !carousel.isDecelerating && !carousel.isScrolling { _ = carousel.frame() }
      if wasMoving, time - lastTime > 1e-4 {
        let count = Double(carousel.numberOfItems)
        var way = abs(carousel.scrollOffset - lastOffset)
        if carousel.isWrapEnabled { way = min(way, abs(count - way)) }
        session.speed = max(session.speed, way / (time - lastTime))
      }
      (lastOffset, lastTime) = (carousel.scrollOffset, time)
    }
    for action in scenario.actions where !action.skipped {
      let now = scenario.t[action.step]
      // If a frame and an action have the same time, the frame comes after the action.
      while start + times.next < now - 1e-9 {
        show(at: start + times.next)
        times.pass()
      }
      if pacing == .everyAction { show(at: now) }
      if isMoving() { session.wasDisturbed = true }
      _ = try stage.perform(action, at: Timestamp(seconds: now))
      lastOffset = carousel.scrollOffset
    }
    var isAtRest = false
    let end = times.next + patience
    while !isAtRest, times.next < end {
      show(at: start + times.next)
      times.pass()
      isAtRest = !carousel.needsFrame && !carousel.isMoving || !stage.isOnScreen
    }
    guard isAtRest else { return nil }
    session.scrollOffset = carousel.scrollOffset
    session.currentItemIndex = carousel.currentItemIndex
    session.toggle = carousel.toggle
    session.calls = stage.drainLog().filter { $0.name != .didScroll }.map {
      "\($0.name) \($0.currentItemIndex)"
    }
    if carousel.isWrapEnabled { session.around = Double(carousel.numberOfItems) }
    return session
  }
}

/// The results of the replays at other frame rates.
struct RateTable {
  struct Row {
    let pacing: FramePacing
    var undisturbed = 0
    var undisturbedEqual = 0
    var disturbed = 0
    /// The numbers of disturbed sessions that rest at the same offset (`same`), at another offset within the
    /// travel (`within`), and otherwise on a neighboring item (`nextItem`).
    var same = 0
    var within = 0
    var nextItem = 0
    /// The largest deviation of the sessions that `within` counts, in items.
    var worst = 0.0
  }

  private(set) var rows: [Row]
  /// The number of sessions that never rest.
  var restless = 0
  private(set) var deviations: [String] = []

  init(_ pacings: [FramePacing]) { rows = pacings.map { Row(pacing: $0) } }

  mutating func add(
    _ session: Session?, at pacing: FramePacing, comparedTo reference: Session, of scenario: Scenario
  ) {
    guard let i = rows.firstIndex(where: { $0.pacing == pacing }) else { return }
    guard let session else {
      deviations.append("\(scenario.name) at \(pacing): does not rest")
      return
    }
    var distance = abs(session.scrollOffset - reference.scrollOffset)
    if session.around.isFinite { distance = min(distance, abs(session.around - distance)) }
    if session.wasDisturbed || reference.wasDisturbed {
      rows[i].disturbed += 1
      let travel = reference.speed * pacing.longestInterval
      let isWhole = abs(distance - distance.rounded()) < Tally.tolerance
      if distance < Tally.tolerance {
        rows[i].same += 1
      } else if distance <= travel + Tally.tolerance {
        rows[i].within += 1
        rows[i].worst = max(rows[i].worst, distance)
      } else if isWhole, distance <= travel.rounded(.up) + Tally.tolerance {
        rows[i].nextItem += 1
      } else {
        deviations.append(
          "\(scenario.name) at \(pacing): rests at \(session.scrollOffset), not within \(travel) of "
            + "\(reference.scrollOffset)")
      }
    } else {
      rows[i].undisturbed += 1
      // A toggle below a millionth is treated as 0, as in iCarousel.
      if distance < Tally.tolerance, session.currentItemIndex == reference.currentItemIndex,
        abs(session.toggle - reference.toggle) < 1e-6, session.calls == reference.calls
      {
        rows[i].undisturbedEqual += 1
      } else {
        deviations.append(
          "\(scenario.name) at \(pacing): ends as \(session), not as \(reference)")
      }
    }
  }

  var text: String {
    let head = [
      "frames", "sessions", "undisturbed", "equal", "disturbed", "same", "in a frame's way", "next item",
      "worst",
    ]
    let lines = rows.map { row in
      [
        "\(row.pacing)", "\(row.undisturbed + row.disturbed)", "\(row.undisturbed)",
        "\(row.undisturbedEqual)",
        "\(row.disturbed)", "\(row.same)", "\(row.within)", "\(row.nextItem)",
        row.worst == 0 ? "–" : "\((row.worst * 1e4).rounded() / 1e4)",
      ]
    }
    func line(_ cells: [String]) -> String {
      zip(head, cells).map { title, cell in
        String(repeating: " ", count: max(0, max(title.count, 11) - cell.count)) + cell
      }.joined(separator: "  ")
    }
    return (["rate independence (\(restless) sessions never rest):", line(head)] + lines.map(line)).joined(
      separator: "\n")
  }
}
