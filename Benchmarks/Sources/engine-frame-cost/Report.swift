import CAllocations
import CarouselEngine
import Measuring

/// Times `advance(to:)` and `frame()` together, counts their allocations, and names the machine.
@MainActor
struct Report {
  let options: Options

  /// The measurements of one carousel.
  struct Figures {
    var times: TimeSamples
    var visibleItemCount: Int
    /// The total number of allocations in a round, for the round with the fewest allocations.
    var allocations: Int
  }

  /// Prints all tables.
  ///
  /// - Returns: Whether no steady frame allocated.
  func print() -> Bool {
    Swift.print("CPU: \(Machine.processor), one thread")
    Swift.print("build: \(Machine.build)")
    Swift.print(
      "\(options.rounds) rounds of \(options.frames) frames; reading the clock takes "
        + "\((clockCost * 1e6).hundredths) µs, included in every figure")
    var isFree = true
    func row(_ name: String, _ detail: String, _ carousel: ScrollingCarousel) -> Double {
      let figures = measure(carousel)
      if figures.allocations > 0 { isFree = false }
      Swift.print(
        name.padded(20), detail.padded(10), "\(figures.visibleItemCount)".padded(6),
        (figures.times.median * 1e6).hundredths.padded(10),
        (figures.times.percentile99 * 1e6).hundredths.padded(8),
        figures.allocations)
      return figures.times.median
    }
    header("type", "delegate")
    for type in options.types {
      _ = row(
        type.rawValue, ScrollingCarousel.DelegateKind.none.rawValue, ScrollingCarousel(type, items: 10_000))
      _ = row(
        type.rawValue, ScrollingCarousel.DelegateKind.delegate.rawValue,
        ScrollingCarousel(type, items: 10_000, delegate: .delegate))
    }
    header("motion", "type")
    for motion in ScrollingCarousel.Motion.allCases {
      _ = row(motion.rawValue, "linear", ScrollingCarousel(.linear, items: 10_000, motion: motion))
    }
    header("items", "type")
    for type in [CarouselType.linear, .rotary] {
      let medians = [100, 10_000, 1_000_000].map {
        row("\($0)", type.rawValue, ScrollingCarousel(type, items: $0))
      }
      Swift.print("1000000 against 100: \((medians[2] / medians[0]).hundredths)")
    }
    printReloads()
    if !printChanges() { isFree = false }
    return isFree
  }

  /// Prints the time to reload all content and to compute the next frame.
  private func printReloads() {
    Swift.print()
    Swift.print("reload, items".padded(20), "widths".padded(12), "median ms".padded(10), "slowest ms")
    for widths in ReloadingCarousel.Widths.allCases {
      for items in [100, 100_000, 1_000_000] {
        let reload = ReloadingCarousel(items: items, widths: widths)
        var times = TimeSamples(capacity: options.rounds)
        for _ in 0..<options.rounds {
          let start = TimeSamples.now
          reload.run()
          times.add(TimeSamples.now - start)
        }
        times.sort()
        Swift.print(
          "\(items)".padded(20), widths.rawValue.padded(12), (times.median * 1e3).hundredths.padded(10),
          (times.percentile99 * 1e3).hundredths)
      }
    }
  }

  /// Prints the time of a change together with that of the next frame.
  ///
  /// - Returns: Whether no frame of a carousel that only scrolled allocated.
  private func printChanges() -> Bool {
    Swift.print()
    Swift.print(
      "change".padded(20), "items".padded(10), "median µs".padded(12), "slowest µs".padded(12), "allocations")
    var isFree = true
    for change in ChangingCarousel.Change.allCases {
      for items in [100, 100_000, 1_000_000] {
        let carousel = ChangingCarousel(change, items: items)
        var times = TimeSamples(capacity: options.rounds * 2)
        var fewest = Int.max
        for _ in 0..<(options.rounds * 2) {
          let before = allocations_so_far()
          let start = TimeSamples.now
          carousel.run()
          times.add(TimeSamples.now - start)
          fewest = min(fewest, allocations_so_far() - before)
        }
        times.sort()
        if change == .scroll, fewest > 0 { isFree = false }
        Swift.print(
          change.rawValue.padded(20), "\(items)".padded(10), (times.median * 1e6).hundredths.padded(12),
          (times.percentile99 * 1e6).hundredths.padded(12), fewest)
      }
    }
    return isFree
  }

  private func header(_ name: String, _ detail: String) {
    Swift.print()
    Swift.print(
      name.padded(20), detail.padded(10), "items".padded(6), "median µs".padded(10), "p99 µs".padded(8),
      "allocations")
  }

  private func measure(_ carousel: ScrollingCarousel) -> Figures {
    var times = TimeSamples(capacity: options.rounds * options.frames)
    var fewest = Int.max
    for round in 0...options.rounds {
      carousel.restart()
      let before = allocations_so_far()
      for _ in 0..<options.frames {
        let start = TimeSamples.now
        carousel.step()
        // The first round fills the caches.
        if round > 0 { times.add(TimeSamples.now - start) }
      }
      fewest = min(fewest, allocations_so_far() - before)
    }
    times.sort()
    return Figures(times: times, visibleItemCount: carousel.visibleItemCount, allocations: fewest)
  }

  private var clockCost: Double {
    var times = TimeSamples(capacity: 1000)
    for _ in 0..<1000 {
      let start = TimeSamples.now
      times.add(TimeSamples.now - start)
    }
    times.sort()
    return times.median
  }
}
