import Foundation
import Testing

/// Errors name the file and the field; nothing traps.
@Suite("raster-bench says what is wrong with its input")
struct BadInputTests {
  /// Runs it on a spoiled scene; it must end with status 1 and one line on standard error, which is returned.
  private func complaint(_ folder: SceneFolder, _ arguments: [String] = []) throws -> String {
    let run = try BenchRun(["--scene", "scene.json"] + arguments, in: folder)
    #expect(try run.end().status == 1)
    #expect(run.complaints.split(separator: "\n").count == 1)
    #expect(run.complaints.hasPrefix("raster-bench: "))
    return run.complaints
  }

  @Test(
    "A bad scene file: the field is named",
    arguments: [
      ("carousel-bench-scene/1", "carousel-bench-scene/2", "format: \"carousel-bench-scene/2\""),
      ("\"canvas\"", "\"canvass\"", "canvas: is missing"),
      ("\"width\": 12", "\"width\": \"wide\"", "canvas.width: is no Int"),
      ("\"width\": 12", "\"width\": 0", "canvas: 0 × 8 pixels; a side is in 1...32768"),
      ("\"width\": 12", "\"width\": -12", "canvas: -12 × 8 pixels"),
      ("\"height\": 8", "\"height\": 1000000000", "canvas: 12 × 1000000000 pixels"),
      ("\"height\": 8", "\"height\": 1e40", "canvas.height: has a number that does not fit"),
      ("[36, 32, 30, 255]", "[36, 32, 30]", "background_bgra: 3 bytes, not 4"),
      ("[36, 32, 30, 255]", "[36, 32, 300, 255]", "background_bgra: has a number that does not fit"),
      ("\"id\": 7", "\"id\": 8", "items[0].texture: 7 is not among the textures"),
      ("\"file\": \"small.bgra\"", "\"file\": null", "textures[0].file: is null"),
      (
        "\"width\": 4, \"height\": 4, \"opaque\"", "\"width\": 4, \"height\": 40000, \"opaque\"",
        "textures[0]: 4 × 40000 pixels"
      ),
      ("\"matrix\"", "\"metrics\"", "items[0].matrix: is missing"),
      ("[1, 0, 3,", "[1, 0,", "items[0].matrix: 8 numbers, not 9"),
      ("[1, 0, 3,", "[1, 0, 3, 4,", "items[0].matrix: 10 numbers, not 9"),
      ("[1, 0, 3,", "[1, 0, \"x\",", "items[0].matrix[2]: is no Double"),
      ("[1, 0, 3,", "[1, 0, 1e999,", "items[0].matrix: has a number that does not fit"),
      ("\"alpha\": 1.0", "\"alpha\": 1.5", "items[0].alpha: 1.5 is not in 0...1"),
      ("\"alpha\": 1.0", "\"alpha\": -1", "items[0].alpha: -1.0 is not in 0...1"),
      ("\"items\": [", "\"items\": [[", "not a scene"),
    ] as [(String, String, String)])
  func badScene(from: String, to: String, words: String) throws {
    let text = try complaint(SceneFolder(change: (from, to)))
    #expect(text.contains("scene.json: \(words)"))
  }

  @Test("Two textures with one number")
  func takenNumber() throws {
    let list = #"[ { "id": 7, "file": "small.bgra", "width": 4, "height": 4, "opaque": true } ]"#
    let twice = list.dropLast(1) + "," + list.dropFirst(1)
    let text = try complaint(SceneFolder(change: (list, String(twice))))
    #expect(text.contains("scene.json: textures[1].id: 7 is taken"))
  }

  @Test("A texture that is too short or too long: its file and both sizes are named", arguments: [15, 17, 0])
  func wrongLength(pixelCount: Int) throws {
    let folder = try SceneFolder()
    try folder.write([UInt32](repeating: 0, count: pixelCount), to: "small.bgra")
    let text = try complaint(folder)
    #expect(text.contains("small.bgra: \(pixelCount * 4) bytes; its pixels need 64"))
  }

  @Test("A texture that is missing, a folder, or endless")
  func noTexture() throws {
    let missing = try complaint(SceneFolder(change: ("small.bgra", "other.bgra")))
    #expect(missing.contains("other.bgra: No such file or directory"))
    let folder = try complaint(SceneFolder(change: ("small.bgra", ".")))
    #expect(folder.contains("no ordinary file"))
    let endless = try complaint(SceneFolder(change: ("small.bgra", "/dev/zero")))
    #expect(endless.contains("/dev/zero: no ordinary file"))
  }

  @Test("A scene that is missing or empty")
  func noScene() throws {
    let folder = try SceneFolder()
    let file = folder.url.appendingPathComponent("scene.json")
    try Data().write(to: file)
    #expect(try complaint(folder).contains("scene.json: not a scene"))
    try FileManager.default.removeItem(at: file)
    #expect(try complaint(folder).contains("scene.json: No such file or directory"))
  }

  @Test(
    "A line that is no number of frames",
    arguments: ["many", "-1", "", "1 2", "drift", "1 drift", "drift drift 1", "99999999999999999999"])
  func badRequest(line: String) throws {
    let folder = try SceneFolder()
    let run = try BenchRun(["--scene", "scene.json", "--serve"], in: folder)
    #expect(run.line() == "ready")
    run.say(line)
    let (status, lines) = try run.end()
    #expect(status == 1)
    #expect(lines.isEmpty)
    #expect(run.complaints.contains("standard input: \"\(line)\" is neither \"N\" nor \"drift N\""))
  }

  @Test("A frame that cannot be written")
  func badOutput() throws {
    let text = try complaint(SceneFolder(), ["--out", "nowhere/last.raw"])
    #expect(text.contains("nowhere/last.raw: No such file or directory"))
  }

  @Test(
    "Wrong options end with status 2, a reason and the usage",
    arguments: [
      ([], "--scene is missing"), (["--scene"], "--scene needs a value"),
      (["--variant", "quick"], "--variant quick"), (["--threads", "0"], "--threads 0"),
      (["--threads", "1000000000"], "--threads 1000000000"), (["--frames", "-1"], "--frames -1"),
      (["--frames", "many"], "--frames many"), (["--warmup", "1.5"], "--warmup 1.5"),
      (["--quick", "yes"], "--quick yes"), (["--quick"], "--quick"),
    ] as [([String], String)])
  func wrongOptions(arguments: [String], words: String) throws {
    let folder = try SceneFolder()
    let run = try BenchRun(arguments, in: folder)
    #expect(try run.end().status == 2)
    #expect(run.complaints.hasPrefix("raster-bench: \(words)"))
    #expect(run.complaints.contains("usage: raster-bench --scene"))
  }
}
