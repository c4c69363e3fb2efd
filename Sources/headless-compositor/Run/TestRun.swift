import ControlChannel
import Dispatch
import Foundation
import Glibc
import HeadlessCompositor
import JSON

/// Runs a client on a compositor of its own, plays a script, and reports each line of it as a test of TAP.
final class TestRun {
  private let options: RunOptions
  private let folder: RuntimeFolder
  private let compositor: Compositor
  private let control: CompositorControl
  private let server: ControlServer
  private let client: ClientProcess
  private var task: Task<Void, Never>?
  private var isEnding = false
  private var report: RunReport?

  /// Starts the compositor and the client.
  ///
  /// - Throws: `UsageError`, `CompositorError` or `ControlSocketError`.
  init(_ options: RunOptions) throws {
    self.options = options
    let lines = try options.script.map { try ScriptLine.read($0) } ?? []
    folder = try RuntimeFolder()
    compositor = try Compositor(options.compositor.configuration)
    control = CompositorControl(compositor, answerLimit: options.compositor.answerLimit)
    setenv("XDG_RUNTIME_DIR", folder.path, 1)
    let display = try compositor.listen(on: "wayland-0")
    let socket = folder.path + "/control"
    server = try ControlServer(
      path: socket, program: "headless-compositor", methods: control.methods, limits: CompositorControl.limits
    )
    compositor.attach(presentingAt: options.compositor.isVirtualTime ? nil : options.compositor.rate)
    client = try ClientProcess(
      options.client,
      environment: [
        "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": display, "HEADLESS_COMPOSITOR_CONTROL": socket,
        "DISPLAY": "", "WAYLAND_SOCKET": "", "XDG_SESSION_TYPE": "wayland",
      ])
    if options.report != nil {
      report = RunReport(
        title: options.client.joined(separator: " "), folder: folder.path, at: compositor.now)
    }
    let exit = clientMethod
    let methods = ControlMethods(control.methods + [exit])
    client.onExit = { [unowned self] in
      control.wakeAll()
      if lines.isEmpty { end(client.status ?? 0) }
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + options.timeout) { [weak self] in
      MainActor.assumeIsolated {
        printError("the time limit of \(Double(options.timeout)) s is over")
        self?.end(ExitCode.timeout)
      }
    }
    if lines.isEmpty {
      if let status = client.status { end(status) }
    } else {
      task = Task { [unowned self] in await play(lines, methods) }
    }
  }

  private var clientMethod: ControlMethod {
    ControlMethod(
      "expect.exit", "Waits until the client has ended with this exit status.",
      [
        .optional(
          "status", .integer(0...255), "0 by default; 128 and the number of a signal that has ended it"),
        CompositorControl.limitParameter,
      ]
    ) { [unowned self] arguments throws(ControlError) in
      try await control.wait(arguments, for: { "The client has not ended." }) { client.status != nil }
      let wanted = Int32(arguments.integer("status") ?? 0)
      guard let status = client.status, status == wanted else {
        throw ControlError(
          .failed, "The client has ended with the exit status \(client.status ?? 0), not \(wanted).")
      }
      return [:]
    }
  }

  private func play(_ lines: [ScriptLine], _ methods: ControlMethods) async {
    print("TAP version 13\n1..\(lines.count)")
    for (index, line) in lines.enumerated() {
      do throws(ControlError) {
        let request = try ControlWords(line.words)
        _ = try await methods.perform(request.method, request.parameters)
        print("ok \(index + 1) - \(line.text)")
        report?.add(line.text, compositor)
      } catch {
        print("not ok \(index + 1) - \(line.text)\n  ---\n  line: \(line.number)\n  message: \(error)\n  ...")
        print("Bail out! \(error)")
        report?.add(line.text, failure: "\(error)", compositor)
        return end(ExitCode.failedExpectation)
      }
      fflush(nil)
    }
    end(client.status ?? ExitCode.success)
  }

  /// Ends the client and then the program.
  private func end(_ status: Int32) {
    guard !isEnding else { return }
    isEnding = true
    task?.cancel()
    var status = status
    for error in compositor.protocolErrors {
      print("# protocol error: \(error)")
      if status == ExitCode.success { status = ExitCode.failedExpectation }
    }
    if status != ExitCode.success, let path = options.compositor.screenshot {
      do {
        try compositor.capture(includesCursor: true).writePNG(to: path)
        print("# picture: \(path)")
      } catch {
        printError("\(error)")
      }
    }
    if let path = options.report {
      do {
        try report?.write(to: path, notes: compositor.protocolErrors.map { "Protocol error: \($0)" })
        print("# report: \(path)")
      } catch {
        printError("\(error)")
      }
    }
    fflush(nil)
    let final = status
    if client.status != nil { leave(final) }
    client.onExit = { [self] in leave(final) }
    client.send(SIGTERM)
    // A client that ignores the signal is killed.
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { [self] in
      MainActor.assumeIsolated { () -> Void in self.leave(final) }
    }
  }

  private func leave(_ status: Int32) -> Never {
    client.send(SIGKILL)  // and the processes that it has started
    compositor.detach()
    compositor.close()
    folder.remove()
    exit(status)
  }
}

/// A line of a script.
struct ScriptLine {
  let number: Int
  let text: String
  let words: [String]

  /// Reads the lines of a script that are not empty.
  ///
  /// - Throws: `UsageError` if the file cannot be read or a line is wrong.
  static func read(_ path: String) throws(UsageError) -> [ScriptLine] {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw UsageError("--script cannot read \(path)")
    }
    guard data.count <= 1 << 20, let text = String(validating: data, as: UTF8.self) else {
      throw UsageError("--script needs a file of UTF-8 with at most 1 MiB, not \(path)")
    }
    var lines: [ScriptLine] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words: [String]
      do throws(ControlError) { words = try ControlWords.words(of: line) } catch {
        throw UsageError("\(path), line \(index + 1): \(error)")
      }
      if !words.isEmpty {
        lines.append(
          ScriptLine(number: index + 1, text: line.trimmingCharacters(in: .whitespaces), words: words))
      }
    }
    return lines
  }
}

/// A private folder for the sockets of a test run.
final class RuntimeFolder {
  let path: String

  init() throws(UsageError) {
    var name = Array("/tmp/headless-compositor-XXXXXX".utf8CString)
    guard let path = mkdtemp(&name) else {
      throw UsageError("cannot create a folder in /tmp: \(String(cString: strerror(errno)))")
    }
    self.path = String(cString: path)
  }

  isolated deinit { remove() }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
