/// Decides which entries of a playlist are shown at a time.
///
/// Of the entries whose days and times contain the time, those with the highest priority are shown, in the order of the playlist.
/// Times are whole seconds since 1970-01-01 00:00 UTC.
package struct Schedule: Sendable {
  private struct Slot: Sendable {
    let airTime: AirTime
    let priority: Int
  }

  private let slots: [Slot]
  private let clock: ZoneClock
  /// The seconds of a day at which the shown entries can change, in ascending order. The last one is the end of the day.
  private let boundaries: [Int]

  /// Creates the schedule of a playlist, in its time zone, or else in that of the system.
  package init(_ playlist: Playlist, clock: ZoneClock) {
    self.clock = playlist.timeZone.flatMap { ZoneClock(named: $0) } ?? clock
    slots = playlist.entries.map { Slot(airTime: $0.airTime, priority: $0.priority) }
    var boundaries: Set<Int> = [ClockTime.day]
    for part in slots.flatMap(\.airTime.dayparts) { boundaries.formUnion([part.from, part.to]) }
    self.boundaries = boundaries.filter { $0 > 0 }.sorted()
  }

  /// Returns the indexes of the entries that are shown at a time; none if the fallback is shown.
  package func entries(at time: Int) -> [Int] {
    let local = clock.local(time)
    var (best, found) = (Int.min, [Int]())
    for (index, slot) in slots.enumerated()
    where slot.priority >= best && slot.airTime.contains(local) {
      if slot.priority > best { (best, found) = (slot.priority, []) }
      found.append(index)
    }
    return found
  }

  /// Returns a time until which the shown entries stay the same: the next start or end of an entry's part of the day, the next
  /// midnight, or the next change of the clock.
  package func nextBoundary(after time: Int) -> Int {
    let second = clock.local(time).second
    let next = boundaries.first { $0 > second } ?? ClockTime.day
    let candidate = time + next - second
    return clock.change(after: time, through: candidate) ?? candidate
  }

  /// Returns the next time at which other entries are shown; `nil` if they stay the same for `days` days.
  package func nextChange(after time: Int, within days: Int = 400) -> Int? {
    let former = entries(at: time)
    var next = time
    repeat {
      next = nextBoundary(after: next)
      if entries(at: next) != former { return next }
    } while next - time < days * ClockTime.day
    return nil
  }

  /// Returns the first time at which the clock of the schedule shows a time, or the next one if the clock skips it.
  package func time(_ local: LocalTime) -> Int { clock.time(local) }

  /// Returns what the clock of the schedule shows.
  package func local(_ time: Int) -> LocalTime { clock.local(time) }
}
