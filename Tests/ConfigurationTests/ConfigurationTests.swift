import Configuration
import Foundation
import JSON
import Testing

@Suite("Configurations")
struct ConfigurationTests {
  private struct Show: Equatable {
    var name = ""
    var seconds = 0.0
    var count = 0
    var isOn = false
    var way = ""
    var parts: [String] = []
  }

  private func read(_ text: String) throws -> Show {
    try ConfigurationValue.read(Array(text.utf8), as: "a show") { object in
      var show = Show()
      show.name = object.required("name")?.text(atMost: 20) ?? ""
      show.seconds = object.optional("seconds")?.number(0.5...60) ?? 0
      show.count = object.optional("count")?.integer(1...9) ?? 0
      show.isOn = object.optional("on")?.flag() ?? false
      show.way = object.optional("way")?.choice([("fade", "f"), ("none", "n")]) ?? ""
      show.parts =
        object.optional("parts")?.list(0...3)?.compactMap { value in
          value.object("a part") { $0.required("file")?.text() ?? "" }
        } ?? []
      return show
    }
  }

  private func problems(_ text: String) -> [String] {
    do {
      let show = try read(text)
      return ["read \(show)"]
    } catch { return ((error as? ConfigurationError)?.problems ?? []).map { "\($0)" } }
  }

  @Test("Comments, and a comma after the last value, are allowed; all values are read")
  func values() throws {
    let text = """
      \u{FEFF}// The show of the entrance
      {
        "name": "Ein // Gang", /* not a
        comment */ "seconds": 2.5, "count": 3, "on": true,
        "way": "none",
        "parts": [{"file": "a"}, {"file": "b",},], // the last one
      } // end
      """
    #expect(
      try read(text)
        == Show(name: "Ein // Gang", seconds: 2.5, count: 3, isOn: true, way: "n", parts: ["a", "b"]))
    #expect(try read(#"{"name":"/"}"#).name == "/")
  }

  @Test(
    "A mistake in the syntax has its line and column",
    arguments: [
      ("{\"name\": \"a\" \"on\": true}", "line 1, column 14: A comma or } is expected here."),
      ("{\n/* open", "line 2, column 1: The comment does not end. Write */ at its end."),
      ("{ / }", "line 1, column 3: A comment begins with // or with /*."),
      (
        "{,}",
        "line 1, column 2: A key in quotation marks is expected here. The last member has no comma after it."
      ),
      ("[1,,2]", "line 1, column 4: A value is expected here."),
      ("", "line 1, column 1: The text ends, but a value is missing."),
    ])
  func syntax(text: String, problem: String) { #expect(problems(text) == [problem]) }

  @Test("All problems are found at once, each with its place, its path and what is allowed")
  func allAtOnce() {
    let text = """
      {
        "nmae": "a",
        "seconds": 90,
        "count": 1.5,
        "on": "yes",
        "way": "Fede",
        "parts": [{"file": ""}, {"fil": "b"}, 3]
      }
      """
    #expect(
      problems(text) == [
        "line 1, column 1: “name” is missing.",
        "line 2, column 3: nmae: “nmae” is not known in a show. Did you mean “name”? Allowed are: name, seconds, count, on, way, parts.",
        "line 3, column 14: seconds: This must be a number from 0.5 to 60, not 90.",
        "line 4, column 12: count: This must be a whole number from 1 to 9, not 1.5.",
        "line 5, column 9: on: This must be true or false, not a text.",
        "line 6, column 10: way: This must be one of \"fade\", \"none\", not “Fede”. Did you mean “fade”?",
        "line 7, column 22: parts[0].file: The text is empty.",
        "line 7, column 27: parts[1]: “file” is missing.",
        "line 7, column 28: parts[1].fil: “fil” is not known in a part. Did you mean “file”? Allowed are: file.",
        "line 7, column 41: parts[2]: This must be a part, an object in { }, not a number.",
      ])
    #expect(
      problems(#"{"name": "123456789012345678901", "parts": [1,2,3,4]}"#) == [
        "line 1, column 10: name: The text has more than 20 bytes.",
        "line 1, column 44: parts: The list has 4 values. Allowed are 0 to 3.",
      ])
    #expect(problems("[]") == ["line 1, column 1: This must be a show, an object in { }, not a list."])
  }

  @Test("Of very many problems, the first are stated and the others counted")
  func many() {
    let members = (0..<5000).map { "\"x\($0)\": 0" }.joined(separator: ",\n")
    #expect {
      try read("{\"name\": \"a\", \(members)}")
    } throws: {
      let error = $0 as? ConfigurationError
      return error?.problems.count == 100 && error?.omittedCount == 4900
        && error?.summary.hasSuffix(" (and 4999 more)") == true
    }
  }

  @Test("A file of 100 MB is rejected without being read, and so are a folder, a pipe and a missing file")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "configuration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func failure(_ name: String) -> String {
      do {
        _ = try ConfigurationFile.read(folder.path + "/" + name)
        return ""
      } catch { return error.description.replacing(folder.path + "/", with: "") }
    }
    let file = folder.path + "/large"
    #expect(FileManager.default.createFile(atPath: file, contents: Data()))
    #expect(truncate(file, 100_000_000) == 0)
    #expect(failure("large") == "“large” cannot be read: it has more than 4194304 bytes")
    #expect(truncate(file, 4_194_304) == 0)
    #expect(try ConfigurationFile.read(file).count == 4_194_304)
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    #expect(failure("pipe") == "“pipe” cannot be read: it is not a regular file")
    #expect(failure("") == "“” cannot be read: it is not a regular file")
    #expect(failure("none") == "“none” cannot be read: No such file or directory")
  }

  @Test("Deep and damaged texts end with a problem", arguments: 0..<400)
  func damaged(seed: Int) {
    var state = UInt64(seed) &* 2_862_933_555_777_941_757 &+ 3_037_000_493
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var bytes = Array(#"{"name": "a", /* x */ "parts": [{"file": "b"},], "seconds": 3, } // é"#.utf8)
    for _ in 0...next(4) {
      let place = next(bytes.count)
      switch next(3) {
      case 0: bytes[place] = UInt8(next(256))
      case 1: bytes.remove(at: place)
      default: bytes.insert(contentsOf: Array("[{\"/*,".utf8).prefix(1 + next(6)), at: place)
      }
    }
    do {
      _ = try ConfigurationValue.read(bytes, as: "a show") { object -> Int? in
        _ = object.required("name")?.text()
        _ = object.optional("parts")?.list(0...9)?.map { $0.object("a part") { $0.required("file") } }
        return 1
      }
    } catch { #expect(!error.problems.isEmpty) }
  }
}
