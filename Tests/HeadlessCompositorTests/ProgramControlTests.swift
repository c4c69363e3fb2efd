import ControlChannel
import Foundation
import Glibc
import HeadlessCompositor
import JSON
import Synchronization
import TestSupport
import Testing
import Threads
import Wayland

#if canImport(FoundationXML)
  import FoundationXML
#endif

@MainActor @Suite("The control socket of headless-compositor")
struct ProgramControlTests {
  private let run: ProgramRun
  private let client: ControlClient

  init() throws {
    run = try ProgramRun([
      "--size", "300x200", "--socket", "here", "--control", "control", "--virtual-time", "--answer-limit",
      "600",
    ])
    _ = try run.nextLine()
    client = try ControlClient(path: run.folder("control"))
  }

  @discardableResult
  private func call(_ line: String) throws -> JSONNode { try client.call(line: line) }

  /// Calls a method on another thread, while the client answers pings on this one.
  private func call(_ line: String, serving window: Window) async throws {
    _ = try await call(line) { try window.connection.roundtrip() }
  }

  /// Calls a method on another thread, while the clients are served on this one.
  private func call(_ line: String, serve: () throws -> Void) async throws -> JSONNode? {
    let path = run.folder("control")
    let result = Reply()
    SystemThread {
      let value = Result { try ControlClient(path: path).call(line: line) }
      result.value.withLock { $0 = value }
    }?.detach()
    try await waitUntil("the reply") {
      try serve()
      return result.value.withLock { $0 } != nil
    }
    return try result.value.withLock { $0 }?.get()
  }

  /// A window of one color, which answers pings, and draws in each frame if `isMoving`.
  @MainActor private final class Window {
    let connection: Connection
    let buffer: TestBuffer
    let surface: WlSurface
    let toplevel: XdgToplevel
    var frameCount = 0
    var isMoving = false
    var onFrame: ((Int) -> Void)?
    private let objects: [AnyObject]

    init(_ run: ProgramRun, title: String) throws {
      connection = try Connection(to: run.folder("here"))
      let registry = Registry(of: connection)
      try connection.roundtrip()
      let shm = try registry.bind(WlShm.self, versions: 1...1)
      let compositor = try registry.bind(WlCompositor.self, versions: 4...5)
      let base = try registry.bind(XdgWmBase.self, versions: 1...5)
      base.onEvent = { [unowned base] in if case .ping(let serial) = $0 { base.pong(serial: serial) } }
      surface = compositor.createSurface()
      let shell = base.getXdgSurface(surface: surface)
      shell.onEvent = { [unowned shell] in
        if case .configure(let serial) = $0 { shell.ackConfigure(serial: serial) }
      }
      toplevel = shell.getToplevel()
      toplevel.setTitle(title: title)
      let seat = try registry.bind(WlSeat.self, versions: 5...7)
      objects = [registry, compositor, shm, base, shell, seat, seat.getKeyboard()]
      surface.commit()
      try connection.roundtrip()
      buffer = try TestBuffer(shm, width: 40, height: 30, color: 0xff12_3456, format: .argb8888)
      surface.attach(buffer: buffer.object, x: 0, y: 0)
      requestFrame()
      surface.commit()
      try connection.roundtrip()
    }

    func requestFrame() {
      let callback = surface.frame()
      callback.onEvent = { [unowned self] _ in
        frameCount += 1
        onFrame?(frameCount)
        guard isMoving else { return }
        surface.damageBuffer(x: 0, y: 0, width: 1, height: 1)
        requestFrame()
        surface.commit()
      }
    }
  }

