/// The command line of `headless-compositor run`.
struct RunOptions {
  var script: String?
  /// The page of HTML to write.
  var report: String?
  /// The file of JUnit to write.
  var junit: String?
  /// In seconds.
  var timeout = 60.0
  /// The program and its arguments.
  let client: [String]
  /// The other options.
  let compositor: Options

  /// Reads the arguments after `run`.
  ///
  /// - Throws: `UsageError` with the argument and the expected value.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    let all = Array(arguments)
    guard let end = all.firstIndex(of: "--"), end + 1 < all.count else {
      throw UsageError("run needs “--” and the client, such as: run --script test.txt -- ./client")
    }
    client = Array(all[(end + 1)...])
    var others: [String] = []
    var rest = all[..<end]
    while let option = rest.popFirst() {
      switch option {
      case "--script": script = try Options.value(of: option, &rest)
      case "--junit": junit = try Options.value(of: option, &rest)
      case "--report": report = try Options.value(of: option, &rest)
      case "--timeout":
        timeout = try Options.number(Options.value(of: option, &rest), of: option, in: 0.01...86_400)
      case "--socket", "--commands", "--control": throw UsageError("run does not know \(option)")
      default: others.append(option)
      }
    }
    compositor = try Options(others)
  }
}
