import ControlChannel
import Foundation
import Glibc
import HeadlessCompositor
import JSON
import Kiosk
import TestBitmaps
import TestSupport
import Testing
import Threads

/// The program `carousel-kiosk` as a process.
@MainActor
struct KioskProgramTests {
  nonisolated static let program =
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
    + "/carousel-kiosk"

  /// Runs the program to its end.
  private nonisolated func run(_ arguments: [String]) throws -> (
    code: ChildProcess.Exit, output: [String], errors: [String]
  ) {
    let process = try ChildProcess(Self.program, arguments)
    let exit = try process.waitForExit()
    return (exit, process.output.lines, process.errors.lines)
  }

  @Test(
    "--check prints all mistakes of a playlist, also missing files, and ends with 65; without mistakes it ends with 0"
  )
  func check() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      Data(#"{"entries": [{"folder": "a", "duraton": 3}, {"picture": "b.png"}]}"#.utf8), to: "show.json")
    let wrong = try run(["--check", path])
    #expect(wrong.code == .code(65) && wrong.errors.isEmpty)
    #expect(
      wrong.output == [
        "\(path): line 1, column 25: entries[0].folder: “a” does not exist.",
        "\(path): line 1, column 30: entries[0].duraton: “duraton” is not known in an entry. Did you mean “duration”? Allowed are: qr, folder, recursive, picture, page, duration, caption, priority, dates, weekdays, times.",
        "\(path): line 1, column 57: entries[1].picture: “b.png” does not exist.",
      ])
    try folder.write(Data("x".utf8), to: "a/b.png")
    try folder.write(Data(#"{"entries": [{"folder": "a"}]}"#.utf8), to: "show.json")
    let right = try run(["--check", path])
    #expect(right.code == .code(0) && right.output.isEmpty && right.errors.isEmpty)
    try folder.write(
      Data(#"{"entries": [{"folder": "a/b.png"}, {"picture": "a"}, {"folder": "a"}]}"#.utf8), to: "show.json")
    let kinds = try run(["--check", path])
    #expect(
      kinds.code == .code(65)
        && kinds.output == ["“\(folder("a/b.png"))” is not a folder.", "“\(folder("a"))” is not a file."])
    #expect(try run(["--check", folder("none")]).code == .code(66))
  }

  @Test(
    "--check prints the mistakes of pages, of the pages that they open, and of their files for other languages"
  )
  func checkPages() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Data(#"{"entries": [{"page": "a.json"}]}"#.utf8), to: "show.json")
    func button(_ action: String) -> String {
      "{\"root\": {\"view\": \"column\", \"children\": [{\"view\": \"button\", \"action\": \"\(action)\"}]}}"
    }
    try folder.write(Data(button("open:sub/b.json").utf8), to: "a.json")
    try folder.write(Data(button("dance").utf8), to: "a.de.json")
    try folder.write(Data(button("open:c.json").utf8), to: "sub/b.json")
    let wrong = try run(["--check", path])
    #expect(wrong.code == .code(65))
    #expect(
      wrong.output == [
        "\(folder("a.de.json")): line 1, column 71: There is no action “dance”. Allowed are “open:PATH”, “back” and “close”.",
        "\(folder("sub/b.json")): line 1, column 71: “c.json” does not exist.",
      ])
    try folder.write(Data(button("back").utf8), to: "a.de.json")
    try folder.write(Data(#"{"root": {"view": "lable"}}"#.utf8), to: "sub/c.json")
    #expect(
      try run(["--check", path]).output.first?.contains("sub/c.json: line 1, column 19: There is no view")
        == true)
    try folder.write(Data(button("open:../a.json").utf8), to: "sub/c.json")
    let right = try run(["--check", path])
    #expect(right.code == .code(0) && right.output.isEmpty, "\(right)")
  }

  @Test(
    "--preview prints the entries across a change of the clock, and writes a contact sheet", .proves("D089"))
  func preview() throws {
    let folder = try TemporaryFolder()
    let text = """
      { "timeZone": "Europe/Berlin", "entries": [
        { "picture": "a.png", "times": [{ "from": "02:30", "to": "03:30" }] },
        { "folder": "x", "times": [{ "from": "03:00", "to": "04:00" }] } ], "fallback": { "picture": "logo.png" } }
      """
    let path = try folder.write(Data(text.utf8), to: "show.json")
    for (number, name) in ["a.png", "x/1.png", "x/2.png", "logo.png"].enumerated() {
      try folder.write(Data(), to: name)
      Bitmap(width: 64, height: 36, filledWith: KioskRig.color(number)).write(png: folder(name))
    }
    let preview = try run([
      "--preview", "2027-03-28 01:59", "--hours", "3", "--sheet", folder("sheet.html"), path,
    ])
    #expect(preview.code == .code(0))
    #expect(preview.errors == ["carousel-kiosk: the contact sheet is \(folder("sheet.html"))"])
    let sheet = try String(contentsOfFile: folder("sheet.html"), encoding: .utf8)
    let captions = sheet.split(separator: "<figcaption>").dropFirst().map { $0.prefix { $0 != "<" } }
    #expect(captions == ["logo.png", "a.png", "1.png", "2.png", "1.png", "2.png", "logo.png"])
    #expect(sheet.split(separator: "<h2>").count == 5)
    #expect(sheet.contains("<h1>2027-03-28 01:59:00 to 2027-03-28 05:59:00</h1>"))
    // Each picture has the color of its entry.
    for (part, number) in zip(sheet.split(separator: "base64,").dropFirst(), [3, 0, 1, 2, 1, 2, 3]) {
      let data = try #require(Data(base64Encoded: String(part.prefix { $0 != "\"" })))
      try data.write(to: URL(filePath: folder("picture.png")))
      let picture = try Bitmap(png: folder("picture.png"))
      #expect(picture[picture.width / 2, picture.height / 2] == KioskRig.color(number))
    }
    #expect(
      preview.output == [
        "2027-03-28 01:59:00 to 2027-03-28 03:00:00: logo.png (fallback)",
        "2027-03-28 03:00:00 to 2027-03-28 03:30:00: a.png, x",
        "2027-03-28 03:30:00 to 2027-03-28 04:00:00: x",
        "2027-03-28 04:00:00 to 2027-03-28 05:59:00: logo.png (fallback)",
      ])
  }

  @Test("--preview has the language of the configuration, and ends with 74 if the sheet cannot be written")
  func previewOfConfiguration() throws {
    let folder = try TemporaryFolder()
    let label = { (text: String) in Data("{\"root\": {\"view\": \"label\", \"text\": \"\(text)\"}}".utf8) }
    try folder.write(Data(#"{"entries": [{"page": "a.json"}]}"#.utf8), to: "show.json")
    try folder.write(Data(#"{"content": "show.json", "languages": ["de"]}"#.utf8), to: "de.json")
    try folder.write(Data(#"{"content": "show.json", "languages": ["en"]}"#.utf8), to: "en.json")
    try folder.write(label("x"), to: "a.json")
    try folder.write(label("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"), to: "a.de.json")
    func preview(_ name: String, to sheet: String) throws -> ChildProcess.Exit {
      try run([
        "--preview", "2027-03-28 01:59", "--hours", "1", "--sheet", folder(sheet), "--config", folder(name),
      ]).code
    }
    for name in ["de.json", "en.json"] { #expect(try preview(name, to: "\(name).html") == .code(0)) }
    let pictures = try ["de.json", "en.json"].map { name in
      try String(contentsOfFile: folder("\(name).html"), encoding: .utf8).split(separator: "base64,").last
    }
    #expect(pictures[0] != pictures[1])
    #expect(try preview("en.json", to: "none/sheet.html") == .code(74))
  }

  @Test("An argument that is not UTF-8 is named")
  func notUTF8() throws {
    let process = try ChildProcess(
      "/bin/sh", ["-c", "exec \"$0\" \"$(printf '/srv/caf\\351')\"", Self.program])
    #expect(try process.waitForExit() == .code(64))
    #expect(
      process.errors.lines.count == 1 && process.errors.lines[0].contains("“/srv/caf\u{FFFD}” is not UTF-8"))
  }

  @Test(
    "A wrong command line ends with 64 and one line",
    arguments: [
      [], ["--none"], ["--check"], ["--preview", "soon", "a"], ["--hours", "0", "a"], ["a", "b"], ["msg"],
      ["msg", "nothing"],
    ])
  func usage(arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.code == .code(64) && result.errors.count == 1 && result.output.isEmpty, "\(result)")
  }

  @Test("All mistakes of a configuration are printed, each in a line, and end the program with 65")
  func configuration() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Data(#"{"content": "a", "idleTime": 1, "idle": 2}"#.utf8), to: "kiosk.json")
    let result = try run(["--config", path])
    #expect(result.code == .code(65) && result.errors.count == 2, "\(result)")
  }

  @Test(
    "After SIGKILL the program shows the same item again; the service manager receives ready and heartbeats; SIGTERM completes the log",
    .proves("D099"))
  func killed() async throws {
    let folder = try TemporaryFolder()
    for number in 0..<3 { KioskRig.write(number, in: folder) }
    try folder.write(
      Data(
        #"{"duration": 600, "entries": [{"picture": "0.png"}, {"picture": "1.png"}, {"picture": "2.png"}]}"#
          .utf8),
      to: "show.json")
    try folder.write(
      Data("{\"content\": \"show.json\", \"stateFolder\": \"\(folder("state"))\"}".utf8), to: "kiosk.json")
    let compositor = try Compositor(Compositor.Configuration(width: 320, height: 240))
    try compositor.listen(atPath: folder("display"))
    defer { compositor.close() }
    let manager = NotificationReceiver(folder("notify"))
    func start() throws -> ChildProcess {
      try ChildProcess(
        Self.program, ["--config", folder("kiosk.json"), "--control", folder("control")],
        environment: [
          "WAYLAND_DISPLAY": folder("display"), "XDG_RUNTIME_DIR": folder.path,
          "NOTIFY_SOCKET": folder("notify"), "WATCHDOG_USEC": "200000",
        ])
    }
    func wait(_ what: String, _ process: ChildProcess, until condition: () -> Bool) async throws {
      let end = MonotonicClock.now() + waitLimit / .seconds(1)
      while !condition() {
        compositor.run(frames: 1)
        try await Task.sleep(for: .milliseconds(2))  // the process runs in real time
        guard MonotonicClock.now() < end, condition() || process.isRunning else {
          throw RigError(what, process.errors.lines)
        }
      }
    }
    func saved() -> ShownState? {
      (try? Data(contentsOf: URL(filePath: folder("state/shown.json")))).flatMap {
        ShownState(fileContent: [UInt8]($0))
      }
    }
    let first = try start()
    try await wait("the first item", first) { saved()?.path == folder("0.png") }
    try await wait("ready", first) { manager.messages().contains("READY=1") }
    try await wait("a heartbeat", first) { manager.messages().contains("WATCHDOG=1") }
    let client = try ControlClient(path: folder("control"))
    try await wait("all items", first) { (try? client.call("state"))?["items"]?.elements?.count == 3 }
    _ = try client.call("next")
    try await wait("the next item", first) { saved()?.path == folder("1.png") }
    first.send(SIGKILL)
    try first.waitForExit()
    let second = try start()
    defer { second.stop() }
    try await wait("the same item", second) {
      let state = try? ControlClient(path: folder("control")).call("state")
      return state?["entry"]?.text == folder("1.png")
    }
    second.send(SIGTERM)
    try await wait("the end", second) { !second.isRunning }
    #expect(try second.waitForExit() == .code(0))
    let lines = try String(contentsOfFile: folder("state/play.jsonl"), encoding: .utf8).split(separator: "\n")
    let records = try lines.map { try JSONParser.parse(Array($0.utf8)) }
    #expect(records.map { $0["entry"]?.text } == [folder("0.png"), folder("1.png")])
    #expect(records.map { $0["why"]?.text } == ["schedule", "restart"])
  }

  @Test(
    "Each screen has the playlist that the configuration names for it, also one that is connected later; the proof of play names the screens",
    .proves("D077"))
  func playlists() async throws {
    let folder = try TemporaryFolder()
    for number in 0..<6 { KioskRig.write(number, in: folder) }
    for (name, numbers) in [("a", [0, 1]), ("b", [2, 3]), ("c", [4, 5])] {
      let entries = numbers.map { "{\"picture\": \"\($0).png\"}" }.joined(separator: ", ")
      try folder.write(Data("{\"duration\": 1, \"entries\": [\(entries)]}".utf8), to: "\(name).json")
    }
    let assignments = [("HEADLESS-1", "a"), ("DP-2", "b"), ("DP-3", "c")].map {
      "{\"output\": \"\($0)\", \"content\": \"\($1).json\"}"
    }
    try folder.write(
      Data(
        "{\"playlists\": [\(assignments.joined(separator: ", "))], \"stateFolder\": \"\(folder("state"))\"}"
          .utf8),
      to: "kiosk.json")
    let compositor = try Compositor(Compositor.Configuration(width: 320, height: 240))
    let second = compositor.addOutput(width: 320, height: 240, name: "DP-2")
    try compositor.listen(atPath: folder("display"))
    defer { compositor.close() }
    let process = try ChildProcess(
      Self.program, ["--config", folder("kiosk.json"), "--control", folder("control")],
      environment: ["WAYLAND_DISPLAY": folder("display"), "XDG_RUNTIME_DIR": folder.path])
    defer { process.stop() }
    func color(_ output: HeadlessCompositor.Output) -> Int? {
      let pixel = compositor.capture(output)[160, 120]
      let found = Bitmap.Pixel(UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255))
      return (0..<6).first { KioskRig.color($0) == found }
    }
    func wait(_ what: String, until condition: () -> Bool) async throws {
      let end = MonotonicClock.now() + waitLimit / .seconds(1)
      while !condition() {
        compositor.run(frames: 1)
        try await Task.sleep(for: .milliseconds(4))  // the process runs in real time
        guard MonotonicClock.now() < end, process.isRunning else {
          throw RigError(what, process.errors.lines)
        }
      }
    }
    // The screens may begin at different times, so they are looked at one by one.
    for number in [0, 1] {
      try await wait("picture \(number)") { color(compositor.output) == number }
    }
    for number in [2, 3] { try await wait("picture \(number)") { color(second) == number } }
    let third = compositor.addOutput(width: 320, height: 240, name: "DP-3")
    try await wait("the third screen") { [4, 5].contains(color(third)) }
    compositor.removeOutput(second)
    try await wait("the gap") { compositor.toplevels.count == 2 || compositor.layerSurfaces.count == 2 }
    let state = try ControlClient(path: folder("control")).call(
      "state", [JSONMember(key: "output", node: "DP-3")])
    #expect(state["outputs"]?.elements?.compactMap(\.text) == ["DP-3"])
    process.send(SIGTERM)
    for _ in 0..<500 where process.isRunning {
      compositor.run(frames: 1)
      try await Task.sleep(for: .milliseconds(4))
    }
    #expect(try process.waitForExit() == .code(0))
    let lines = try String(contentsOfFile: folder("state/play.jsonl"), encoding: .utf8).split(separator: "\n")
    let records = try lines.map { try JSONParser.parse(Array($0.utf8)) }
    for (output, numbers) in [("HEADLESS-1", [0, 1]), ("DP-2", [2, 3]), ("DP-3", [4, 5])] {
      let entries = records.filter { $0["output"]?.text == output }.compactMap { $0["entry"]?.text }
      #expect(!entries.isEmpty && Set(entries).isSubset(of: numbers.map { folder("\($0).png") }), "\(output)")
    }
    #expect(compositor.protocolErrors.isEmpty)
  }

  @Test(
    "When the compositor restarts, the show goes on in its window; a configuration with mistakes after an update is replaced by the last correct one",
    .proves("D099"))
  func restarts() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Data(), to: "p/note.txt")
    for number in 0..<2 { KioskRig.write(number, in: folder, as: "p/\(number)") }
    try folder.write(Data(#"{"content": "p"}"#.utf8), to: "kiosk.json")
    var compositor = try Compositor(Compositor.Configuration(width: 320, height: 240))
    try compositor.listen(atPath: folder("display"))
    defer { compositor.close() }
    func start() throws -> ChildProcess {
      try ChildProcess(
        Self.program, ["--config", folder("kiosk.json"), "--control", folder("control")],
        environment: [
          "WAYLAND_DISPLAY": folder("display"), "XDG_RUNTIME_DIR": folder.path,
          "XDG_STATE_HOME": folder("state"),
        ])
    }
    func showsPicture() -> Bool {
      (0..<2).contains { KioskRig.color($0) == Self.color(compositor, 100, 150) }
    }
    func wait(_ what: String, _ process: ChildProcess, until condition: () -> Bool) async throws {
      let end = MonotonicClock.now() + waitLimit / .seconds(1)
      while !condition() {
        compositor.run(frames: 1)
        try await Task.sleep(for: .milliseconds(4))  // the process runs in real time
        guard MonotonicClock.now() < end, process.isRunning else {
          throw RigError(what, process.errors.lines)
        }
      }
    }
    let first = try start()
    try await wait("the picture", first) { showsPicture() }
    compositor.close()
    compositor = try Compositor(Compositor.Configuration(width: 200, height: 300))
    try compositor.listen(atPath: folder("display"))
    try await wait("the picture of the new compositor", first) { showsPicture() }
    try await wait("the copy", first) {
      FileManager.default.fileExists(atPath: folder("state/carousel-kiosk/configuration.json"))
    }
    first.stop()
    try folder.write(Data(#"{"content": "p", "idleTime": "soon"}"#.utf8), to: "kiosk.json")
    let second = try start()
    defer { second.stop() }
    try await wait("the messages", second) { second.errors.lines.count >= 2 }
    try await wait("the picture of the former configuration", second) { showsPicture() }
    let errors = second.errors.lines
    #expect(
      errors.first?.contains("kiosk.json: line 1, column 30: idleTime: This must be a number") == true,
      "\(errors)")
    #expect(errors.contains("carousel-kiosk: the last correct configuration is used"))
  }

  private static func color(_ compositor: Compositor, _ x: Int, _ y: Int) -> Bitmap.Pixel {
    let pixel = compositor.capture()[x, y]
    return Bitmap.Pixel(UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255))
  }
}

/// The socket of a service manager.
private final class NotificationReceiver {
  private let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
  private var received: [String] = []

  init(_ path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    #expect(result == 0)
  }

  deinit { close(descriptor) }

  /// All messages that have arrived.
  func messages() -> [String] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)), count > 0 {
      received.append(String(decoding: bytes[..<count], as: UTF8.self))
    }
    return received
  }
}
