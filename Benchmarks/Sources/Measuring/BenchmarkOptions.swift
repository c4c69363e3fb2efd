internal import Glibc

/// What the command line of a benchmark can say.
public protocol BenchmarkOptions {
  /// What is measured when nothing is said.
  init()

  /// Whether a steady frame that allocates is a failure: `--check`.
  var checks: Bool { get set }

  /// The usual answer to `--help`, ending in a line feed.
  static var usage: String { get }

  /// Makes the work as short as it may be when only allocations are looked for.
  mutating func shorten()

  /// Takes the value of an option.
  ///
  /// - Throws: A `Misunderstanding` when there is no such option, or the value does not fit.
  mutating func set(_ name: String, to value: String) throws(Misunderstanding)
}

/// Why a command line is not understood, in words.
public struct Misunderstanding: Error {
  let reason: String

  /// Creates one with its reason, such as "--size 0: expected something like 1280x720".
  public init(_ reason: String) { self.reason = reason }
}

extension BenchmarkOptions {
  /// Returns what the command line says; ends the program after `--help`, and with status 2 when it is not understood.
  public static func ofCommandLine() -> Self {
    do {
      return try parse(CommandLine.arguments.dropFirst())
    } catch {
      let program = CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? "benchmark"
      let text = "\(program): \(error.reason)\n\(usage)"
      write(STDERR_FILENO, text, text.utf8.count)
      exit(2)
    }
  }

  /// Ends a program that was to `--check`.
  public static func finish(isFreeOfAllocations isFree: Bool) -> Never {
    print(isFree ? "a steady frame allocates nothing" : "a steady frame allocates")
    exit(isFree ? 0 : 1)
  }

  private static func parse(_ arguments: ArraySlice<String>) throws(Misunderstanding) -> Self {
    var options = Self()
    var rest = arguments
    while let name = rest.popFirst() {
      switch name {
      case "--help":
        print(usage, terminator: "")
        exit(0)
      case "--check":
        options.checks = true
        options.shorten()
      default:
        guard let value = rest.popFirst() else {
          throw Misunderstanding("\(name) needs a value, or is unknown")
        }
        try options.set(name, to: value)
      }
    }
    return options
  }
}
