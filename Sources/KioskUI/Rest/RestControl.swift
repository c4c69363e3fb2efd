internal import CarouselUI
internal import Kiosk

/// Lets the screen of a kiosk rest: the saver and the power by schedule and after a time without input.
@MainActor
final class RestControl {
  /// Called when the show is not seen any more, or is seen again.
  var onHide: ((_ isHidden: Bool) -> Void)?
  /// Called after the state has changed.
  var onChange: ((ScreenRest.State) -> Void)?

  private(set) var state = ScreenRest.State.awake
  private let settings: RestSettings
  private var rest: ScreenRest
  /// The time zone of the schedules, which a changed playlist changes; `nil` for that of the system.
  var timeZone: String? {
    didSet {
      guard timeZone != oldValue else { return }
      rest = ScreenRest(settings, timeZone: timeZone)
      update()
    }
  }
  private let wallClock: any WallClock
  private let clock: () -> Double
  private let localTime: () -> LocalTime
  private let power: ScreenPower?
  /// The view that fills the window.
  private unowned let parent: View
  private let cover = RestCover()
  private let start: Double
  /// The time of the last act; `nil` before the first one.
  private var lastAct: Double?
  private var delayTimer: (any ViewTimer)?
  private var clockTimer: (any ViewTimer)?
  private var wakeTimer: (any ViewTimer)?

  /// After the touch that wakes the screen, further ones select nothing for this time, in seconds.
  private static let shieldTime = 0.5

  /// - Parameters:
  ///   - power: Turns the screens off and on; `nil` if they are always on.
  ///   - parent: The view that fills the window.
  ///   - clock: Returns the time of input, in seconds.
  ///   - localTime: Returns the time of the clock of the saver.
  init(
    _ settings: RestSettings, timeZone: String?, _ power: ScreenPower?, in parent: View,
    _ wallClock: any WallClock,
    clock: @escaping () -> Double, localTime: @escaping () -> LocalTime
  ) {
    (self.settings, self.timeZone, self.power, self.parent) = (settings, timeZone, power, parent)
    rest = ScreenRest(settings, timeZone: timeZone)
    (self.wallClock, self.clock, self.localTime) = (wallClock, clock, localTime)
    start = clock()
  }

  /// Whether input selects nothing, because the screen rests or has just been woken.
  var takesInput: Bool { cover.superview != nil }

  /// A visitor has acted. A screen that rests wakes.
  func act() {
    lastAct = clock()
    if state != .awake { update() }
  }

  /// Shows the state of the present time, and waits for the next change.
  func update() {
    let now = wallClock.now
    let idle = clock() - (lastAct ?? start)
    show(rest.state(at: now, idle: idle, isUsed: lastAct != nil))
    // The clock may have been set.
    if state == .saver(.clock) { showClock() }
    delayTimer?.cancel()
    delayTimer = nil
    if let delay = rest.nextDelay(idle: idle) {
      // A millisecond more: rounding must not end the wait too early.
      delayTimer = parent.startTimer(after: delay + 0.001) { [weak self] in self?.update() }
    }
    if let boundary = rest.nextBoundary(after: now) {
      wallClock.setAlarm(of: self, at: boundary) { [weak self] in self?.update() }
    }
  }

  private func show(_ next: ScreenRest.State) {
    power?.set(next != .off)
    guard next != state else { return }
    let wasHidden = Self.hides(state)
    state = next
    clockTimer?.cancel()
    wakeTimer?.cancel()
    switch next {
    case .awake:
      cover.look = .clear
      wakeTimer = parent.startTimer(after: Self.shieldTime) { [weak self] in self?.cover.removeFromSuperview()
      }
    case .saver(.dim): present(.dim)
    case .saver(.blank), .off: present(.black)
    case .saver(.clock): break
    }
    if Self.hides(next) != wasHidden { onHide?(!wasHidden) }
    onChange?(next)
  }

  private static func hides(_ state: ScreenRest.State) -> Bool {
    switch state {
    case .awake, .saver(.dim): false
    case .saver(.blank), .saver(.clock), .off: true
    }
  }

  private func present(_ look: RestCover.Look) {
    cover.look = look
    parent.addSubview(cover)
    layOut()
  }

  private func showClock() {
    let second = localTime().second
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    present(.clock("\(twoDigits(second / 3600)):\(twoDigits(second / 60 % 60))"))
    clockTimer?.cancel()
    clockTimer = parent.startTimer(after: Double(60 - second % 60)) { [weak self] in self?.showClock() }
  }

  /// The screens have changed.
  func outputsDidChange() { power?.outputsDidChange() }

  func layOut() { cover.frame = parent.bounds }
}
