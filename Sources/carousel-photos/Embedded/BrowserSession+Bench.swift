import CarouselUI
import CommandLineText
import HeadlessSession
import PhotoBrowserTools
import PhotoBrowserUI
import PhotoBrowsing

extension BrowserSession {
  // The refresh interval of most screens, in seconds.
  private static let screenInterval = 1.0 / 60  // s
  private static let longestLoad = 5.0  // s

  /// Runs `plan` and prints the figures.
  ///
  /// - Throws: `ProgramError` if the carousel does not settle, `OutputError` if the scenes cannot be written.
  func run(_ plan: BenchPlan) async throws {
    let bench = try Bench(
      plan, of: browser.ui, place: "the embedded compositor, on virtual time", isPaced: false)
    PageWorkload.follow(bench, plan.workload, on: browser)
    browser.onSettle = { [weak bench] in bench?.contentSettled() }
    var figures: BenchFigures?
    bench.onFinish = { figures = $0 }
    let start = MonotonicClock.now()
    while figures == nil {
      let next = MonotonicClock.now() + Self.screenInterval
      try await frames(1)
      // Waits until the next refresh or until background painting ends, so that painting does not overlap
      // with the next frame.
      while browser.ui.textures.isPrepainting, MonotonicClock.now() < next {
        try await Task.sleep(for: .microseconds(200))
      }
      if browser.loadCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
      // The frames of a slideshow wait for the next photo, because they come faster than on a screen.
      while browser.state.page == .slideshow, browser.loadCount > 0,
        MonotonicClock.now() - next < Self.longestLoad
      {
        try await Task.sleep(for: .milliseconds(1))
      }
      if MonotonicClock.now() - start > plan.seconds * 10 + 60 {
        throw ProgramError(
          code: .noInput,
          description: "the carousel did not settle in time; check that the photos are on a fast disk")
      }
    }
    try figures?.report()
  }
}
