import CarouselUI
import PhotoBrowserTools
import PhotoBrowserUI
import PhotoBrowsing

/// The workloads of `--bench` on the pages other than the carousel.
enum PageWorkload {
  /// Sets the pages for a workload.
  nonisolated static func prepare(_ options: inout BrowserOptions, for workload: BenchPlan.Workload) {
    switch workload {
    case .flick, .autoscroll, .grid: break
    case .strip: options.parts.insert(.strip)
    case .fade, .kenBurns:
      options.slideshow.interval = 2
      options.slideshow.transition = workload == .fade ? .fade : .kenBurns
    }
  }

  /// Performs the workload of a benchmark on the pages of a browser.
  static func follow(_ bench: Bench, _ workload: BenchPlan.Workload, on browser: PhotoBrowser) {
    bench.onStep = { [weak browser] frame in
      guard let browser else { return }
      // The next step needs a frame, also if this one changes nothing.
      browser.ui.invalidate()
      switch workload {
      case .flick, .autoscroll: break
      case .grid:
        if frame == 0 { perform("photo.grid", on: browser) }
        let collection = browser.gridPage.grid.collection
        let range = max(collection.contentSize.height - collection.size.height, 1)
        // A triangle wave.
        let place = (Double(frame) * 160).truncatingRemainder(dividingBy: 2 * range)
        collection.contentOffset.y = place < range ? place : 2 * range - place
      case .strip:
        if frame == 0 { perform("photo.whole", on: browser) }
        guard frame % 6 == 5 else { return }
        let isLast = browser.state.currentIndex == browser.state.photos.count - 1
        perform(isLast ? "photo.first" : "single.next", on: browser)
      case .fade, .kenBurns:
        if frame == 0 { perform("photo.slideshow", on: browser) }
        // Without a session, the times of timers and of frames differ.
        if frame % 60 == 59 { perform("slideshow.next", on: browser) }
      }
    }
  }

  private static func perform(_ id: String, on browser: PhotoBrowser) {
    browser.commandTarget.perform(Command(id, title: ""))
  }
}
