import HeadlessCompositor

/// The options of the command line.
struct Options {
  var width = 1280
  var height = 720
  var scale = 1.0
  var socket: String?
  var model: Compositor.Configuration.Model?
  /// The versions of globals that differ from the model's, by interface; 0 for no global.
  var globals: [String: Int32] = [:]
  var screenshot: String?
  var commands: String?
  var control: String?
  var isVirtualTime = false
  var lint: LintLevel?
  /// Whether clients get a session bus on which they offer their elements to assistive technologies.
  var hasAccessibleSession = false
  var answerLimit = 30.0
  var rate = 60.0
  var layouts = ["us"]

  /// Reads the arguments after the program's name.
  ///
  /// - Throws: `UsageError` with the argument and the expected value.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let option = rest.popFirst() {
      switch option {
      case "--size": (width, height) = try Self.size(Self.value(of: option, &rest))
      case "--scale": scale = try Self.number(Self.value(of: option, &rest), of: option, in: Output.scales)
      case "--socket": socket = try Self.name(Self.value(of: option, &rest))
      case "--without": globals[try Self.global(Self.value(of: option, &rest), of: option)] = 0
      case "--global":
        let (name, version) = try Self.version(Self.value(of: option, &rest))
        globals[name] = version
      case "--like":
        let name = try Self.value(of: option, &rest)
        model = Compositor.Configuration.Model(rawValue: name)
        guard model != nil else {
          let known = Compositor.Configuration.Model.allCases.map(\.rawValue).joined(separator: ", ")
          throw UsageError("--like does not know \(name); it knows \(known)")
        }
      case "--screenshot": screenshot = try Self.value(of: option, &rest)
      case "--commands": commands = try Self.value(of: option, &rest)
      case "--control": control = try Self.value(of: option, &rest)
      case "--layouts": layouts = try Self.layouts(Self.value(of: option, &rest))
      case "--virtual-time": isVirtualTime = true
      case "--accessibility": hasAccessibleSession = true
      case "--lint": lint = .error
      case "--lint-warnings": lint = .warning
      case "--answer-limit":
        answerLimit = try Self.number(Self.value(of: option, &rest), of: option, in: 0.001...3600)
      case "--free-running":
        rate = try Self.number(Self.value(of: option, &rest), of: option, in: Output.refreshRates)
      default: throw UsageError("unknown argument \(option)")
      }
    }
  }

  /// The rate at which frames are presented to clients that wait for one; nil on the virtual clock.
  var frameRate: Double? { isVirtualTime ? nil : rate }

  /// The configuration of the compositor for these options.
  var configuration: Compositor.Configuration {
    var configuration = Compositor.Configuration(width: width, height: height, scale: scale)
    configuration.refreshRate = rate
    configuration.lints = lint != nil
    configuration.keyboardLayouts = layouts
    if !isVirtualTime { configuration.clock = .monotonic }
    if let model { configuration = configuration.like(model) }
    for (name, version) in globals { configuration.globals[name] = version > 0 ? version : nil }
    return configuration
  }

  static let help = """
    usage: headless-compositor [OPTION]...
           headless-compositor run [OPTION]... [--script FILE] [--report FILE] [--junit FILE] [--timeout S] -- CLIENT [ARGUMENT]...
           headless-compositor run --chaos SEED [--chaos-steps N] [OPTION]... -- CLIENT [ARGUMENT]...
           headless-compositor msg [--socket] SOCKET METHOD [NAME=VALUE]...
           headless-compositor msg --help
    Runs a headless Wayland compositor for tests and screenshots until SIGTERM or SIGINT.
    Prints WAYLAND_DISPLAY=NAME when clients can connect. It exits within a second after a signal, even if a client
    is busy; writing the screenshot may take longer, and a second signal aborts it.

      --size WxH          size of the output in pixels (1280x720)
      --scale S           scale of the output, 0.5 to 8, fractions allowed (1)
      --socket NAME       name of the socket in XDG_RUNTIME_DIR (the first free wayland-N)
      --like COMPOSITOR   offer the globals of weston-10, sway-1.7, kwin-5.27 or mutter-43
      --global NAME=N     offer version N of a global, such as wl_compositor=4; may be repeated
      --without GLOBAL    do not advertise a global, such as xdg_wm_base; may be repeated
      --screenshot FILE   write the output as PNG on SIGUSR1 and before exit
      --free-running HZ   frames per second while a client waits for one (60)
      --control SOCKET    answer requests (JSON-RPC, one in a line) on this Unix socket
      --layouts NAME,…    layouts of the keyboard, up to four, such as us,ru (us)
      --virtual-time      present frames only when a request such as “advance” asks for it
      --accessibility     start a session bus on which clients offer their elements, for “find” and other methods
      --lint              find mistakes of clients that are no protocol errors; “run” then fails
      --lint-warnings     find them, and let “run” succeed
      --answer-limit S    with --virtual-time, seconds in which a client must answer a frame (30)
      --commands FILE     perform the commands that are written to this fifo, one per line
      --help              show this text

    \(commandHelp)

    msg sends a request to the control socket of a running compositor and prints its result, a line of JSON; the method
    “methods” lists all. Its exit status is 0, or 1 if the request failed.

    run starts a compositor and a client, performs the requests of the script, one in a line, and reports each as a
    test of TAP. The client finds the control socket in the variable HEADLESS_COMPOSITOR_CONTROL. The screenshot is
    written after a failure. --chaos plays random input, changes of the desktop and faults that the protocol permits;
    the same seed repeats them, and --save-script writes the performed requests as a script. The report is a page of
    HTML with the requests, frames and messages; --junit writes the requests as test cases in the XML of JUnit. The
    exit status is that of the client; 0 if the script ended before the client; 1 if a request failed or the client
    broke the protocol; 124 if the time limit (60 s) is over.

    Exit status: 0 ended by a signal, 64 wrong arguments, 69 the socket or the compositor cannot be created,
    74 the last screenshot cannot be written.

    """

  /// The help text for the commands of the file that `--commands` names.
  static let commandHelp = """
    Commands; X and Y are fractions of the output, 0 to 1:
      move X Y, button CODE 0|1, axis 0|1 VALUE, wheel 0|1 NOTCHES, key CODE 0|1
      dragfile X Y PATH                   drags a file from elsewhere; button 272 0 drops it
      down ID X Y, drag ID X Y, up ID     a finger
      devices 0|1                         removes or adds all input devices
      age MS                              when smaller than before, waits for the difference
      output scale S, output transform N  changes the first output
      output add NAME WxH [S]             adds an output, to the right of the others
      output remove NAME                  removes an output; the first one is HEADLESS-1
      window resize W H, window maximize 0|1, window fullscreen 0|1, window hide, window show, window close
      window title                        prints `title TEXT` on standard output
      screenshot FILE                     writes the output as PNG, then prints the line on standard output
    """

  static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> String {
    guard let value = rest.popFirst(), !value.isEmpty else { throw UsageError("\(option) needs a value") }
    return value
  }

  private static func size(_ text: String) throws(UsageError) -> (Int, Int) {
    guard let (width, height) = pixels(text) else {
      throw UsageError("--size needs WxH from 1x1 to 16384x16384, such as 1280x720, not \(text)")
    }
    return (width, height)
  }

  /// Returns the numbers of a text such as "1280x720"; nil if the text does not have this form.
  static func pixels(_ text: String) -> (width: Int, height: Int)? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      Output.sides.contains(width), Output.sides.contains(height)
    else { return nil }
    return (width, height)
  }

  static func number(
    _ text: String, of option: String, in range: ClosedRange<Double>
  ) throws(UsageError) -> Double {
    guard let number = Double(text), range.contains(number) else {
      throw UsageError(
        "\(option) needs a number from \(range.lowerBound) to \(range.upperBound), not \(text)")
    }
    return number
  }

  private static func name(_ text: String) throws(UsageError) -> String {
    guard !text.contains("/") else { throw UsageError("--socket needs a name without slashes, not \(text)") }
    return text
  }

  private static func layouts(_ text: String) throws(UsageError) -> [String] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let isPlain = names.allSatisfy { name in
      !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-()".contains($0)) }
    }
    guard isPlain, names.count <= 4 else {
      throw UsageError("--layouts needs one to four layouts of xkb-data, such as us,ru, not \(text)")
    }
    return names
  }

  private static func version(_ text: String) throws(UsageError) -> (name: String, version: Int32) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    let name = try global(parts[0], of: "--global")
    let newest = Compositor.Configuration.supportedGlobals[name] ?? 1
    guard parts.count == 2, let version = Int32(parts[1]), (1...newest).contains(version) else {
      throw UsageError("--global needs \(name)=N with N from 1 to \(newest), not \(text)")
    }
    return (name, version)
  }

  private static func global(_ text: String, of option: String) throws(UsageError) -> String {
    guard Compositor.Configuration.supportedGlobals[text] != nil else {
      let known = Compositor.Configuration.supportedGlobals.keys.sorted().joined(separator: ", ")
      throw UsageError("\(option) does not know \(text); the globals are \(known)")
    }
    return text
  }
}

/// What a mistake means that the lint has found.
enum LintLevel { case warning, error }

/// An invalid command line.
struct UsageError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
