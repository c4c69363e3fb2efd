/// Decides whether the screen of a kiosk is on, shows the saver or is off.
///
/// Times are whole seconds since 1970-01-01 00:00 UTC, except the time of the last input, which is in seconds of another clock, so that
/// a clock that is set does not wake or darken the screen.
package struct ScreenRest: Sendable {
  /// What the screen shows.
  package enum State: Equatable, Sendable {
    case awake
    case saver(RestSettings.Saver.Kind)
    case off

    /// The name for other programs.
    package var name: String {
      switch self {
      case .awake: "awake"
      case .saver(let kind): kind.rawValue
      case .off: "off"
      }
    }
  }

  private let settings: RestSettings
  private let power: Schedule?
  private let saver: Schedule?

  /// - Parameter timeZone: The name of the time zone of the times; `nil` for that of the system.
  package init(_ settings: RestSettings, timeZone: String?) {
    self.settings = settings
    power = settings.power.map { Schedule($0.airTime, timeZone: timeZone) }
    saver = settings.saver.map { Schedule($0.airTime, timeZone: timeZone) }
  }

  /// Returns the state.
  ///
  /// - Parameters:
  ///   - now: The calendar time.
  ///   - idle: The time since the last input or, before the first one, since the start, in seconds.
  ///   - isUsed: Whether there was an input. A kiosk that starts at night stays dark.
  package func state(at now: Int, idle: Double, isUsed: Bool) -> State {
    if let power, let settings = settings.power, power.entries(at: now).isEmpty,
      !isUsed || idle >= settings.wakeTime
    {
      return .off
    }
    if let saver, let settings = settings.saver, !saver.entries(at: now).isEmpty, idle >= settings.delay {
      return .saver(settings.kind)
    }
    return .awake
  }

  /// Returns the calendar time until which the state changes by input only; `nil` if the schedule never changes it.
  package func nextBoundary(after now: Int) -> Int? {
    [power, saver].compactMap { $0?.nextBoundary(after: now) }.min()
  }

  /// Returns the seconds until the time without input may change the state; `nil` if it does not any more.
  package func nextDelay(idle: Double) -> Double? {
    [settings.power?.wakeTime, settings.saver?.delay].compactMap { $0 }.filter { $0 > idle }.min().map {
      $0 - idle
    }
  }
}

extension Schedule {
  /// Creates the schedule of one entry with the index 0.
  fileprivate init(_ airTime: AirTime, timeZone: String?) {
    var playlist = Playlist()
    playlist.timeZone = timeZone
    var entry = PlaylistEntry(.picture(path: ""))
    entry.airTime = airTime
    playlist.entries = [entry]
    self.init(playlist, clock: .system)
  }
}
