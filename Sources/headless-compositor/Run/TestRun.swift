import CommandLineText
import ControlChannel
import Dispatch
import Foundation
import Glibc
import HeadlessCompositor
import JSON

/// Runs a client on a compositor of its own, plays a script, and reports each line of it as a test of TAP.
final class TestRun {
  private enum Phase {
    /// Without a script, or before the first line.
    case running
    case performing(ScriptLine)
    case ending
  }

  private let options: RunOptions
  private let folder: RuntimeFolder
  private let compositor: Compositor
  private let control: CompositorControl
  private var server: ControlServer?
  private let session: AccessibleSession?
  private var client: ClientProcess?
  private var signals: [any DispatchSourceSignal] = []
  private var task: Task<Void, Never>?
  private var phase = Phase.running
  private var hasExpectedExit = false
  /// The requests that were performed.
  private var performed: [String] = []
  private var report: RunReport?
  private var junit: JUnitReport?

  /// Starts the compositor and the client.
  ///
  /// - Throws: `UsageError`, `CompositorError` or `ControlSocketError`.
  init(_ options: RunOptions) throws {
    self.options = options
    let lines = try options.lines()
    folder = try RuntimeFolder()
    compositor = try Compositor(options.compositor.configuration)
    control = CompositorControl(compositor, options.compositor)
    session = try options.compositor.hasAccessibleSession ? AccessibleSession() : nil
    let bus = AccessibleBus(address: session?.address)
    let methods = control.allMethods([exitMethod], for: bus)
    for line in lines { try line.check(methods, in: options.script ?? "") }
    setenv("XDG_RUNTIME_DIR", folder.path, 1)
    let display = try compositor.listen(on: "wayland-0")
    let socket = folder.path + "/control"
    server = try ControlServer(path: socket, methods: methods, limits: CompositorControl.limits)
    compositor.attach(presentingAt: options.compositor.frameRate)
    if options.junit != nil {
      junit = JUnitReport(
        options.script ?? options.repetition ?? options.client.joined(separator: " "),
        lines: lines.map(\.text))
    }
    if options.report != nil {
      report = RunReport(
        title: options.client.joined(separator: " "), folder: folder.path, at: compositor.now)
    }
    if report != nil {
      control.onFrame = { [unowned self] in report?.addFrame(compositor) }
    }
    for number in [SIGINT, SIGTERM, SIGHUP] { endAtSignal(number) }
    var environment = [
      "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": display, "HEADLESS_COMPOSITOR_CONTROL": socket,
      "DISPLAY": "", "WAYLAND_SOCKET": "", "XDG_SESSION_TYPE": "wayland",
    ]
    if let session {
      environment["DBUS_SESSION_BUS_ADDRESS"] = session.address
      environment["AT_SPI_BUS_ADDRESS"] = ""
      Task { await bus.enableOrReport() }
    }
    client = try ClientProcess(options.client, environment: environment, isScripted: !lines.isEmpty)
    control.endOfClients = { [unowned self] in endOfClient }
    client?.onExit = { [unowned self] in clientDidExit(hasScript: !lines.isEmpty) }
    limitTime()
    guard !lines.isEmpty else { return }
    task = Task { [unowned self] in await play(lines, methods) }
  }

  private var endOfClient: String? {
    client?.status.map { "The client has ended with the exit status \($0)." }
  }

  private func clientDidExit(hasScript: Bool) {
    control.wakeAll()
    if !hasScript { end(clientCode) }
  }

