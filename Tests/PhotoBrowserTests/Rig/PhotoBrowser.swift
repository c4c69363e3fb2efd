import Foundation
import TestBitmaps
import TestSupport

/// The program `carousel-photos` in a separate process.
final class PhotoBrowser {
  /// The state of the program in a line of CAROUSEL_PHOTOS_LOG. The program writes a line each time it
  /// settles.
  struct Settled: Equatable {
    var index: Int
    var offset: Double
    var type: String
    var isVertical: Bool
    var width: Int
    var height: Int
    var scale: Double
    /// The number of photos.
    var items: Int
    /// The name of the file that is the current photo; empty without photos.
    var name: String
    /// The page that is shown: `photos` for the carousel, `single`, or the page of a window without photos.
    var page: String
    /// The pixels of the screen for a pixel of the photo on the page `single`; otherwise 0.
    var zoom: Double

    /// Parses a line such as `settled index=3 offset=3 type=coverFlow2 vertical=false size=1024x768 scale=1
    /// items=7 fullscreen=false photo=file:///tmp/4.jpg`.
    init?(_ line: String) {
      let words = line.split(separator: " ")
      guard words.first == "settled" else { return nil }
      let pairs = words.dropFirst().map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
      let values = Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
      let size = (values["size"] ?? "").split(separator: "x").compactMap { Int($0) }
      guard let index = Int(values["index"] ?? ""), let offset = Double(values["offset"] ?? ""),
        let type = values["type"], let isVertical = Bool(values["vertical"] ?? ""), size.count == 2,
        let scale = Double(values["scale"] ?? "")
      else { return nil }
      self.index = index
      self.offset = offset
      self.type = type
      self.isVertical = isVertical
      (width, height) = (size[0], size[1])
      self.scale = scale
      items = Int(values["items"] ?? "") ?? 0
      page = values["page"] ?? ""
      zoom = Double(values["zoom"] ?? "") ?? 0
      let path = values["photo"]?.removingPercentEncoding ?? ""
      name = path.split(separator: "/").last.map(String.init) ?? ""
    }
  }

  /// The exit codes that `--help` documents.
  enum ExitCode {
    static let success: Int32 = 0
    static let usage: Int32 = 64
    static let noInput: Int32 = 66
    static let unavailable: Int32 = 69
    static let cannotWrite: Int32 = 74
    static let connectionLost: Int32 = 76
  }

  /// The folder of the programs that were built with the tests.
  static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path
  static let program = products + "/carousel-photos"

  let process: ChildProcess
  private let log: FifoLog
  private var seenLines = 0

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - arguments: The command line of the program.
  ///   - environment: Variables to add to `ChildProcess.inheritedEnvironment`.
  ///   - folder: The folder for the log.
  ///   - tracer: A command to run the program with, such as strace.
  init(
    _ arguments: [String], environment: [String: String], folder: TemporaryFolder, tracer: [String] = []
  ) throws {
    log = try FifoLog(named: "log-\(UInt32.random(in: 0 ... .max))", in: folder)

    let command = tracer + [Self.program] + arguments
    var variables = environment
    variables["CAROUSEL_PHOTOS_LOG"] = log.path
    // The choices of the user of this machine, or of another test, do not matter. The photos have the whole window.
    if variables["XDG_STATE_HOME"] == nil {
      let state = folder("state-\(UInt32.random(in: 0 ... .max))")
      variables["XDG_STATE_HOME"] = state
      try FileManager.default.createDirectory(
        atPath: state + "/carousel-photos", withIntermediateDirectories: true)
      try Data("header off\nname off\n".utf8).write(
        to: URL(fileURLWithPath: state + "/carousel-photos/state"))
    }
    process = try ChildProcess(command[0], Array(command.dropFirst()), environment: variables)
  }

  /// Ends the program.
  func stop() {
    process.stop()
    log.close()
  }

