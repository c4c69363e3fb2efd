import Foundation
import TestSupport
import Testing

/// Elements of clients of other toolkits, by their role and name.
@Suite("Elements that clients offer to assistive technologies", .timeLimit(.minutes(10)), .serialized)
struct ElementTests {
  /// A client, and the code of Python that fails if its toolkit is not installed.
  struct Client: CustomStringConvertible, Sendable {
    let description: String
    let command: [String]
    let condition: String

    var isInstalled: Bool {
      FileManager.default.fileExists(atPath: "/usr/libexec/at-spi-bus-launcher")
        && (try? ChildProcess.run("/usr/bin/python3", ["-c", condition])) != nil
    }

    static let areInstalled = all.allSatisfy(\.isInstalled)

    static let all = [
      Client(
        description: "GTK 4", command: ["gtk.py", "4.0"],
        condition: "import gi; gi.require_version('Gtk', '4.0')"),
      Client(
        description: "GTK 3", command: ["gtk.py", "3.0"],
        condition: "import gi; gi.require_version('Gtk', '3.0')"),
      Client(description: "Qt 6", command: ["qt.py"], condition: "import PyQt6.QtWidgets"),
    ]
  }

  private func play(_ script: String, _ client: Client, _ options: [String] = ["--accessibility"]) throws
    -> (status: Int32, output: String)
  {
    let folder = try TemporaryFolder()
    try script.write(toFile: folder("script.txt"), atomically: true, encoding: .utf8)
    let clients = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Clients").path
    let run = try ProgramRun(
      ["run", "--size", "800x600", "--script", folder("script.txt")] + options + [
        "--", "/usr/bin/env", "GDK_BACKEND=wayland", "QT_QPA_PLATFORM=wayland", "GSK_RENDERER=cairo",
        "LIBGL_ALWAYS_SOFTWARE=1", "/usr/bin/python3", "-B", "\(clients)/\(client.command[0])",
      ] + client.command.dropFirst())
    return (try run.waitForExit(), run.process.output.text)
  }

  @Test(
    "A script types into a field, clicks and activates buttons, and reads a label",
    .enabled(if: Client.areInstalled, "needs GTK 3, GTK 4 and PyQt 6 for Python"), arguments: Client.all)
  func visit(client: Client) throws {
    let (status, output) = try play(
      """
      find role=button name="Greet" within=30
      element.click role=entry within=30
      keyboard.type text="Anna"
      element.click role=push-button name="Greet" within=30
      find role=label name="Hello Anna" within=30
      element.perform role=button name="Clear" window="Greeting" within=30
      find name="Cleared" state=showing within=30
      expect.no-errors
      """, client)
    #expect(status == 0, "\(output)")
  }

  @Test(
    "An element that is missing, one of several, and a role that does not exist are errors that name what is there",
    .enabled(if: Client.areInstalled, "needs GTK 4 for Python"))
  func errors() throws {
    let client = Client.all[0]
    func message(_ line: String) throws -> String {
      try play("find role=button name=\"Greet\" within=30\n\(line)\n", client).output
    }
    let missing = try message("find role=button name=\"Save\" within=0.5")
    #expect(
      missing.contains("There is no button “Save”. There is button “Greet”, button “Clear”"), "\(missing)")
    // The third one is in the title bar.
    #expect(try message("find role=button within=0.5").contains("There are 3 elements “button”"))
    #expect(try message("find role=button number=2 within=5").contains("ok 2"))
    #expect(try message("find role=knob within=0.5").contains("There is no role “knob”."))
    #expect(
      try message("element.perform role=button name=\"Greet\" action=\"fly\"").contains(
        "There is no action of"))
  }

  @Test(
    "An element among hundreds is found while the client draws each frame",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gtk4-widget-factory")
        && Client.all[0].isInstalled, "needs gtk4-widget-factory"))
  func manyElements() throws {
    let folder = try TemporaryFolder()
    let script = """
      expect.window within=60
      find role="check box" number=1 within=60
      find role="radio button" number=2 within=60
      find role="radio button" name="Nope" within=10
      """
    let run = try ProgramRun([
      "run", "--virtual-time", "--accessibility", "--script",
      try folder.write(Data(script.utf8), to: "script.txt"), "--", "/usr/bin/env", "GSK_RENDERER=cairo",
      "LIBGL_ALWAYS_SOFTWARE=1", "gtk4-widget-factory",
    ])
    #expect(try run.waitForExit() == 1)
    let output = run.process.output.text
    #expect(output.contains("ok 3") && !output.contains("not ok 3"), "\(output)")
    #expect(
      output.contains("There is no radio button “Nope”. There is radio button “"), "\(output)")
  }

  @Test("Without a bus of assistive technologies, the message names the option that starts one")
  func withoutBus() throws {
    let folder = try TemporaryFolder()
    try "find role=button within=0.5\n".write(toFile: folder("script.txt"), atomically: true, encoding: .utf8)
    let process = try ChildProcess(
      ProgramRun.program, ["run", "--script", folder("script.txt"), "--", "sleep", "60"],
      environment: ["XDG_RUNTIME_DIR": folder.path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
    #expect(try process.waitForExit() == .code(1))
    #expect(process.output.text.contains("the option --accessibility starts one"), "\(process.output.text)")
  }

  @Test("Without dbus-daemon, the option is an error")
  func withoutDaemon() throws {
    let folder = try TemporaryFolder()
    let process = try ChildProcess(
      ProgramRun.program, ["--accessibility"],
      environment: ["XDG_RUNTIME_DIR": folder.path, "PATH": folder.path])
    #expect(try process.waitForExit() == .code(64))
    #expect(process.errors.text.contains("--accessibility needs "), "\(process.errors.text)")
  }

  @Test("The session bus ends with the program, also after SIGKILL")
  func end() throws {
    let run = try ProgramRun(["--accessibility"])
    _ = try run.nextLine()
    let address = try run.nextLine()
    let path = address.replacingOccurrences(of: "DBUS_SESSION_BUS_ADDRESS=unix:path=", with: "")
    #expect(FileManager.default.fileExists(atPath: path), "\(address)")
    run.process.send(9)
    _ = try run.waitForExit()
    defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
    let deadline = Date() + waitLimit / .seconds(1)
    var isReachable = true
    while isReachable, Date() < deadline {
      isReachable =
        (try? ChildProcess.run(
          "dbus-send",
          [
            "--bus=unix:path=\(path)", "--print-reply", "--dest=org.freedesktop.DBus", "/",
            "org.freedesktop.DBus.GetId",
          ]))
        != nil
    }
    #expect(!isReachable)
  }
}