  private func limitTime() {
    DispatchQueue.main.asyncAfter(deadline: .now() + options.timeout) { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        let message = "the time limit of \(self.options.timeout) s is over"
        printError(message)
        self.fail(message)
        self.end(.timeout)
      }
    }
  }

  private func endAtSignal(_ number: Int32) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        self?.fail("the run was ended by the signal \(number)")
        self?.end(ExitCode(rawValue: 128 + number))
      }
    }
    source.resume()
    signals.append(source)
  }

  private var exitMethod: ControlMethod {
    ControlMethod(
      "expect.exit", "Waits until the client has ended with this exit status.",
      [
        .optional(
          "status", .integer(0...255), "0 by default; 128 and the number of a signal that has ended it"),
        CompositorControl.limitParameter,
      ]
    ) { [unowned self] arguments throws(ControlError) in
      try await control.wait(arguments, needsClient: false, for: { "The client has not ended." }) {
        client?.status != nil
      }
      let (status, wanted) = (Int(client?.status ?? 0), arguments.integer("status") ?? 0)
      guard status == wanted else {
        throw ControlError(.failed, "The client has ended with the exit status \(status), not \(wanted).")
      }
      hasExpectedExit = true
      return [:]
    }
  }

  private func play(_ lines: [ScriptLine], _ methods: ControlMethods) async {
    print("TAP version 13\n1..\(lines.count)")
    for line in lines {
      phase = .performing(line)
      do throws(ControlError) {
        _ = try await methods.perform(line.request.method, line.request.parameters)
      } catch {
        guard isTolerable(error, line) else {
          fail("\(error)")
          return end(.failed)
        }
        print("ok \(line.index) - \(line.title) # SKIP \(error)")
        junit?.add(line.text)
        continue
      }
      guard case .performing = phase else { return }
      print("ok \(line.index) - \(line.title)")
      fflush(nil)
      performed.append(line.text)
      report?.add(line.text, compositor, control.messages)
      junit?.add(line.text)
    }
    phase = .running
    end(hasExpectedExit ? .success : clientCode)
  }

  /// Whether a request of a random script was impossible, for example because no window is open, and the client is not to blame.
  private func isTolerable(_ error: ControlError, _ line: ScriptLine) -> Bool {
    guard options.chaos != nil, error.code == .failed else { return false }
    return !line.request.method.hasPrefix("expect.") || client?.status == 0
  }

  /// Reports that the present line of the script has failed.
  private func fail(_ message: String) {
    guard case .performing(let line) = phase else { return }
    print(
      "not ok \(line.index) - \(line.title)\n  ---\n  line: \(line.number)\n  message: \(JSONNode(message).line)\n  ..."
    )
    print("Bail out! \(message.split(whereSeparator: \.isNewline).joined(separator: " "))")
    performed.append(line.text)
    report?.add(line.text, failure: message, compositor, control.messages, difference: control.lastDifference)
    junit?.add(line.text, failure: message)
  }

  /// The exit code of the client; success while it runs.
  private var clientCode: ExitCode { ExitCode(rawValue: client?.status ?? 0) }

  /// Returns a sentence if an exit status is that of a client that a signal has ended, as after a crash.
  private static func signalNote(_ status: Int32) -> String? {
    status > 128 ? "the client was ended by the signal \(status - 128)" : nil
  }

  /// Writes the report and the screenshot, and ends the client and then the program.
  private func end(_ status: ExitCode) {
    if case .ending = phase { return }
    phase = .ending
    task?.cancel()
    var status = status
    let signal = hasExpectedExit ? nil : client?.status.flatMap(Self.signalNote)
    let lint = compositor.checkedLintFindings().map { "lint: \($0)" }
    let notes = [signal].compactMap(\.self) + control.clientErrors + lint
    for note in notes + compositor.clientNotes { print("# \(note)") }
    let isFaulty = options.compositor.lint == .warning ? !control.clientErrors.isEmpty : !notes.isEmpty
    if isFaulty, status == .success { status = .failed }
    do {
      if status != .success, let path = options.compositor.screenshot {
        try compositor.capture(includesCursor: true).save(to: path).get()
        print("# picture: \(path)")
      }
      if let path = options.savedScript {
        try Data((performed.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
      }
      if status != .success, let words = options.repetition {
        print("# run \(words) repeats this script; --save-script FILE writes it")
      }
      if let path = options.junit { try junit?.write(to: path, notes: notes) }
      if let path = options.report {
        try report?.write(to: path, notes: notes)
        print("# report: \(path)")
      }
    } catch {
      printError("\(error)")
    }
    fflush(nil)
    let final = status
    guard let client, client.status == nil else { leave(final) }
    client.onExit = { [self] in leave(final) }
    client.send(SIGTERM)
    // A client that ignores the signal is killed.
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { [self] in
      MainActor.assumeIsolated { () -> Void in self.leave(final) }
    }
  }

  private func leave(_ status: ExitCode) -> Never {
    client?.killAll()
    PictureFiles.removeUnfinished()
    server?.close()
    session?.end()
    compositor.detach()
    compositor.close()
    folder.remove()
    endProgram(status)
  }
}
