import Configuration
import Foundation
import Kiosk
import TestSupport
import Testing

@Suite("Schedules of playlists")
struct ScheduleTests {
  private func schedule(_ entries: [PlaylistEntry], in zone: String = "Europe/Berlin") throws -> Schedule {
    var playlist = Playlist()
    (playlist.entries, playlist.timeZone) = (entries, zone)
    return Schedule(playlist, clock: ZoneClock(.gmt))
  }

  private func entry(
    _ times: [(String, String)] = [], _ weekdays: Set<Weekday> = [], dates: [(String, String)] = [],
    priority: Int = 0
  ) throws -> PlaylistEntry {
    var entry = PlaylistEntry(.picture(path: "a"))
    entry.priority = priority
    entry.airTime = AirTime(
      dates: try dates.map { try #require(LocalDate($0.0))...(try #require(LocalDate($0.1))) },
      weekdays: weekdays,
      dayparts: try times.map {
        Daypart(from: try #require(ClockTime.second($0.0)), to: try #require(ClockTime.second($0.1)))
      })
    return entry
  }

  /// Returns a time from a text such as "2027-03-28T00:30:00Z".
  private func time(_ text: String) throws -> Int {
    Int(try Date(text, strategy: .iso8601).timeIntervalSince1970)
  }

  @Test("An entry is shown from its first second to the one before its end, on each day", .proves("D089"))
  func day() throws {
    let schedule = try schedule([entry([("08:00", "11:30")]), entry([("11:30", "24:00")])], in: "Etc/UTC")
    #expect(schedule.entries(at: try time("2027-05-03T07:59:59Z")) == [])
    #expect(schedule.entries(at: try time("2027-05-03T08:00:00Z")) == [0])
    #expect(schedule.entries(at: try time("2027-05-03T11:29:59Z")) == [0])
    #expect(schedule.entries(at: try time("2027-05-03T11:30:00Z")) == [1])
    #expect(schedule.entries(at: try time("2027-05-03T23:59:59Z")) == [1])
    #expect(schedule.entries(at: try time("2027-05-04T00:00:00Z")) == [])
    #expect(
      schedule.nextChange(after: try time("2027-05-03T08:00:00Z")) == (try time("2027-05-03T11:30:00Z")))
    #expect(
      schedule.nextChange(after: try time("2027-05-03T12:00:00Z")) == (try time("2027-05-04T00:00:00Z")))
  }

  @Test("The part of a night after midnight belongs to the day on which the night began", .proves("D089"))
  func night() throws {
    // The 30th of April 2027 is a Friday.
    let schedule = try schedule(
      [entry([("22:00", "02:00")], [.friday], dates: [("2027-04-01", "2027-04-30")])], in: "Etc/UTC")
    #expect(schedule.entries(at: try time("2027-04-30T21:59:59Z")) == [])
    #expect(schedule.entries(at: try time("2027-04-30T22:00:00Z")) == [0])
    #expect(schedule.entries(at: try time("2027-05-01T01:59:59Z")) == [0])
    #expect(schedule.entries(at: try time("2027-05-01T02:00:00Z")) == [])
    #expect(schedule.entries(at: try time("2027-04-30T01:00:00Z")) == [])
    #expect(schedule.nextChange(after: try time("2027-05-01T02:00:00Z"), within: 30) == nil)
  }

