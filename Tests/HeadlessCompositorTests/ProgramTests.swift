import Foundation
import Glibc
import HeadlessCompositor
import TestSupport
import Testing
import Wayland

@MainActor @Suite("The program headless-compositor")
struct ProgramTests {
  @Test("The program serves a client over its socket and writes a screenshot before exit")
  func screenshot() throws {
    let run = try ProgramRun([
      "--size", "64x48", "--socket", "here", "--screenshot", "shot.png", "--free-running", "500",
    ])
    #expect(try run.nextLine() == "WAYLAND_DISPLAY=here")
    let connection = try Connection(to: run.folder("here"))
    let registry = Registry(of: connection)
    try connection.roundtrip()
    let compositor = try registry.bind(WlCompositor.self, versions: 4...5)
    let shm = try registry.bind(WlShm.self, versions: 1...1)
    let surface = compositor.createSurface()
    let shell = try registry.bind(XdgWmBase.self, versions: 1...5).getXdgSurface(surface: surface)
    shell.onEvent = { [unowned shell] in
      if case .configure(let serial) = $0 { shell.ackConfigure(serial: serial) }
    }
    _ = shell.getToplevel()
    surface.commit()
    try connection.roundtrip()
    let buffer = try TestBuffer(shm, width: 64, height: 48, color: 0xff12_3456, format: .argb8888)
    surface.attach(buffer: buffer.object, x: 0, y: 0)
    let callbacks = FrameCallbackLog()
    callbacks.request(surface)
    surface.commit()
    for _ in 0..<1000 where callbacks.times.isEmpty { try connection.roundtrip() }
    #expect(callbacks.times.count == 1)
    #expect(try run.end() == 0)
    let header = try Data(contentsOf: URL(fileURLWithPath: run.folder("shot.png"))).prefix(24)
    #expect(Array(header.suffix(8)) == [0, 0, 0, 64, 0, 0, 0, 48])
  }

  /// Shows a window of random pixels, whose PNG is larger than the buffer of a fifo.
  private func showNoise(_ registry: Registry, _ connection: Connection) throws -> TestBuffer {
    let shm = try registry.bind(WlShm.self, versions: 1...1)
    let surface = try registry.bind(WlCompositor.self, versions: 4...5).createSurface()
    let shell = try registry.bind(XdgWmBase.self, versions: 1...5).getXdgSurface(surface: surface)
    shell.onEvent = { [unowned shell] in
      if case .configure(let serial) = $0 { shell.ackConfigure(serial: serial) }
    }
    _ = shell.getToplevel()
    surface.commit()
    try connection.roundtrip()
    let buffer = try TestBuffer(shm, width: 256, height: 256, color: 0, format: .xrgb8888)
    var noise: UInt32 = 1
    for place in 0..<(256 * 256) {
      noise ^= noise << 13
      noise ^= noise >> 17
      noise ^= noise << 5
      buffer.words[place] = noise
    }
    surface.attach(buffer: buffer.object, x: 0, y: 0)
    surface.commit()
    try connection.roundtrip()
    return buffer
  }

  @Test(
    "A signal ends the program even if a full pipe blocks the writing of a screenshot",
    .timeLimit(.minutes(10)),
    arguments: [false, true])
  func blocked(endsWithScreenshot: Bool) throws {
    let run = try ProgramRun(["--size", "256x256", "--socket", "stuck", "--screenshot", "fifo"])
    #expect(try run.nextLine() == "WAYLAND_DISPLAY=stuck")
    let fifo = run.folder("fifo")
    try #require(mkfifo(fifo, 0o600) == 0)
    let connection = try Connection(to: run.folder("stuck"))
    let registry = Registry(of: connection)
    try connection.roundtrip()
    let buffer = try showNoise(registry, connection)
    // A second signal must abort the screenshot at exit, because its duration is not limited. A screenshot on
    // SIGUSR1 is aborted by the first signal.
    run.process.send(endsWithScreenshot ? SIGTERM : SIGUSR1)
    let reader = open(fifo, O_RDONLY | O_CLOEXEC)  // open() returns when the program has opened the fifo
    try #require(reader >= 0)
    #expect(try run.end() == 74)
    close(reader)
    #expect(!FileManager.default.fileExists(atPath: run.folder("stuck")))
    #expect(!FileManager.default.fileExists(atPath: run.folder("stuck.lock")))
    let text = run.process.errors.text
    #expect(text.contains("ended without closing the connections"))
    withExtendedLifetime(buffer) {}
  }

  @Test(
    "SIGTERM ends the program even while a client with 100,000 surfaces disconnects", .timeLimit(.minutes(10))
  )
  func manySurfaces() throws {
    let run = try ProgramRun(["--size", "64x48", "--socket", "many"])
    #expect(try run.nextLine() == "WAYLAND_DISPLAY=many")
    let connection = try Connection(to: run.folder("many"))
    let registry = Registry(of: connection)
    try connection.roundtrip()
    let compositor = try registry.bind(WlCompositor.self, versions: 4...5)
    for number in 1...100_000 {
      _ = compositor.createSurface()
      if number % 5000 == 0 { try connection.roundtrip() }
    }
    connection.close()
    #expect(try run.end() == 0)
  }

