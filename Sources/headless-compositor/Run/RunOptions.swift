/// The command line of `headless-compositor run`.
struct RunOptions {
  var script: String?
  /// The page of HTML to write.
  var report: String?
  /// The file of JUnit to write.
  var junit: String?
  /// The seed of a random script; `nil` for none.
  var chaos: UInt64?
  /// The number of actions of the random script.
  var chaosSteps = 200
  /// The file for the requests that were performed.
  var savedScript: String?
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
      case "--chaos":
        let text = try Options.value(of: option, &rest)
        guard let seed = UInt64(text) else {
          throw UsageError("--chaos needs a seed, such as 7, not \(text)")
        }
        chaos = seed
      case "--chaos-steps":
        chaosSteps = Int(try Options.number(Options.value(of: option, &rest), of: option, in: 1...100_000))
      case "--save-script": savedScript = try Options.value(of: option, &rest)
      case "--report": report = try Options.value(of: option, &rest)
      case "--timeout":
        timeout = try Options.number(Options.value(of: option, &rest), of: option, in: 0.01...86_400)
      case "--socket", "--commands", "--control": throw UsageError("run does not know \(option)")
      default: others.append(option)
      }
    }
    compositor = try Options(others)
    guard chaos == nil || script == nil else { throw UsageError("run plays either --script or --chaos") }
  }

  /// Reads the script, or makes the random one.
  ///
  /// - Throws: `UsageError` if the file cannot be read or a line is wrong.
  func lines() throws(UsageError) -> [ScriptLine] {
    if let chaos {
      var random = Chaos(seed: chaos, compositor)
      return try ScriptLine.parse(random.script(steps: chaosSteps), of: "--chaos \(chaos)")
    }
    return try script.map { path throws(UsageError) in try ScriptLine.read(path) } ?? []
  }

  /// The words that repeat a random script.
  var repetition: String? { chaos.map { "--chaos \($0) --chaos-steps \(chaosSteps)" } }
}
