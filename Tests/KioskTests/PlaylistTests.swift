import Configuration
import Foundation
import JSON
import Kiosk
import Testing

@Suite("Playlists")
struct PlaylistTests {
  private func problems(_ text: String, exists: ((String) -> Bool)? = nil) -> [String] {
    do {
      _ = try Playlist(Array(text.utf8), transitions: ["fade", "ken-burns"], exists: exists)
      return []
    } catch { return error.problems.map { "\($0)" } }
  }

  @Test("All members of a playlist are read")
  func members() throws {
    let text = """
      // The entrance hall
      {
        "timeZone": "Europe/Berlin", "duration": 8, "transition": "ken-burns", "order": "random",
        "pairs": false, "mat": { "width": 0.1, "frame": "#3b2A1e" },
        "entries": [
          { "folder": "summer", "recursive": true },
          {
            "picture": "bread.jpg", "caption": "Fresh bread", "duration": 20.5, "priority": 3,
            "dates": [{ "from": "2027-03-01", "to": "2027-04-30" }, { "from": "2027-12-01" }],
            "weekdays": ["mon", "fri"],
            "times": [{ "from": "07:00", "to": "11:30" }, { "from": "22:00", "to": "02:00:30" }],
          },
          { "page": "welcome.json", "caption": { "de": "Willkommen", "ar": "مرحبا" }, "qr": "https://example.org" },
          { "qr": "WIFI:S:guests;;" },
        ],
        "fallback": { "picture": "logo.png" }
      }
      """
    let playlist = try Playlist(Array(text.utf8), transitions: ["fade", "ken-burns"])
    var expected = Playlist()
    (expected.timeZone, expected.duration, expected.transition) = ("Europe/Berlin", 8, "ken-burns")
    (expected.isShuffled, expected.pairsPortraits) = (true, false)
    var mat = PictureMat()
    (mat.width, mat.frame) = (0.1, 0x3B2A1E)
    expected.mat = mat
    var offer = PlaylistEntry(.picture(path: "bread.jpg"))
    (offer.caption, offer.duration, offer.priority) = (LocalizedText("Fresh bread"), 20.5, 3)
    let first = try #require(LocalDate("2027-03-01"))...(try #require(LocalDate("2027-04-30")))
    let second = try #require(LocalDate("2027-12-01"))...(try #require(LocalDate("9999-12-31")))
    offer.airTime = AirTime(
      dates: [first, second], weekdays: [.monday, .friday],
      dayparts: [Daypart(from: 25_200, to: 41_400), Daypart(from: 79_200, to: 7230)])
    var welcome = PlaylistEntry(.page(path: "welcome.json"))
    welcome.caption = LocalizedText([.german: "Willkommen", .arabic: "مرحبا"])
    welcome.code = "https://example.org"
    expected.entries = [
      PlaylistEntry(.folder(path: "summer", isRecursive: true)), offer, welcome,
      PlaylistEntry(.code(text: "WIFI:S:guests;;")),
    ]
    expected.fallback = .picture(path: "logo.png")
    #expect(playlist == expected)
  }