  @Test(
    "Wrong arguments and a missing XDG_RUNTIME_DIR are reported in one line",
    arguments: [
      (["--size", "12"], 64, "--size needs WxH"), (["--scale", "none"], 64, "--scale needs a number"),
      (["--without", "wl_nothing"], 64, "--without does not know wl_nothing"),
      (["--fast"], 64, "unknown argument --fast"),
      (["--socket"], 64, "--socket needs a value"), ([], 69, "XDG_RUNTIME_DIR is not set"),
    ] as [([String], Int32, String)])
  func errors(arguments: [String], status: Int32, words: String) throws {
    let run = try ProgramRun(arguments, hasRuntimeFolder: false)
    #expect(try run.waitForExit() == status)
    let text = run.process.errors.text
    #expect(text.contains(words))
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test(
    "Commands add and remove outputs; the first remaining output is captured and scaled",
    .timeLimit(.minutes(10)))
  func outputCommands() throws {
    let run = try ProgramRun(["--size", "64x48", "--socket", "outputs", "--commands", "fifo"], fifo: "fifo")
    #expect(try run.nextLine() == "WAYLAND_DISPLAY=outputs")
    let connection = try Connection(to: run.folder("outputs"))
    let registry = Registry(of: connection)
    try connection.roundtrip()
    func perform(_ commands: String...) throws -> Int {
      run.send(commands + ["screenshot shot.png"])
      #expect(try run.nextLine() == "screenshot shot.png")
      try connection.roundtrip()
      return registry.globals.filter { $0.interface == "wl_output" }.count
    }
    #expect(try perform("output add DP-2 40x30 2") == 2)
    #expect(try perform("output remove HEADLESS-1") == 1)
    let added = try #require(registry.globals.last { $0.interface == "wl_output" })
    let output = try registry.bind(added, as: WlOutput.self, versions: 4...4)
    var values: [String] = []
    output.onEvent = { event in
      switch event {
      case .name(let name): values.append(name)
      case .mode(_, let width, let height, _): values.append("\(width)x\(height)")
      case .scale(let scale): values.append("scale \(scale)")
      case .geometry(let x, let y, _, _, _, _, _, _): values.append("at \(x),\(y)")
      default: break
      }
    }
    try connection.roundtrip()
    #expect(values == ["at 64,0", "40x30", "scale 2", "DP-2"])
    let header = try Data(contentsOf: URL(fileURLWithPath: run.folder("shot.png"))).prefix(24)
    #expect(Array(header.suffix(8)) == [0, 0, 0, 40, 0, 0, 0, 30])
    values = []
    #expect(try perform("output scale 1") == 1)
    #expect(values.contains("scale 1"))
    #expect(try perform("output remove DP-2") == 0)
    #expect(try perform("output add HEADLESS-1 64x48") == 1)
    #expect(
      try perform(
        "output add HEADLESS-1 64x48", "output add A 0x48", "output add B 64x48 9", "output add C",
        "output remove D", "output add E 64x48 1 1") == 1)
    #expect(try run.end() == 0)
    let text = run.process.errors.text
    #expect(text.split(separator: "\n").count == 6, "each wrong command is reported in a line:\n\(text)")
  }

  @Test("The globals are those of another compositor, with the versions of the options")
  func models() throws {
    for model in Compositor.Configuration.Model.allCases {
      let run = try ProgramRun([
        "--socket", "model", "--global", "wl_compositor=3", "--like", model.rawValue, "--without",
        "wl_output",
      ])
      #expect(try run.nextLine() == "WAYLAND_DISPLAY=model")
      let connection = try Connection(to: run.folder("model"))
      let registry = Registry(of: connection)
      try connection.roundtrip()
      let offered = Dictionary(registry.globals.map { ($0.interface, $0.version) }) { $1 }
      var wanted = model.globals.mapValues { UInt32($0) }
      wanted["wl_compositor"] = 3
      wanted["wl_output"] = nil
      #expect(offered == wanted)
      #expect(try run.end() == 0)
    }
  }

  @Test("The globals of a model exist in this package")
  func modelVersions() {
    for model in Compositor.Configuration.Model.allCases {
      for (name, version) in model.globals {
        #expect((1...(Compositor.Configuration.supportedGlobals[name] ?? 0)).contains(version), "\(name)")
      }
    }
  }

  @Test("The help names each option, and --without removes globals")
  func help() throws {
    let help = try ProgramRun(["--help"])
    #expect(try help.waitForExit() == 0)
    let text = help.process.output.text
    for option in [
      "--size", "--scale", "--socket", "--without", "--screenshot", "--free-running", "--commands",
      "Exit status",
    ] {
      #expect(text.contains(option))
    }
    for arguments in [
      ["--like", "weston"], ["--global", "wl_none=1"], ["--global", "wl_seat"], ["--global", "wl_seat=11"],
      ["--global", "wl_seat=0"], ["--global", ""],
    ] {
      #expect(try ProgramRun(arguments).waitForExit() == 64)
    }
    let run = try ProgramRun(["--without", "xdg_wm_base", "--without", "wl_seat", "--socket", "bare"])
    #expect(try run.nextLine() == "WAYLAND_DISPLAY=bare")
    let connection = try Connection(to: run.folder("bare"))
    let registry = Registry(of: connection)
    try connection.roundtrip()
    let offered = registry.globals.map(\.interface)
    #expect(offered.contains("wl_compositor"))
    #expect(!offered.contains("xdg_wm_base"))
    #expect(!offered.contains("wl_seat"))
    #expect(try run.end() == 0)
  }
}
