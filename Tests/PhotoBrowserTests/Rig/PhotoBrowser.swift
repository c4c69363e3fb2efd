import Foundation
import Glibc

/// `carousel-photos` as a user starts it: the built program, in a process of its own.
final class PhotoBrowser {
  /// What the program logs when it has come to rest (CAROUSEL_PHOTOS_LOG).
  struct Settled: Equatable {
    var index: Int
    var offset: Double
    var type: String
    var isVertical: Bool
    var width: Int
    var height: Int
    var scale: Double

    /// Reads `settled index=3 offset=3 type=coverFlow2 vertical=false size=1024x768 scale=1`.
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
    }
  }

  /// How the program ends, as `--help` documents it.
  enum ExitCode {
    static let success: Int32 = 0
    static let usage: Int32 = 64
    static let noInput: Int32 = 66
    static let unavailable: Int32 = 69
    static let connectionLost: Int32 = 76
  }

  /// The folder of the programs that were built with these tests.
  static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path
  static let program = products + "/carousel-photos"

  let process: ChildProcess
  private let log: LineLog
  /// Keeps the fifo of the log from ending before the program has opened it.
  private let logKeeper: Int32
  private var seenLines = 0

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - tracer: A command in front of it, such as strace.
  init(
    _ arguments: [String], environment: [String: String], folder: TemporaryFolder, tracer: [String] = []
  ) throws {
    let fifo = try folder.makeFifo("log-\(UInt32.random(in: 0 ... .max))")
    let logEnd = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    logKeeper = open(fifo, O_WRONLY | O_CLOEXEC)
    guard logEnd >= 0, logKeeper >= 0 else { throw RigError("cannot open \(fifo)") }
    _ = fcntl(logEnd, F_SETFL, 0)
    log = LineLog(reading: logEnd)

    let command = tracer + [Self.program] + arguments
    var variables = environment
    variables["CAROUSEL_PHOTOS_LOG"] = fifo
    process = try ChildProcess(command[0], Array(command.dropFirst()), environment: variables)
  }

  func stop() {
    process.stop()
    close(logKeeper)
  }

  /// Waits until the program rests in a state as wanted, which it has not told of before.
  @discardableResult
  func settled(_ what: String = "settled", where isWanted: (Settled) -> Bool = { _ in true }) throws
    -> Settled
  {
    do {
      let state = try log.first(from: seenLines, what) { Settled($0).flatMap { isWanted($0) ? $0 : nil } }
      seenLines = log.lines.count
      return state
    } catch { throw RigError("\(error)", ["carousel-photos said:"] + process.errors.lines) }
  }

  /// What a run of the program to its end left.
  struct Run {
    let exit: ChildProcess.Exit
    let output: [String]
    let errors: [String]
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], program: String = program,
    asNobody: Bool = false
  ) throws -> Run {
    let process = try ChildProcess(program, arguments, environment: environment, asNobody: asNobody)
    defer { process.stop() }
    let exit = try process.waitForExit()
    return Run(exit: exit, output: process.output.lines, errors: process.errors.lines)
  }
}

/// A picture that the program took of itself on its embedded compositor, and where the items are in it.
struct Screenshot {
  let picture: Picture
  let outlines: [Outline]
  /// What the program complained of.
  let errors: [String]

  /// Has the program take a screenshot, without any session.
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
    picture = try Picture(png: image)
    outlines = try Outline.read(outlineFile)
    errors = run.errors
  }
}
