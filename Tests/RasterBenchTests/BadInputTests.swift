import Foundation
import Testing

/// Errors name the file and the field; the program does not trap.
@Suite("raster-bench reports invalid input")
struct BadInputTests {
  /// Runs the program on an invalid scene, expects status 1 and one line on standard error, and returns that
  /// line.
  private func error(_ folder: SceneFolder, _ arguments: [String] = []) throws -> String {
    let run = try BenchRun(["--scene", "scene.json"] + arguments, in: folder)
    #expect(try run.end().status == 1)
    #expect(run.errorOutput.split(separator: "\n").count == 1)
    #expect(run.errorOutput.hasPrefix("raster-bench: "))
    return run.errorOutput
  }

  @Test(
    "The error for an invalid scene file names the field",
    arguments: [
      ("carousel-bench-scene/1", "carousel-bench-scene/2", "format: \"carousel-bench-scene/2\""),
      ("\"canvas\"", "\"canvass\"", "canvas: is missing"),
      ("\"width\": 12", "\"width\": \"wide\"", "canvas.width: is not of type Int"),
      ("\"width\": 12", "\"width\": 0", "canvas: 0 × 8 pixels; a side is in 1...32768"),
      ("\"width\": 12", "\"width\": -12", "canvas: -12 × 8 pixels"),
      ("\"height\": 8", "\"height\": 1000000000", "canvas: 12 × 1000000000 pixels"),
      ("\"height\": 8", "\"height\": 1e40", "canvas.height: number out of range"),
      ("[36, 32, 30, 255]", "[36, 32, 30]", "background_bgra: 3 bytes, not 4"),
      ("[36, 32, 30, 255]", "[36, 32, 300, 255]", "background_bgra: number out of range"),
      ("\"id\": 7", "\"id\": 8", "items[0].texture: 7 is not among the textures"),
      ("\"file\": \"small.bgra\"", "\"file\": null", "textures[0].file: is null"),
      (
        "\"width\": 4, \"height\": 4, \"opaque\"", "\"width\": 4, \"height\": 40000, \"opaque\"",
        "textures[0]: 4 × 40000 pixels"
      ),
      ("\"matrix\"", "\"metrics\"", "items[0].matrix: is missing"),
      ("[1, 0, 3,", "[1, 0,", "items[0].matrix: 8 numbers, not 9"),
      ("[1, 0, 3,", "[1, 0, 3, 4,", "items[0].matrix: 10 numbers, not 9"),
      ("[1, 0, 3,", "[1, 0, \"x\",", "items[0].matrix[2]: is not of type Double"),
      ("[1, 0, 3,", "[1, 0, 1e999,", "items[0].matrix: number out of range"),
      ("\"alpha\": 1.0", "\"alpha\": 1.5", "items[0].alpha: 1.5 is not in 0...1"),
      ("\"alpha\": 1.0", "\"alpha\": -1", "items[0].alpha: -1.0 is not in 0...1"),
      ("\"items\": [", "\"items\": [[", "not a scene"),
    ] as [(String, String, String)])
  func badScene(from: String, to: String, message: String) throws {
    let text = try error(SceneFolder(change: (from, to)))
    #expect(text.contains("scene.json: \(message)"))
  }

  @Test("Two textures with the same id are rejected")
  func takenNumber() throws {
    let list = #"[ { "id": 7, "file": "small.bgra", "width": 4, "height": 4, "opaque": true } ]"#
    let twice = list.dropLast(1) + "," + list.dropFirst(1)
    let text = try error(SceneFolder(change: (list, String(twice))))
    #expect(text.contains("scene.json: textures[1].id: 7 is used twice"))
  }

  @Test("The error for a texture of the wrong length names its file and both sizes", arguments: [15, 17, 0])
  func wrongLength(pixelCount: Int) throws {
    let folder = try SceneFolder()
    try folder.write([UInt32](repeating: 0, count: pixelCount), to: "small.bgra")
    let text = try error(folder)
    #expect(text.contains("small.bgra: \(pixelCount * 4) bytes instead of 64 for its pixels"))
  }

  @Test("A texture file that is missing, a folder or endless is rejected")
  func noTexture() throws {
    let missing = try error(SceneFolder(change: ("small.bgra", "other.bgra")))
    #expect(missing.contains("other.bgra: No such file or directory"))
    let folder = try error(SceneFolder(change: ("small.bgra", ".")))
    #expect(folder.contains("not a regular file"))
    let endless = try error(SceneFolder(change: ("small.bgra", "/dev/zero")))
    #expect(endless.contains("/dev/zero: not a regular file"))
  }

  @Test("A scene that is missing or empty is rejected")
  func noScene() throws {
    let folder = try SceneFolder()
    let file = folder.url.appendingPathComponent("scene.json")
    try Data().write(to: file)
    #expect(try error(folder).contains("scene.json: not a scene"))
    try FileManager.default.removeItem(at: file)
    #expect(try error(folder).contains("scene.json: No such file or directory"))
  }

  @Test(
    "An input line that is not a number of frames is rejected",
    arguments: ["many", "-1", "", "1 2", "drift", "1 drift", "drift drift 1", "99999999999999999999"])
  func badRequest(line: String) throws {
    let folder = try SceneFolder()
    let run = try BenchRun(["--scene", "scene.json", "--serve"], in: folder)
    #expect(run.line() == "ready")
    run.send(line)
    let (status, lines) = try run.end()
    #expect(status == 1)
    #expect(lines.isEmpty)
    #expect(run.errorOutput.contains("standard input: \"\(line)\" is neither \"N\" nor \"drift N\""))
  }

  @Test("A frame that cannot be written is reported")
  func badOutput() throws {
    let text = try error(SceneFolder(), ["--out", "nowhere/last.raw"])
    #expect(text.contains("nowhere/last.raw: No such file or directory"))
  }

  @Test(
    "Invalid options exit with status 2, a reason and the usage",
    arguments: [
      ([], "--scene is missing"), (["--scene"], "--scene is unknown, or its value is missing"),
      (["--variant", "quick"], "--variant quick"), (["--threads", "0"], "--threads 0"),
      (["--threads", "1000000000"], "--threads 1000000000"), (["--frames", "-1"], "--frames -1"),
      (["--frames", "many"], "--frames many"), (["--warmup", "1.5"], "--warmup 1.5"),
      (["--quick", "yes"], "--quick yes"), (["--quick"], "--quick"),
    ] as [([String], String)])
  func wrongOptions(arguments: [String], message: String) throws {
    let folder = try SceneFolder()
    let run = try BenchRun(arguments, in: folder)
    #expect(try run.end().status == 2)
    #expect(run.errorOutput.hasPrefix("raster-bench: \(message)"))
    #expect(run.errorOutput.contains("usage: raster-bench --scene"))
  }
}