  @Test("A skipped hour does not occur, and an hour that the clock shows twice counts twice", .proves("D089"))
  func daylightSaving() throws {
    let schedule = try schedule([entry([("02:30", "03:30")])])
    // On the 28th of March 2027, 02:00 in Berlin is 03:00.
    #expect(schedule.entries(at: try time("2027-03-28T00:59:59Z")) == [])
    #expect(schedule.entries(at: try time("2027-03-28T01:00:00Z")) == [0])
    #expect(
      schedule.nextChange(after: try time("2027-03-27T12:00:00Z")) == (try time("2027-03-28T01:00:00Z")))
    #expect(
      schedule.nextChange(after: try time("2027-03-28T01:00:00Z")) == (try time("2027-03-28T01:30:00Z")))
    // On the 31st of October 2027, 03:00 is 02:00 again: shown from 02:30 to 03:00, and from 02:30 to 03:30.
    let back = ["00:30", "01:00", "01:30", "02:30"].map { "2027-10-31T\($0):00Z" }
    #expect(schedule.nextChange(after: try time("2027-10-30T12:00:00Z")) == (try time(back[0])))
    #expect(schedule.nextChange(after: try time(back[0])) == (try time(back[1])))
    #expect(schedule.nextChange(after: try time(back[1])) == (try time(back[2])))
    #expect(schedule.nextChange(after: try time(back[2])) == (try time(back[3])))
  }

  @Test("Only the entries with the highest priority are shown, in the order of the playlist")
  func priority() throws {
    let schedule = try schedule(
      [
        entry(), entry([("10:00", "12:00")], priority: 5), entry(),
        entry([("11:00", "13:00")], priority: 5), entry([("09:00", "10:30")], priority: 2),
      ], in: "Etc/UTC")
    func shown(_ hour: String) throws -> [Int] { schedule.entries(at: try time("2027-05-03T\(hour):00Z")) }
    #expect(try shown("08:00") == [0, 2])
    #expect(try shown("09:00") == [4])
    #expect(try shown("10:00") == [1])
    #expect(try shown("11:00") == [1, 3])
    #expect(try shown("12:30") == [3])
    #expect(try shown("13:00") == [0, 2])
  }

  @Test("A time on the clock is found, also one that the clock skips or shows twice")
  func clock() throws {
    let clock = try #require(ZoneClock(named: "Europe/Berlin"))
    func find(_ text: String) throws -> Int { clock.time(try #require(LocalTime(text))) }
    #expect(try find("2027-03-28 01:59") == time("2027-03-28T00:59:00Z"))
    #expect(try find("2027-03-28 02:30") == time("2027-03-28T01:00:00Z"))
    #expect(try find("2027-03-28 03:00:01") == time("2027-03-28T01:00:01Z"))
    #expect(try find("2027-10-31 02:30") == time("2027-10-31T00:30:00Z"))
    #expect(clock.local(try time("2027-12-31T23:30:00Z")).description == "2028-01-01 00:30:00")
    for text in [
      "2027-02-29 10:00", "2027-3-28 10:00", "2027-03-28", "2027-03-28 24:00", "x", "2027-13-01 10:00",
    ] {
      #expect(LocalTime(text) == nil, "\(text)")
    }
  }

  @Test("All days from 1970 to 2400 are those of Foundation's calendar")
  func days() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for day in stride(from: 0, through: 157_000, by: 13) {
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(day) * 86_400))
      let date = LocalDate(day: day)
      #expect(date.parts == (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0))
      #expect(Weekday.allCases[((parts.weekday ?? 0) + 5) % 7] == date.weekday)
      #expect(LocalDate(date.description) == date)
    }
  }

  @Test("10,000 random schedules show what a slow reference shows", .proves("D089"), arguments: 0..<100)
  func random(block: Int) throws {
    for seed in block * 100..<(block + 1) * 100 {
      var random = ScheduleRandom(seed: UInt64(seed))
      let playlist = random.playlist()
      let schedule = Schedule(playlist, clock: ZoneClock(.gmt))
      let twin = ReferenceSchedule(playlist)
      for _ in 0..<2 {
        let time = random.time()
        #expect(schedule.entries(at: time) == twin.entries(at: time), "seed \(seed), time \(time)")
        let next = schedule.nextChange(after: time, within: 4) ?? time + 4 * 86_400
        // Before the change, the reference shows the same at all times; at the change, something else.
        let former = twin.entries(at: time)
        for _ in 0..<4 {
          let between = time + random.next(max(next - time, 1))
          #expect(twin.entries(at: between) == former, "seed \(seed), time \(time), between \(between)")
        }
        #expect(twin.entries(at: next - 1) == former, "seed \(seed), time \(time)")
        if next < time + 4 * 86_400 {
          #expect(twin.entries(at: next) != former, "seed \(seed), time \(time), change \(next)")
        }
      }
    }
  }
}