  @Test("The tree names windows with their state, and a window is found, captured and closed")
  func windows() throws {
    #expect(try call("tree")["windows"]?.line == "[]")
    let window = try Window(run, title: "One window")
    let found = try call("expect.window window='One window' width=40 height=30 state=activated")
    #expect(found["title"]?.text == "One window")
    #expect(found["mapped"]?.bool == true)
    #expect(try call("tree")["seats"]?.elements?.first?["keyboard_focus"]?.text == "One window")
    #expect(try call("pixel x=5 y=5 window='One window'").line == ##"{"color":"#ff123456"}"##)
    #expect(try call("expect.pixel x=39 y=29 color=#123456").line == "{}")
    #expect(try call("pixel x=40 y=5")["color"]?.text == "#ff000000")
    #expect(try call("capture path=shot.png window='One window'").line == #"{"width":40,"height":30}"#)
    let header = try Data(contentsOf: URL(fileURLWithPath: run.folder("shot.png"))).prefix(24)
    #expect(Array(header.suffix(8)) == [0, 0, 0, 40, 0, 0, 0, 30])
    var isClosed = false
    window.toplevel.onEvent = { if case .close = $0 { isClosed = true } }
    try call("window.close")
    try window.connection.roundtrip()
    #expect(isClosed)
    window.connection.close()
    try call("expect.no-window")
    #expect(try call("errors").line == "[]")
    #expect(try run.end() == 0)
    #expect(access(run.folder("control"), F_OK) != 0)
    #expect(access(run.folder("control.lock"), F_OK) != 0)
  }

  @Test("On the virtual clock, a client draws each frame before the next one is presented")
  func frames() async throws {
    let window = try Window(run, title: "w")
    let before = try #require(call("time")["nanoseconds"]?.number)
    window.isMoving = true
    try await call("advance frames=10", serving: window)
    #expect(window.frameCount == 10)
    let after = try #require(call("time")["nanoseconds"]?.number)
    #expect(Int(after - before) == 10 * 16_666_667)
    #expect(try call("requests name=wl_surface.commit")["count"]?.number == 12)
  }

