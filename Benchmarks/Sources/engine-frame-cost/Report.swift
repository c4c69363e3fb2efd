import CAllocations
import CarouselEngine
import Measuring

/// Times `advance(to:)` and `frame()` together, counts what they allocate, and says on what machine.
@MainActor
struct Report {
  let options: Options

  /// What came of one course.
  struct Figures {
    var times: Times
    var itemsSeen: Int
    /// Blocks asked for in all frames of the steadiest round.
    var allocations: Int
  }

  /// Prints all tables.
  ///
  /// - Returns: Whether no steady frame allocated.
  func print() -> Bool {
    Swift.print("CPU: \(Machine.processor), one thread")
    Swift.print("build: \(Machine.build)")
    Swift.print(
      "\(options.rounds) rounds of \(options.frames) frames; a bare look at the clock takes "
        + "\((clockCost * 1e6).hundredths) µs and is part of every figure")
    var isFree = true
    func row(_ name: String, _ detail: String, _ course: Course) -> Double {
      let figures = measure(course)
      if figures.allocations > 0 { isFree = false }
      Swift.print(
        name.padded(20), detail.padded(10), "\(figures.itemsSeen)".padded(6),
        (figures.times.median * 1e6).hundredths.padded(10), (figures.times.slow * 1e6).hundredths.padded(8),
        figures.allocations)
      return figures.times.median
    }
    header("type", "answers")
    for type in options.types {
      _ = row(type.rawValue, Course.Answers.none.rawValue, Course(type, items: 10_000))
      _ = row(
        type.rawValue, Course.Answers.delegate.rawValue, Course(type, items: 10_000, answers: .delegate))
    }
    header("motion", "type")
    for motion in Course.Motion.allCases {
      _ = row(motion.rawValue, "linear", Course(.linear, items: 10_000, motion: motion))
    }
    header("items", "type")
    for type in [CarouselType.linear, .rotary] {
      let medians = [100, 10_000, 1_000_000].map { row("\($0)", type.rawValue, Course(type, items: $0)) }
      Swift.print("1000000 against 100: \((medians[2] / medians[0]).hundredths)")
    }
    printReloads()
    return isFree
  }

  /// Prints how long it takes to reload all content and to make the next frame.
  private func printReloads() {
    Swift.print()
    Swift.print("reload, items".padded(20), "widths".padded(12), "median ms".padded(10), "slowest ms")
    for widths in Reload.Widths.allCases {
      for items in [100, 100_000, 1_000_000] {
        let reload = Reload(items: items, widths: widths)
        var times = Times(capacity: options.rounds)
        for _ in 0..<options.rounds {
          let start = Times.now
          reload.run()
          times.add(Times.now - start)
        }
        times.sort()
        Swift.print(
          "\(items)".padded(20), widths.rawValue.padded(12), (times.median * 1e3).hundredths.padded(10),
          (times.slow * 1e3).hundredths)
      }
    }
  }

  private func header(_ name: String, _ detail: String) {
    Swift.print()
    Swift.print(
      name.padded(20), detail.padded(10), "seen".padded(6), "median µs".padded(10), "p99 µs".padded(8),
      "allocations")
  }

  private func measure(_ course: Course) -> Figures {
    var times = Times(capacity: options.rounds * options.frames)
    var fewest = Int.max
    for round in 0...options.rounds {
      course.toStart()
      let before = allocations_so_far()
      for _ in 0..<options.frames {
        let start = Times.now
        course.step()
        // The first round fills the caches.
        if round > 0 { times.add(Times.now - start) }
      }
      fewest = min(fewest, allocations_so_far() - before)
    }
    times.sort()
    return Figures(times: times, itemsSeen: course.itemsSeen, allocations: fewest)
  }

  private var clockCost: Double {
    var times = Times(capacity: 1000)
    for _ in 0..<1000 {
      let start = Times.now
      times.add(Times.now - start)
    }
    times.sort()
    return times.median
  }
}
