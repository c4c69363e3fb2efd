import Foundation
import TestSupport

/// A running `raster-bench` and its output.
final class BenchRun {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errorFile: URL
  private var rest = Data()

  /// Starts the program. Its standard error goes to a file, so that it never blocks on a pipe.
  init(_ arguments: [String], in folder: SceneFolder) throws {
    errorFile = folder.url.appendingPathComponent("errorOutput-\(UUID().uuidString)")
    try Data().write(to: errorFile)
    process.executableURL = Self.program
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = input
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
    process.waitForExit()
  }

  /// The path of `raster-bench`. It is in the folder of the test runner, or of the test bundle if a tool of
  /// the toolchain runs the tests.
  private static var program: URL {
    let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("raster-bench")
    if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
    return Bundle.main.bundleURL.appendingPathComponent("raster-bench")
  }

  /// The directory with the kernel's data about the process: Linux `/proc/PID`.
  var kernelFolder: URL { URL(fileURLWithPath: "/proc/\(process.processIdentifier)") }

  /// For each thread, the main thread first, the processors that are online and in its affinity mask.
  ///
  /// Linux: `Cpus_allowed`, a hexadecimal mask with a comma every 32 bits.
  func processorsOfThreads() throws -> [Set<Int>] {
    let folder = kernelFolder.appendingPathComponent("task")
    let threads = try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { Int32($0) }
    let first = process.processIdentifier
    return try ([first] + threads.filter { $0 != first }).map { thread in
      let file = folder.appendingPathComponent("\(thread)/status")
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      let mask = lines.first { $0.hasPrefix("Cpus_allowed:") }?.split(separator: "\t").last ?? ""
      let digits = mask.filter { $0 != "," }.reversed().map { $0.hexDigitValue ?? 0 }
      let allowed = digits.indices.flatMap { place in
        (0..<4).filter { digits[place] >> $0 & 1 == 1 }.map { place * 4 + $0 }
      }
      return Set(allowed.filter { $0 == 0 || Self.isInUse(processor: $0) })
    }
  }

  /// Returns whether a processor is online. On many machines the first processor is always online and has no
  /// such file.
  private static func isInUse(processor: Int) -> Bool {
    let file = URL(fileURLWithPath: "/sys/devices/system/cpu/cpu\(processor)/online")
    return (try? String(contentsOf: file, encoding: .utf8))?.hasPrefix("1") ?? true
  }

  /// Returns the next line; `nil` at the end of the output.
  func line() -> String? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = Data(rest[(end + 1)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      rest += more
    }
  }

  /// Sends a line to standard input, as `compare-peers` does.
  func send(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

  /// Closes standard input and reads the remaining output. Returns the exit status, or the negative number of a signal, and the lines.
  func end() throws -> (status: Int32, lines: [String]) {
    try input.fileHandleForWriting.close()
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return (process.waitForExit(), lines)
  }

  /// The contents of standard error.
  var errorOutput: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }
}