  @Test("Frames are presented in the interval of the output, however often time passes")
  func interval() async throws {
    let window = try Window(run, title: "w")
    window.isMoving = true
    for _ in 0..<40 { try await call("advance milliseconds=1", serving: window) }
    #expect(window.frameCount == 2)
    try await call("touch.drag x=1 y=1 to_x=30 to_y=20 milliseconds=61", serving: window)
    #expect(window.frameCount == 6)
    try await call("advance frames=2", serving: window)
    #expect(window.frameCount == 8)
    #expect(
      try failure("advance frames=1 milliseconds=1") == "advance has either “frames” or “milliseconds”.")
  }

  @Test("An expectation presents frames on the virtual clock until it is true")
  func waitingFrames() async throws {
    let window = try Window(run, title: "w")
    window.isMoving = true
    window.onFrame = { if $0 == 5 { window.toplevel.setTitle(title: "ready") } }
    try await call("expect.window window=ready within=600", serving: window)
    window.onFrame = nil
    #expect(window.frameCount >= 5)
  }

  @Test("A request of another connection wakes a request that waits")
  func otherConnection() async throws {
    let window = try Window(run, title: "w")
    async let minimized: Void = call("expect.window state=minimized within=600", serving: window)
    try await waitUntil("the second request") {
      try call("tree")["windows"]?.elements?.first?["commits"]?.number == 2
    }
    try call("window.minimize")
    try await minimized
    try call("client.disconnect pid=\(getpid())")
    try call("expect.no-window within=0")
  }

  @Test(
    "A gesture ends when the client does not answer",
    arguments: ["touch.drag", "touch.pinch", "pointer.drag"])
  func endedGestures(name: String) throws {
    let other = try ProgramRun([
      "--socket", "here", "--control", "control", "--virtual-time", "--answer-limit", "0.05",
    ])
    _ = try other.nextLine()
    let window = try Window(other, title: "w")
    let client = try ControlClient(path: other.folder("control"))
    let end = name == "touch.pinch" ? "from=10 to=20" : "to_x=20 to_y=20"
    #expect {
      try client.call(line: "\(name) x=5 y=5 \(end)")
    } throws: {
      ($0 as? ControlError)?.code == .timeout
    }
    #expect(try client.call(line: "tree")["seats"]?.elements?.first?["touches"]?.line == "[]")
    #expect(try client.call(line: "tree")["seats"]?.elements?.first?["buttons"]?.line == "[]")
    withExtendedLifetime(window) {}
  }

  @Test("A long text is typed in parts, which the client reads, in any script")
  func longText() async throws {
    let window = try Window(run, title: "w")
    try await call("keyboard.type text=\(String(repeating: "aB", count: 1000))", serving: window)
    try await call("keyboard.type text=\(String(repeating: "é≠", count: 300))", serving: window)
    #expect(try failure("keyboard.tap keys=") == "“keys” names no key.")
    #expect(try failure("touch.up id=5") == "The finger 5 is not down.")
    try call("expect.no-errors")
  }

  @Test("A client that does not read its events is named")
  func unreadEvents() throws {
    let window = try Window(run, title: "w")
    for _ in 0..<400 { try call("keyboard.tap keys=shift+a") }
    try? window.connection.roundtrip()
    #expect(try call("errors").line.contains("client \(getpid()) did not read its events"))
    #expect(try failure("expect.no-errors").contains("did not read its events"))
    withExtendedLifetime(window) {}
  }

  @Test("A client that does not answer is named when the time is over")
  func stuck() throws {
    let window = try Window(run, title: "w")
    #expect {
      try call("settle within=0.05")
    } throws: {
      ($0 as? ControlError)?.code == .timeout && "\($0)".contains("\(getpid())")
    }
    withExtendedLifetime(window) {}
  }

  @Test(
    "Input reaches the window; objects that do not exist are named",
    arguments: [
      ("pointer.move x=5 y=5 window=none", "There is no window “none”. There is “w”."),
      ("pointer.move x=5 y=5 seat=none", "There is no seat “none”. There is “seat0”."),
      ("output.remove output=none", "There is no output “none”. There is “HEADLESS-1”."),
      ("keyboard.press key=none", "There is no key “none”."), ("expect.pixel x=1 y=1 color=red", "#RRGGBB"),
      ("pixel x=300 y=0", "300 × 200"), ("client.disconnect pid=1", "process ID “1”"),
      ("output.add name=HEADLESS-1 width=1 height=1", "a name that no other has"),
      ("global.remove interface=wl_none", "wl_none"),
      (
        "expect.window window=other within=0",
        "No window with the title or app ID “other” was mapped. There is"
      ),
      ("expect.window window=w width=41 within=0", "No window has this size and state"),
      ("expect.no-window within=0", "There is still a window"), ("capture path=/none/a.png", "cannot write"),
      ("pointer.press button=fourth", "one of left, right, middle"),
    ])
  func wrongNames(line: String, words: String) async throws {
    let window = try Window(run, title: "w")
    try call("pointer.click x=5 y=5 window=w")
    try await call("touch.tap x=6 y=6", serving: window)
    try call("keyboard.tap keys=control+a")
    #expect(try call("tree")["seats"]?.elements?.first?["pointer"]?.line == "[5,5]")
    #expect(throws: (any Error).self) { try call(line) }
    do { try call(line) } catch { #expect("\(error)".contains(words), "\(error)") }
    withExtendedLifetime(window) {}
  }

  @Test("The clipboard is set and read, and one that stalls is reported")
  func clipboard() throws {
    try call("clipboard.set text='a b'")
    #expect(try call("clipboard.get").line == #"{"text":"a b"}"#)
    #expect(try failure("clipboard.get primary=true").contains("has no text"))
    try call("clipboard.set text=late stalled=true primary=true")
    #expect(try failure("clipboard.get primary=true within=0").contains("has not sent its text"))
    #expect(try failure("text.insert text=a").contains("No text field"))
    try call("pointer.move x=290 y=100")
    try call("pointer.move-by dx=-20.5 dy=500")
    #expect(try call("tree")["seats"]?.elements?.first?["pointer"]?.line == "[269.5,199.99609375]")
    #expect(try failure("expect.no-lint").contains("Start the compositor with --lint"))
    #expect(try call("lint").line == "[]")
    #expect(try call("tree")["locked"]?.bool == false)
    try call("session.unlock")
  }

  @Test("The text of the clipboard is returned as soon as its owner has sent it")
  func clipboardOfClient() async throws {
    let owner = try Connection(to: run.folder("here"))
    let registry = Registry(of: owner)
    try owner.roundtrip()
    let manager = try registry.bind(ZwlrDataControlManagerV1.self, versions: 1...2)
    let device = manager.getDataDevice(seat: try registry.bind(WlSeat.self, versions: 1...1))
    let source = manager.createDataSource()
    source.onEvent = { event in
      guard case .send(_, let file) = event else { return }
      let descriptor = file.take()
      _ = "sent".withCString { write(descriptor, $0, 4) }
      close(descriptor)
    }
    source.offer(mimeType: "text/plain")
    device.setSelection(source: source)
    try owner.roundtrip()
    // The owner sends no request that would wake the method.
    let reply = try await call("clipboard.get within=3600") { owner.dispatch() }
    #expect(reply?.line == #"{"text":"sent"}"#)
    withExtendedLifetime(device) {}
  }

  @Test("Layer surfaces are listed and awaited, and a wait for a window names them")
  func layers() throws {
    let connection = try Connection(to: run.folder("here"))
    let registry = Registry(of: connection)
    try connection.roundtrip()
    let shm = try registry.bind(WlShm.self, versions: 1...1)
    let surface = try registry.bind(WlCompositor.self, versions: 4...5).createSurface()
    let shell = try registry.bind(ZwlrLayerShellV1.self, versions: 1...4)
    let layer = shell.getLayerSurface(surface: surface, output: nil, layer: .top, namespace: "panel")
    layer.onEvent = { [unowned layer] in
      if case .configure(let serial, _, _) = $0 { layer.ackConfigure(serial: serial) }
    }
    layer.setSize(width: 40, height: 30)
    layer.setAnchor(anchor: [.top, .left])
    surface.commit()
    try connection.roundtrip()
    #expect(try failure("expect.layer within=0") == "No layer surface with content was mapped.")
    let buffer = try TestBuffer(shm, width: 40, height: 30, color: 0xff12_3456, format: .argb8888)
    surface.attach(buffer: buffer.object, x: 0, y: 0)
    surface.commit()
    try connection.roundtrip()
    let found = try call("expect.layer namespace=panel layer=top width=40 height=30 commits=2")
    #expect(found["mapped"]?.bool == true && found["x"]?.number == 0)
    #expect(try call("tree")["layers"]?.elements?.map(\.line) == [found.line])
    #expect(
      try failure("expect.window within=0")
        == "No window with content was mapped. There is the layer surface \(found.line).")
    #expect(try failure("expect.layer layer=overlay within=0").hasPrefix("No layer surface has this"))
    #expect(try failure("expect.layer namespace=dock within=0").contains("the namespace “dock” was mapped"))
  }

  @Test("Outputs are added, changed and removed")
  func outputs() throws {
    try call("output.add name=DP-2 width=40 height=30 scale=2")
    try call("output.set output=DP-2 transform=1 scale=1 x=500")
    let added = try call("tree")["outputs"]?.elements?.last
    #expect(added?["pixels"]?.line == "[30,40]")
    #expect(added?["x"]?.number == 500)
    try call("output.remove")
    #expect(try call("tree")["outputs"]?.elements?.count == 1)
    try call("output.remove")
    #expect(throws: ControlError.self) { try call("output.remove") }
  }

  /// Returns the message of a request that fails.
  private func failure(_ line: String) throws -> String {
    do {
      try call(line)
      Issue.record("no error")
      return ""
    } catch let error as ControlError { return error.message }
  }

  @Test("A picture is compared with a file, and the difference is written beside it")
  func pictures() throws {
    let window = try Window(run, title: "w")
    try call("capture path=a.png window=w")
    try call("expect.picture path=a.png window=w within=0")
    for index in 0..<7 { window.buffer.words[index] = 0xff12_3459 }
    window.surface.damageBuffer(x: 0, y: 0, width: 40, height: 30)
    window.surface.attach(buffer: window.buffer.object, x: 0, y: 0)
    window.surface.commit()
    try window.connection.roundtrip()
    #expect(
      try failure("expect.picture path=a.png window=w within=0")
        == "7 pixels differ from a.png, by at most 3 of 255. The present picture is in a-actual.png, and a-difference.png marks the pixels."
    )
    try call("expect.picture path=a-actual.png window=w within=0")
    try call("expect.picture path=a.png window=w tolerance=3 within=0")
    try call("expect.picture path=a.png window=w pixels=7 within=0")
    #expect(
      try failure("expect.picture path=a.png window=w pixels=6 tolerance=2 within=0").hasPrefix("7 pixels"))
    let marked = try Capture(contentsOfPNG: run.folder("a-difference.png"))
    #expect(marked.pixels.count { $0 == 0xffff_0000 } == 7)
    #expect(
      try failure("expect.picture path=a.png within=0").hasPrefix(
        "The picture has 300 × 200 pixels, a.png has 40 × 30."))
    #expect(
      try failure("expect.picture path=none.png window=w").hasPrefix("cannot read none.png: No such file"))
    #expect(access(run.folder("none-actual.png"), F_OK) == 0)
    _ = try run.folder.write(Data("no picture".utf8), to: "text.png")
    #expect(try failure("expect.picture path=text.png window=w").hasPrefix("cannot read text.png"))
    #expect(try failure("expect.picture path=. window=w").hasPrefix("cannot read .: "))
    #expect(try failure("expect.picture path='' window=w").contains("at least one byte"))
    #expect(access(run.folder("-actual.png"), F_OK) != 0)
  }

  @Test("A picture with transparent pixels is the same after it was written and read")
  func transparentPictures() throws {
    let window = try Window(run, title: "w")
    for index in 0..<1200 {
      let alpha = UInt32(index % 256)
      let channel = alpha * UInt32(index / 5 % 256) / 255
      window.buffer.words[index] = alpha << 24 | channel << 16 | (alpha / 2) << 8 | alpha
    }
    window.surface.attach(buffer: window.buffer.object, x: 0, y: 0)
    window.surface.commit()
    try window.connection.roundtrip()
    try call("capture path=a.png window=w")
    try call("expect.picture path=a.png window=w tolerance=1 within=0")
  }

  /// Runs `headless-compositor run` with a shell as its client.
  private func exit(_ options: [String], client: String) throws -> (
    status: Int32, output: String, errors: String
  ) {
    let run = try ProgramRun(["run"] + options + ["--", "sh", "-c", client, ProgramRun.program])
    let status = try run.waitForExit()
    return (status, run.process.output.text, run.process.errors.text)
  }

  @Test(
    "A run without a script ends with the status of its client, which finds the display and the control socket"
  )
  func runs() throws {
    #expect(try exit([], client: "exit 7").status == 7)
    #expect(try exit([], client: "kill -9 $$").status == 137)
    let run = try exit(
      [],
      client: #"test -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" && "$0" msg "$HEADLESS_COMPOSITOR_CONTROL" time"#)
    #expect(run.status == 0)
    #expect(run.output.contains(#""clock":"real""#))
    #expect(mkfifo(self.run.folder("pipe.png"), 0o600) == 0)
    #expect(try failure("capture path=pipe.png").contains("is not a regular file"))
    #expect(try failure("capture path=.").contains("is not a regular file"))
    let late = try exit(["--timeout", "0.1"], client: "sleep 1000")
    #expect(late.status == 124)
    #expect(late.errors.contains("the time limit of 0.1 s is over"))
  }

  @Test(
    "A signal ends a run, its client and the processes that the client has started",
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func signals(number: Int32) throws {
    let ids = run.folder("ids")
    let child = "setsid sleep 1000 & echo $! > '\(ids)'; echo $$ >> '\(ids)'; exec sleep 1000"
    let run = try ProgramRun(["run", "--", "sh", "-c", child])
    try waitUntil("the client") {
      (try? String(contentsOfFile: ids, encoding: .utf8))?.split(separator: "\n").count == 2
    }
    run.process.send(number)
    #expect(try run.waitForExit() == 128 + number)
    for id in try String(contentsOfFile: ids, encoding: .utf8).split(separator: "\n") {
      #expect(kill(pid_t(id) ?? 0, 0) != 0, "no process is left")
    }
  }

  @Test("A script is reported as tests of TAP, and ends at the first failure")
  func scripts() throws {
    func script(_ text: String) throws -> String { try run.folder.write(Data(text.utf8), to: "script") }
    let good = try exit(
      ["--script", try script("# comment\n\ntime\n  wait milliseconds=1\nexpect.exit status=3\n")],
      client: "exit 3")
    #expect(
      good.output
        == "TAP version 13\n1..3\nok 1 - time\nok 2 - wait milliseconds=1\nok 3 - expect.exit status=3")
    #expect(good.status == 0, "the script has expected the end")
    #expect(try exit(["--script", try script("time\n")], client: "sleep 1000").status == 0)
    let bad = try exit(
      [
        "--script", try script("time\nexpect.window within=0\ntime\n"), "--screenshot", run.folder("bad.png"),
      ],
      client: "sleep 1000")
    #expect(bad.status == 1)
    #expect(
      bad.output.contains(
        "not ok 2 - expect.window within=0\n  ---\n  line: 2\n  message: \"No window with content"))
    #expect(!bad.output.contains("ok 3"))
    #expect(access(run.folder("bad.png"), F_OK) == 0)
    let junit = run.folder("junit.xml")
    _ = try exit(
      [
        "--script", try script("time\nexpect.pixel x=1 y=1 color=#123456 within=0\ntime\n"), "--junit", junit,
      ],
      client: "sleep 1000")
    let xml = try XMLDocument(contentsOf: URL(fileURLWithPath: junit))
    let suite = try #require(xml.rootElement())
    #expect(
      ["tests", "failures", "skipped"].map { suite.attribute(forName: $0)?.stringValue } == ["4", "1", "1"])
    let cases = suite.elements(forName: "testcase")
    #expect(
      cases.map { $0.attribute(forName: "name")?.stringValue } == [
        "time", "expect.pixel x=1 y=1 color=#123456 within=0", "mistakes of the client", "time",
      ])
    #expect(
      cases[1].elements(forName: "failure").first?.attribute(forName: "message")?.stringValue
        == "The pixel is #ff000000, not #ff123456.")
    let report = run.folder("report.html")
    let reported = try exit(
      ["--script", try script("time\nexpect.pixel x=1 y=1 color=#123456 within=0\n"), "--report", report],
      client: "echo '<&' >/dev/null; sleep 1000")
    #expect(reported.output.hasSuffix("# report: \(report)"))
    let page = try String(contentsOfFile: report, encoding: .utf8)
    #expect(
      page.contains(
        "<code>expect.pixel x=1 y=1 color=#123456 within=0</code><div class=message>The pixel is #ff000000"))
    #expect(page.contains("sh -c echo '&lt;&amp;' >/dev/null"))
    #expect(
      page.components(separatedBy: "src=\"data:image/png;base64,").count == 2,
      "equal pictures are written once")
    let ended = try exit(
      ["--script", try script("time\r\nexpect.window within=600\r\n")], client: "echo output; exit 5")
    #expect(ended.status == 1)
    #expect(ended.output.contains("message: \"The client has ended with the exit status 5.\""))
    #expect(!ended.output.contains("output\n"), "the output of the client is no line of TAP")
    #expect(ended.errors.contains("output"))
    let late = try exit(
      ["--timeout", "0.2", "--script", try script("expect.window within=600")], client: "sleep 1000")
    #expect(late.status == 124)
    #expect(late.output.contains("not ok 1 - expect.window within=600\n  ---\n  line: 1\n"))
    #expect(late.output.contains("  message: \"the time limit of 0.2 s is over\"\n"))
    let unknown = try exit(["--script", try script("time\nnone\n")], client: "exit 0")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("line 2: There is no method “none”"))
    #expect(try exit(["--script", try script("# nothing\n")], client: "exit 0").status == 64)
    let wrong = try exit(["--script", try script("time\ntap x=\"\n")], client: "exit 0")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("script, line 2: A quotation mark does not end"))
    for arguments in [
      ["run"], ["run", "--"], ["run", "--script"], ["run", "--control", "x", "--", "true"],
    ] {
      #expect(try ProgramRun(arguments).waitForExit() == 64)
    }
    #expect(try ProgramRun(["run", "--", "/none/client"]).waitForExit() == 64)
  }

  @Test("The table of the documentation has all methods with their purposes")
  func documentation() throws {
    let rows = try #require(call("methods").elements).map {
      let parameters = ($0["parameters"]?.elements ?? []).map { parameter in
        let name = parameter["name"]?.text ?? ""
        return parameter["required"]?.bool == true ? name : "[\(name)]"
      }
      return
        "| `\($0["name"]?.text ?? "")` | \(parameters.joined(separator: " ")) | \($0["summary"]?.text ?? "") |"
    }
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let text = try String(
      contentsOf: folder.appendingPathComponent("../../Documentation/TestKit.md"), encoding: .utf8)
    let marked = text.components(separatedBy: "<!-- methods: begin -->").last?
      .components(separatedBy: "<!-- methods: end -->").first
    let table = try #require(marked).split(separator: "\n").map(String.init).filter { $0.hasPrefix("| `") }
    #expect(table == rows)
  }

  @Test("The module for Python passes its tests", .timeLimit(.minutes(10)))
  func python() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let process = try ChildProcess(
      "python3", ["-B", "-m", "unittest", "-v", "test_headless_compositor"],
      environment: ["HEADLESS_COMPOSITOR": ProgramRun.program],
      folder: tests.appendingPathComponent("../../Python").path)
    #expect(try process.waitForExit() == .code(0))
    #expect(process.errors.text.contains("\nOK"), "\(process.errors.text)")
  }

  @Test("200 hostile sessions by seed leave nothing behind", .timeLimit(.minutes(10)))
  func hostileSessions() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let process = try ChildProcess(
      "python3", ["-B", "../../scripts/lib/hostile_control.py", ProgramRun.program, "--count", "200"],
      folder: tests.path)
    let exit = try process.waitForExit()
    #expect(exit == .code(0), "\(process.output.text)\(process.errors.text)")
  }

  @Test("msg prints the result, and its status states whether the request failed")
  func messages() throws {
    let socket = run.folder("control")
    let good = try ProgramRun(["msg", socket, "version"])
    #expect(try good.nextLine() == #"{"program":"headless-compositor","version":1}"#)
    #expect(try good.waitForExit() == 0)
    #expect(try ProgramRun(["msg", socket, "none"]).waitForExit() == 1)
    #expect(try ProgramRun(["msg", socket, "tree", "x"]).waitForExit() == 64)
    #expect(try ProgramRun(["msg", run.folder("none"), "tree"]).waitForExit() == 69)
    #expect(try ProgramRun(["msg", socket]).waitForExit() == 64)
  }
}

extension ControlClient {
  /// Calls the method of a line of a script.
  fileprivate func call(line: String) throws -> JSONNode {
    let words = try ControlWords(ControlWords.words(of: line))
    // Thousands of tests share the main actor, on which the client answers.
    return try call(words.method, words.parameters, within: waitLimit / .seconds(1))
  }
}

/// The reply that a thread has received.
private final class Reply: Sendable {
  let value = Mutex<Result<JSONNode, any Error>?>(nil)
}
