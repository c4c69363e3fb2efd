internal import Desktop
internal import Foundation
internal import Testing

/// Tests with applications that a test installs. GIO reads the environment only once, so each test runs in its own
/// process.
@Suite(.timeLimit(.minutes(10)))
struct InstalledApplicationsTests {
  @Test("If there is no bus, the default application opens a file") func defaultApplication() async {
    await #expect(processExitsWith: .success) {
      let home = try TemporaryHome()
      let opener = await OpenWith(bus: SessionBus(environment: DesktopEnvironment()))
      let picture = URL(filePath: home.folder + "/a b.example")
      try Data([1]).write(to: picture)
      #expect(try await opener.open(picture) == .openedDirectly)
      #expect(await home.received(until: "end\n") == "one \(picture.path)\nend\n")
    }
  }

  @Test("The applications for a content type can be listed and started") func list() async {
    await #expect(processExitsWith: .success) {
      let home = try TemporaryHome()
      let opener = await OpenWith(bus: SessionBus(environment: DesktopEnvironment()))
      let picture = URL(filePath: home.folder + "/c.example")
      try Data([1]).write(to: picture)
      #expect(await opener.contentType(of: picture) == "image/x-example")
      let applications = await opener.applications(for: "image/x-example")
      #expect(applications.map(\.id) == ["one.desktop", "two.desktop"])
      #expect(applications.map(\.name) == ["Viewer one", "Viewer two"])
      #expect(applications.map(\.icon) == ["one-icon", "two-icon"])
      #expect(applications.map(\.isDefault) == [true, false])
      let second = try #require(applications.last)
      try await opener.open(picture, with: second)
      #expect(await home.received(until: "end\n") == "two \(picture.path)\nend\n")
    }
  }

  @Test("Signals that are blocked in threads of the thread pool are not blocked in started applications")
  func signals() async {
    await #expect(processExitsWith: .success) {
      let home = try TemporaryHome()
      let opener = await OpenWith(bus: SessionBus(environment: DesktopEnvironment()))
      let address = try #require(URL(string: "example-status:a"))
      #expect(try await opener.open(address) == .openedDirectly)
      let status = await home.received(until: "SigIgn:")
      #expect(status.contains("SigBlk:\t0000000000000000\n"))
    }
  }

  @Test("If no application is installed for a file, opening the file is an error") func noApplication() async
  {
    await #expect(processExitsWith: .success) {
      let home = try TemporaryHome()
      let opener = await OpenWith(bus: SessionBus(environment: DesktopEnvironment()))
      let file = URL(filePath: home.folder + "/data.none")
      try Data([0, 1, 2]).write(to: file)
      await #expect(throws: OpenWithError.noApplication) { _ = try await opener.open(file) }
      let address = try #require(URL(string: "unknown-scheme:a"))
      await #expect(throws: OpenWithError.noApplication) { _ = try await opener.open(address) }
      #expect(await opener.applications(for: "no type\0").isEmpty)
    }
  }
}

/// A home folder with two applications for files `*.example`. The applications write their arguments into a pipe.
private final class TemporaryHome: Sendable {
  let folder: String
  private let reader: Int32

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "desktop-home-\(UUID().uuidString)").path
    for name in ["applications", "mime/packages"] {
      try FileManager.default.createDirectory(
        atPath: folder + "/" + name, withIntermediateDirectories: true)
    }
    mkfifo(folder + "/pipe", 0o600)
    reader = open(folder + "/pipe", O_RDWR | O_CLOEXEC)
    let entries = ["one", "two"].map { name in
      (
        "applications/\(name).desktop",
        """
        [Desktop Entry]
        Type=Application
        Name=Viewer \(name)
        Icon=\(name)-icon
        Exec=/bin/sh -c "(echo \(name) \\"\\$0\\"; echo end) > \(folder)/pipe" %f
        MimeType=image/x-example;
        """
      )
    }
    // A shell would unblock signals, so no shell starts this application.
    let status = (
      "applications/status.desktop",
      """
      [Desktop Entry]
      Type=Application
      Name=Status
      Exec=/bin/cp /proc/self/status \(folder)/pipe
      MimeType=x-scheme-handler/example-status;
      """
    )
    let defaults = (
      "applications/mimeapps.list",
      "[Default Applications]\nimage/x-example=one.desktop\nx-scheme-handler/example-status=status.desktop\n"
    )
    let cache = ("applications/mimeinfo.cache", "[MIME Cache]\nimage/x-example=one.desktop;two.desktop;\n")
    let types = ("mime/globs2", "50:image/x-example:*.example\n")
    for (name, text) in entries + [status, defaults, cache, types] {
      try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
    }
    for variable in ["XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "HOME"] {
      setenv(variable, folder, 1)
    }
    setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", 1)
  }

  deinit {
    close(reader)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Returns the text that applications write into the pipe, up to and including `end`.
  @concurrent
  nonisolated func received(until end: String) async -> String {
    // The pipe is open for reading and writing, so that opening it does not wait for the application.
    let pipe = FileHandle(fileDescriptor: reader, closeOnDealloc: false)
    var text = ""
    while !text.contains(end) { text += String(decoding: pipe.availableData, as: UTF8.self) }
    return text
  }
}