/// Random playlists and times, many of them near a change of the clock.
struct ScheduleRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }

  mutating func next(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }

  private static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Etc/UTC",
    "Africa/Casablanca",
  ]

  mutating func playlist() -> Playlist {
    var playlist = Playlist()
    playlist.timeZone = Self.zones[next(Self.zones.count)]
    playlist.entries = (0..<1 + next(4)).map { _ in
      var entry = PlaylistEntry(.picture(path: "a"))
      entry.priority = next(3)
      for _ in 0..<next(3) {
        let (from, length) = (next(96) * 900, (1 + next(95)) * 900)
        let to = (from + length) % 86_400
        entry.airTime.dayparts.append(Daypart(from: from, to: to == 0 ? 86_400 : to))
      }
      if next(2) == 0 { entry.airTime.weekdays = Set(Weekday.allCases.filter { _ in next(2) == 0 }) }
      if next(3) == 0 {
        let first = 20_890 + next(300)  // from 2027-03-13 on
        entry.airTime.dates = [LocalDate(day: first)...LocalDate(day: first + next(60))]
      }
      return entry
    }
    return playlist
  }

  /// The days of 2027 on which one of the clocks changes, and any others.
  mutating func time() -> Int {
    let days = [20_905, 20_906, 21_122, 20_891, 21_129, 20_911, 21_092, 20_856 + next(360)]
    return (days[next(days.count)] - 1) * 86_400 + next(3 * 86_400)
  }
}

/// The slow twin of ``Schedule``, on Foundation's calendar.
struct ReferenceSchedule {
  private let playlist: Playlist
  private var calendar = Calendar(identifier: .gregorian)

  init(_ playlist: Playlist) {
    self.playlist = playlist
    calendar.timeZone = playlist.timeZone.flatMap { TimeZone(identifier: $0) } ?? .gmt
  }

  func entries(at time: Int) -> [Int] {
    let date = Date(timeIntervalSince1970: Double(time))
    let shown = playlist.entries.indices.filter { isShown(playlist.entries[$0].airTime, date) }
    let best = shown.map { playlist.entries[$0].priority }.max()
    return shown.filter { playlist.entries[$0].priority == best }
  }

  private func isShown(_ air: AirTime, _ date: Date) -> Bool {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    let second = (parts.hour ?? 0) * 3600 + (parts.minute ?? 0) * 60 + (parts.second ?? 0)
    guard let year = parts.year, let month = parts.month, let day = parts.day else { return false }
    if air.dayparts.isEmpty { return allows(air, year, month, day) }
    return air.dayparts.contains { part in
      if part.from < part.to {
        return second >= part.from && second < part.to && allows(air, year, month, day)
      }
      if second >= part.from { return allows(air, year, month, day) }
      guard second < part.to else { return false }
      // The day before in the calendar, without a time zone.
      var plain = Calendar(identifier: .gregorian)
      plain.timeZone = .gmt
      let noon = plain.date(from: DateComponents(year: year, month: month, day: day, hour: 12)) ?? date
      let before = plain.dateComponents([.year, .month, .day], from: noon.addingTimeInterval(-86_400))
      return allows(air, before.year ?? 0, before.month ?? 0, before.day ?? 0)
    }
  }

  private func allows(_ air: AirTime, _ year: Int, _ month: Int, _ day: Int) -> Bool {
    var plain = Calendar(identifier: .gregorian)
    plain.timeZone = .gmt
    let noon = plain.date(from: DateComponents(year: year, month: month, day: day, hour: 12)) ?? Date()
    let weekday = Weekday.allCases[(plain.component(.weekday, from: noon) + 5) % 7]
    let text =
      "\(year)-" + (month < 10 ? "0" : "") + "\(month)-" + (day < 10 ? "0" : "") + "\(day)"
    let isInPeriod = air.dates.contains {
      $0.lowerBound.description <= text && text <= $0.upperBound.description
    }
    return (air.weekdays.isEmpty || air.weekdays.contains(weekday)) && (air.dates.isEmpty || isInPeriod)
  }
}