  /// Waits until the program settles in a state that `isWanted` accepts. No state is returned twice.
  @discardableResult
  func settled(_ what: String = "settled", where isWanted: (Settled) -> Bool = { _ in true }) throws
    -> Settled
  {
    do {
      let state = try log.log.first(from: seenLines, what) { Settled($0).flatMap { isWanted($0) ? $0 : nil } }
      seenLines = log.log.lines.count
      return state
    } catch { throw RigError("\(error)", ["output of carousel-photos:"] + process.errors.lines) }
  }

  /// Waits until the program writes no state for a time. Returns the last state; `nil` if it goes on to write them.
  func state(restingFor seconds: Double) -> Settled? {
    let pick = { (line: String) -> Settled? in Settled(line) }
    var last: Settled?
    for _ in 0..<5 {
      guard let next = try? log.log.first(from: seenLines, within: seconds, "", where: pick) as Settled else {
        return last
      }
      (last, seenLines) = (next, log.log.lines.count)
    }
    return nil
  }

  /// Repeats `action` each second until the program settles in a state that `isWanted` accepts.
  func settled(
    _ what: String, afterEach action: () -> Void, where isWanted: (Settled) -> Bool
  ) throws {
    let deadline = Date(timeIntervalSinceNow: LineLog.timeout)
    while true {
      action()
      // The type annotation is needed: otherwise a line that `isWanted` rejects would count as found.
      let pick = { (line: String) -> Settled? in Settled(line).flatMap { isWanted($0) ? $0 : nil } }
      let state = try? log.log.first(from: seenLines, within: 1, what, where: pick) as Settled
      if state != nil || Date() > deadline { break }
    }
    try settled(what, where: isWanted)
  }

  /// The result of a complete run of the program.
  struct Run {
    let exit: ChildProcess.Exit
    let output: [String]
    let errors: [String]
  }

  /// Runs the program until it ends.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], program: String = program,
    asNobody: Bool = false
  ) throws -> Run {
    let variables = environment.merging(["XDG_STATE_HOME": "/nonexistent"]) { own, _ in own }
    let process = try ChildProcess(program, arguments, environment: variables, asNobody: asNobody)
    defer { process.stop() }
    let exit = try process.waitForExit()
    return Run(exit: exit, output: process.output.lines, errors: process.errors.lines)
  }
}

/// A screenshot that the program took on its embedded compositor, with the outlines of the visible items.
struct Screenshot {
  let bitmap: Bitmap
  let outlines: [Outline]
  /// The error messages of the program.
  let errors: [String]

  /// Runs the program with `--screenshot`, without a session.
  init(
    of paths: [String], width: Int, height: Int, options: [String] = [], scale: Double = 1,
    in folder: TemporaryFolder
  ) throws {
    let number = UInt32.random(in: 0 ... .max)
    let (image, outlineFile) = (folder("\(number).png"), folder("\(number).json"))
    let arguments =
      paths + options + ["--size", "\(width)x\(height)", "--scale", "\(scale)", "--screenshot", image]
    let run = try PhotoBrowser.run(arguments, environment: ["CAROUSEL_PHOTOS_OUTLINES": outlineFile])
    guard run.exit == .code(PhotoBrowser.ExitCode.success) else {
      throw RigError("\(run.exit) of carousel-photos \(arguments.joined(separator: " "))", run.errors)
    }
    bitmap = try Bitmap(png: image)
    outlines = try Outline.read(outlineFile)
    errors = run.errors
  }
}

extension Outline {
  /// Reads the file that the program writes for CAROUSEL_PHOTOS_OUTLINES: an array of items, each an array of at least
  /// three corners `[x, y]`.
  static func read(_ path: String) throws -> [Outline] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let items = try JSONSerialization.jsonObject(with: data) as? [[[Double]]],
      items.allSatisfy({ $0.count >= 3 && $0.allSatisfy { $0.count == 2 } })
    else { throw RigError("\(path) is not a list of outlines", [String(decoding: data, as: UTF8.self)]) }
    return items.map { Outline(corners: $0.map { ScreenPoint($0[0], $0[1]) }) }
  }
}
