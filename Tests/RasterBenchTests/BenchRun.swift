import Foundation

/// A running `raster-bench` and what it says.
final class BenchRun {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let complaintsFile: URL
  private var rest = Data()

  /// Starts the program; its standard error goes to a file, so that it never waits for a reader.
  init(_ arguments: [String], in folder: SceneFolder) throws {
    complaintsFile = folder.url.appendingPathComponent("complaints-\(UUID().uuidString)")
    try Data().write(to: complaintsFile)
    process.executableURL = Self.program
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = input
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: complaintsFile)
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  /// Test runners live beside the products, or are run by a helper of the toolchain.
  private static var program: URL {
    let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("raster-bench")
    if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
    return Bundle.main.bundleURL.appendingPathComponent("raster-bench")
  }

  /// A directory of what the kernel tells about it.
  var kernelFolder: URL { URL(fileURLWithPath: "/proc/\(process.processIdentifier)") }

  /// For each thread, the first one first, the numbers of the processors that it may run on and that are in use.
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

  /// The first processor of many machines is always in use, and has no file that says so.
  private static func isInUse(processor: Int) -> Bool {
    let file = URL(fileURLWithPath: "/sys/devices/system/cpu/cpu\(processor)/online")
    return (try? String(contentsOf: file, encoding: .utf8))?.hasPrefix("1") ?? true
  }

  /// The next line; `nil` at the end of its output.
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

  /// Says a line, as who compares does.
  func say(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

  /// Ends its input, reads what it says yet and returns its exit status and its lines.
  func end() throws -> (status: Int32, lines: [String]) {
    try input.fileHandleForWriting.close()
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    process.waitUntilExit()
    // A signal is told as its negative number.
    let status = process.terminationStatus
    return (process.terminationReason == .exit ? status : -status, lines)
  }

  /// What it wrote to standard error.
  var complaints: String { (try? String(contentsOf: complaintsFile, encoding: .utf8)) ?? "" }
}
