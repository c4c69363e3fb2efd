internal import Glibc

/// The command line options of a benchmark.
public protocol BenchmarkOptions {
  /// Creates the default options.
  init()

  /// Whether the program exits with an error if a steady frame allocates: `--check`.
  var checks: Bool { get set }

  /// The text for `--help`, ending in a line feed.
  static var usage: String { get }

  /// Shortens the work for `--check`, which only counts allocations.
  mutating func shortenForCheck()

  /// Sets the value of an option.
  ///
  /// - Throws: An `OptionError` when the option is unknown or the value is invalid.
  mutating func set(_ name: String, to value: String) throws(OptionError)
}

/// The reason why a command line is invalid.
public struct OptionError: Error {
  let reason: String

  /// Creates an error with a message, such as "--size 0: expected something like 1280x720".
  public init(_ reason: String) { self.reason = reason }
}

extension BenchmarkOptions {
  /// Returns the options of the command line. Exits after `--help`, and with status 2 when the command line is
  /// invalid.
  public static func fromCommandLine() -> Self {
    do {
      return try parse(CommandLine.arguments.dropFirst())
    } catch {
      let program = CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? "benchmark"
      let text = "\(program): \(error.reason)\n\(usage)"
      write(STDERR_FILENO, text, text.utf8.count)
      exit(2)
    }
  }

  /// Prints the result of `--check` and exits.
  public static func finish(isFreeOfAllocations isFree: Bool) -> Never {
    print(isFree ? "a steady frame allocates nothing" : "a steady frame allocates")
    exit(isFree ? 0 : 1)
  }

  private static func parse(_ arguments: ArraySlice<String>) throws(OptionError) -> Self {
    var options = Self()
    var rest = arguments
    while let name = rest.popFirst() {
      switch name {
      case "--help":
        print(usage, terminator: "")
        exit(0)
      case "--check":
        options.checks = true
        options.shortenForCheck()
      default:
        guard let value = rest.popFirst() else {
          throw OptionError("\(name) is unknown, or its value is missing")
        }
        try options.set(name, to: value)
      }
    }
    return options
  }
}
