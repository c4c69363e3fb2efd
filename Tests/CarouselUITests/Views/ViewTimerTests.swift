import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Timers of views, and problems of views, in a window.
@MainActor struct ViewTimerTests {
  @Test("A timer whose result is dropped fires, once or repeatedly")
  func dropped() throws {
    let rig = try WindowRig()
    var (single, repeated) = (0, 0)
    rig.ui.contentView.startTimer(after: 0.1) { single += 1 }
    rig.ui.contentView.startTimer(after: 0.1, every: 0.1) { repeated += 1 }
    rig.wait(0.05)
    #expect(single == 0 && repeated == 0)
    rig.wait(0.5)
    #expect(single == 1 && repeated == 5)
  }

  /// The event that ends a timer.
  enum End: CaseIterable {
    case canceled, viewReleased, windowClosed
  }

  @Test(
    "A timer ends when it is canceled, when its view is released and when its window closes",
    arguments: End.allCases)
  func ends(by end: End) throws {
    let rig = try WindowRig()
    var count = 0
    var view: View? = View()
    view.map(rig.ui.contentView.addSubview)
    let timer = view?.startTimer(after: 0.1, every: 0.1) { count += 1 }
    rig.wait(0.25)
    #expect(count == 2)
    switch end {
    case .canceled: timer?.cancel()
    case .viewReleased:
      view?.removeFromSuperview()
      view = nil
    case .windowClosed: rig.ui.close()
    }
    rig.scheduler.advance(by: 10)
    #expect(count == 2 && rig.scheduler.nextDeadline == nil)
  }

  @Test("A view in a closed window starts no timer")
  func closed() throws {
    let rig = try WindowRig()
    rig.ui.close()
    #expect(rig.ui.contentView.startTimer(after: 0.1) {} == nil)
    #expect(rig.scheduler.nextDeadline == nil)
  }

  @Test("A window reports the pictures that its views cannot load")
  func problems() async throws {
    let rig = try WindowRig()
    var problems: [String] = []
    rig.ui.onProblem = { problems.append($0) }
    let source = TaskImageSource(identity: "lake") { _ throws(ImageSourceError) in
      throw .missing("There is no lake.")
    }
    let picture = AsyncImageView(size: Size(width: 100, height: 80), source: source)
    try await waitForReport("the failure of the picture", of: Void.self) { report in
      picture.onStateChange = { view in
        if case .failed = view.state { report(()) }
      }
      rig.add(picture, at: .zero)
      rig.compositor.run(frames: 1)
    }
    #expect(problems == ["There is no lake."])
  }
}
