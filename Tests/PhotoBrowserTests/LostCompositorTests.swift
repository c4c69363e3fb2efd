import Foundation
import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// Tests that the program ends with one line and a documented exit code when it has no compositor or loses it.
  @Suite("Lost compositor") struct LostCompositorTests {
    @Test(
      "A missing Wayland display is reported",
      arguments: [
        [:], ["WAYLAND_DISPLAY": "wayland-none"], ["WAYLAND_DISPLAY": "/nowhere/wayland-0"],
      ], [[], ["--fullscreen"]])
    func noDisplay(variables: [String: String], options: [String]) throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        var environment = variables
        environment["XDG_RUNTIME_DIR"] = try folder.makeRuntimeFolder(ownedByNobody: false)
        let run = try PhotoBrowser.run([photos.folder] + options, environment: environment)
        expectEnd(run.exit, run.errors, [PhotoBrowser.ExitCode.unavailable])
      }
    }

    @Test("A missing XDG_RUNTIME_DIR is reported")
    func noRuntimeFolder() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        let run = try PhotoBrowser.run([photos.folder], environment: ["WAYLAND_DISPLAY": "wayland-0"])
        expectEnd(run.exit, run.errors, [PhotoBrowser.ExitCode.unavailable])
      }
    }

    @Test(
      "If the compositor lacks a required interface, the name of the interface is reported",
      arguments: ["xdg_wm_base", "wl_shm", "wl_compositor"])
    func withoutGlobal(name: String) throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        var environment = ["XDG_RUNTIME_DIR": try folder.makeRuntimeFolder(ownedByNobody: false)]
        let compositor = try ChildProcess(
          PhotoBrowser.products + "/headless-compositor", ["--without", name], environment: environment)
        defer { compositor.stop() }
        environment["WAYLAND_DISPLAY"] = try compositor.output.first("the name of the display") {
          $0.hasPrefix("WAYLAND_DISPLAY=") ? String($0.dropFirst(16)) : nil
        }

        let run = try PhotoBrowser.run([photos.folder], environment: environment)
        expectEnd(run.exit, run.errors, [PhotoBrowser.ExitCode.unavailable])
        #expect(run.errors.first?.contains(name) == true, "\(run.errors)")
      }
    }

    /// The state of the program when the compositor ends.
    enum Moment: CaseIterable {
      case starting
      case settled
      case dragging
      case moving
    }

    @Test(
      "The program ends when the compositor is killed, on sway", .needs(.sway), arguments: Moment.allCases)
    func killedSway(moment: Moment) throws {
      try withSway { try expectEnd(of: $0, by: SIGKILL, while: moment) }
    }

    @Test(
      "The program ends when the compositor is killed, on weston", .needs(.weston), arguments: Moment.allCases
    )
    func killedWeston(moment: Moment) throws {
      try withWeston { try expectEnd(of: $0, by: SIGKILL, while: moment) }
    }

    @Test("The program ends with its session, on sway", .needs(.sway), arguments: [Moment.settled, .moving])
    func endedSway(moment: Moment) throws {
      try withSway { try expectEnd(of: $0, by: SIGTERM, while: moment) }
    }

    private func expectEnd(of session: some UserSession, by signal: Int32, while moment: Moment) throws {
      let photos = try SamplePhotos(into: session.folder)
      let browser = try PhotoBrowser(
        [photos.folder, "--fullscreen"], environment: session.environment, folder: session.folder)
      defer { browser.stop() }
      if moment != .starting { try browser.settled() }
      switch moment {
      case .starting, .settled: break
      case .dragging:
        session.input.press(.pointer, at: ScreenPoint(500, 400))
        for x in 1...40 { session.input.drag(.pointer, to: ScreenPoint(500 - 4 * Double(x), 400)) }
      case .moving:
        session.input.tap(.end)
        _ = try session.screenshot()  // meanwhile some frames of the motion are shown
      }
      session.process.send(signal)

      let exit = try browser.process.waitForExit()
      let codes = PhotoBrowser.ExitCode.self
      let allowed = moment == .starting ? [codes.unavailable, codes.connectionLost] : [codes.connectionLost]
      expectEnd(exit, browser.process.errors.lines, allowed)
    }

    private func expectEnd(_ exit: ChildProcess.Exit, _ errors: [String], _ codes: [Int32]) {
      #expect(codes.contains { exit == .code($0) }, "\(exit)")
      #expect(errors.count == 1, "\(errors)")
      #expect(errors.first?.hasPrefix("carousel-photos: ") == true, "\(errors)")
    }
  }
}
