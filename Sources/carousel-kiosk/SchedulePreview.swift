import Kiosk

/// The task `--preview`.
enum SchedulePreview {
  /// Prints the parts of a time, with the entries that are shown in each of them.
  static func run(_ path: String, from start: LocalTime, hours: Int) {
    let playlist = PlaylistCheck.playlist(path) { _ in true }
    let schedule = Schedule(playlist, clock: .system)
    var time = schedule.time(start)
    let end = time + hours * 3600
    while time < end {
      let next = min(schedule.nextChange(after: time, within: hours / 24 + 1) ?? end, end)
      let paths = schedule.entries(at: time).map { playlist.entries[$0].content.path }
      let shown =
        paths.isEmpty
        ? playlist.fallback.map { "\($0.path) (fallback)" } ?? "(nothing)" : paths.joined(separator: ", ")
      print("\(schedule.local(time)) to \(schedule.local(next)): \(shown)")
      time = next
    }
  }
}