  @Test("All mistakes are stated at once, with what is allowed")
  func mistakes() {
    let text = """
      {
        "timeZone": "Berlin", "duration": 0, "transition": "fad", "orders": "list",
        "entries": [
          { "foldr": "a" },
          { "picture": "a", "page": "b" },
          { "picture": "a", "recursive": true, "weekdays": ["Monday"], "priority": 101 },
          { "picture": "a", "times": [{ "from": "24:00", "to": "7:00" }, { "from": "07:00", "to": "07:00" }] },
          { "picture": "a", "dates": [{ "from": "2027-02-29" }, {}, { "from": "2027-03-02", "to": "2027-03-01" }] },
          { "picture": "gone" },
          { "qr": "", "caption": { "en": 1, "it": "ciao" } },
          { "qr": "a", "caption": {} }
        ],
        "mat": { "color": "white", "width": 1 }
      }
      """
    let start = "This must be a time such as"
    #expect(
      problems(text) { $0 != "gone" } == [
        "line 2, column 15: timeZone: This must be a time zone such as \"Europe/Berlin\", not “Berlin”.",
        "line 2, column 37: duration: This must be a number from 1 to 86400, not 0.",
        "line 2, column 54: transition: This must be one of \"fade\", \"ken-burns\", not “fad”. Did you mean “fade”?",
        "line 2, column 61: orders: “orders” is not known in a playlist. Did you mean “order”? Allowed are: $schema, timeZone, duration, transition, order, pairs, mat, entries, fallback.",
        "line 4, column 5: entries[0]: One of “folder”, “picture”, “page” and “qr” must be given, not none.",
        "line 4, column 7: entries[0].foldr: “foldr” is not known in an entry. Did you mean “folder”? Allowed are: qr, folder, recursive, picture, page, duration, caption, priority, dates, weekdays, times.",
        "line 5, column 5: entries[1]: One of “folder”, “picture” and “page” must be given, not several.",
        "line 6, column 5: entries[2]: “recursive” belongs to a “folder”.",
        "line 6, column 55: entries[2].weekdays[0]: This must be one of \"mon\", \"tue\", \"wed\", \"thu\", \"fri\", \"sat\", \"sun\", not “Monday”.",
        "line 6, column 78: entries[2].priority: This must be a whole number from 0 to 100, not 101.",
        "line 7, column 43: entries[3].times[0].from: \(start) \"08:30\", not “24:00”.",
        "line 7, column 58: entries[3].times[0].to: \(start) \"18:00\", or \"24:00\", not “7:00”.",
        "line 7, column 68: entries[3].times[1]: The times are the same. Leave “times” out for the whole day.",
        "line 8, column 43: entries[4].dates[0].from: This must be a date such as \"2027-03-28\", not “2027-02-29”.",
        "line 8, column 59: entries[4].dates[1]: “from”, “to” or both must be given.",
        "line 8, column 63: entries[4].dates[2]: The first day, 2027-03-02, is after the last day, 2027-03-01.",
        "line 9, column 18: entries[5].picture: “gone” does not exist.",
        "line 10, column 13: entries[6].qr: The text is empty.",
        "line 10, column 36: entries[6].caption.en: This must be a text in quotation marks, not a number.",
        "line 10, column 39: entries[6].caption.it: “it” is not known in a caption. Allowed are: en, de, fr, es, ar.",
        "line 11, column 29: entries[7].caption: The text must be given in at least one language.",
        "line 13, column 21: mat.color: This must be a color such as \"#F4F1EA\", not “white”.",
        "line 13, column 39: mat.width: This must be a number from 0 to 0.3, not 1.",
      ])
    #expect(
      problems(#"{"entries": []}"#) == [
        "line 1, column 13: entries: The list has 0 values. Allowed are 1 to 10000."
      ])
    #expect(problems("{}") == ["line 1, column 1: “entries” is missing."])
  }

  @Test(
    "A caption without a text in a language has the first one, and the system names the language of the program"
  )
  func languages() throws {
    let caption = try #require(LocalizedText([.french: "Pain", .german: "Brot"]))
    #expect(KioskLanguage.allCases.map { caption.text(in: $0) } == ["Brot", "Brot", "Pain", "Brot", "Brot"])
    #expect(LocalizedText([:]) == nil && LocalizedText("Bread").text(in: .arabic) == "Bread")
    func language(_ environment: [String: String]) -> KioskLanguage { .ofSystem { environment[$0] } }
    #expect(language(["LANG": "de_DE.UTF-8"]) == .german)
    #expect(language(["LANG": "de_DE.UTF-8", "LC_ALL": "ar_EG"]) == .arabic)
    #expect(language(["LANG": "de_DE.UTF-8", "LC_ALL": ""]) == .german)
    for other in [[:], ["LANG": "C"], ["LANG": "nl_NL"]] { #expect(language(other) == .english) }
    for language in KioskLanguage.allCases {
      let texts = VisitorTexts(in: language)
      #expect(![language.name, texts.language, texts.pages, texts.close, texts.damaged].contains(""))
    }
  }

  // MARK: The published schema

  private static func schema() throws -> JSONNode {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/Kiosk/Schema/kiosk-playlist.schema.json")
    return try JSONParser.parse([UInt8](try Data(contentsOf: file)))
  }

  private func names(_ node: JSONNode?) -> Set<String> {
    guard case .object(let members)? = node?["properties"]?.value else { return [] }
    return Set(members.map(\.key))
  }

  /// The names that the reader allows at the place of an unknown member.
  private func allowed(_ text: String) -> Set<String> {
    do {
      _ = try Playlist(Array(text.utf8), transitions: ["fade"])
      return []
    } catch { return Set(error.problems.first { $0.path.hasSuffix("zzzz") }?.allowed ?? []) }
  }

  @Test("The published schema has the same members, limits and names as the reader")
  func schema() throws {
    let schema = try Self.schema()
    let entry = #"{"entries": [{"picture": "a""#
    #expect(names(schema) == allowed(#"{"zzzz": 0}"#))
    #expect(names(schema["$defs"]?["entry"]) == allowed(entry + #", "zzzz": 0}]}"#))
    #expect(names(schema["$defs"]?["content"]) == allowed(#"{"fallback": {"zzzz": 0}}"#))
    #expect(names(schema["$defs"]?["period"]) == allowed(entry + #", "dates": [{"zzzz": 0}]}]}"#))
    #expect(names(schema["$defs"]?["daypart"]) == allowed(entry + #", "times": [{"zzzz": 0}]}]}"#))
    #expect(names(schema["$defs"]?["mat"]) == allowed(#"{"mat": {"zzzz": 0}}"#))
    let languages = names(schema["$defs"]?["text"]?["anyOf"]?.elements?.last)
    #expect(languages == allowed(entry + #", "caption": {"zzzz": ""}}]}"#))
    #expect(languages == Set(KioskLanguage.allCases.map(\.rawValue)))
    let properties = schema["$defs"]?["entry"]?["properties"]
    let weekdays = properties?["weekdays"]?["items"]?["enum"]?.elements?.compactMap(\.text)
    #expect(weekdays == Weekday.allCases.map(\.rawValue))
    let duration = schema["$defs"]?["duration"]
    #expect(duration?["minimum"]?.number == Playlist.durations.lowerBound)
    #expect(duration?["maximum"]?.number == Playlist.durations.upperBound)
    for (text, isAllowed) in [("0", true), ("100", true), ("-1", false), ("101", false)] {
      #expect(problems(entry + ", \"priority\": \(text)}]}").isEmpty == isAllowed)
    }
    #expect(properties?["priority"]?["maximum"]?.number == 100)
  }
}
