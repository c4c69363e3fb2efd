import CarouselUI
import HeadlessCompositor
import Measuring

/// Runs scenarios in a window and prints how many pixels each frame touches.
@MainActor
struct Report {
  private struct Scenario {
    let name: String
    var type = CarouselType.coverFlow2
    let run: (CardWindow) -> Void
  }

  private let scenarios = [
    Scenario(name: "caption changes") { window in
      for number in 1...20 { window.change(caption: "Caption \(number)") }
    },
    Scenario(name: "an item is replaced") { window in
      for _ in 1...20 {
        window.cards.patternSeed += 1
        window.ui.carousel.reloadItem(at: 0, animated: false)
        window.settle()
      }
    },
    Scenario(name: "flick, cover flow") { $0.flick() },
    Scenario(name: "flick, rotary", type: .rotary) { $0.flick() },
    Scenario(name: "flick, time machine", type: .timeMachine) { $0.flick() },
    Scenario(name: "flick, linear", type: .linear) { $0.flick() },
    Scenario(name: "insertion, cover flow") { $0.insert() },
    Scenario(name: "insertion, linear", type: .linear) { $0.insert() },
    Scenario(name: "ten seconds at rest") { $0.wait() },
    Scenario(name: "20 × nothing new") { window in
      for _ in 1...20 {
        window.ui.invalidate()
        window.settle()
      }
    },
  ]

  func print() throws {
    Swift.print("15 cards of 360 × 360 in 1280 × 720; pixels a frame, in % of the window")
    for (release, name) in [(Compositor.BufferRelease.whenReplaced, "one"), (.keepingTwo, "two")] {
      Swift.print("\nthe compositor holds \(name) at a time")
      Swift.print(
        "".padded(24), "frames".padded(8), "changed".padded(9), "reported".padded(9), "drawn".padded(9),
        "reported/changed".padded(14),
        "drawn/changed")
      for scenario in scenarios {
        let window = try CardWindow(scenario.type, release: release)
        scenario.run(window)
        Swift.print(row(scenario.name, window.count, of: window.pixels))
      }
    }
  }

  private func row(_ name: String, _ count: CardWindow.PixelCounts, of pixels: Int) -> String {
    func share(_ part: Int) -> String {
      count.frames == 0 ? "0" : (Double(part) / Double(count.frames * pixels) * 100).hundredths
    }
    func ratio(_ part: Int) -> String {
      count.changed == 0 ? "" : (Double(part) / Double(count.changed)).hundredths
    }
    let columns = [
      name.padded(24), "\(count.frames)".padded(8), share(count.changed).padded(9),
      share(count.damaged).padded(9),
      share(count.drawn).padded(9), ratio(count.damaged).padded(14), ratio(count.drawn),
    ]
    return columns.joined(separator: " ")
  }
}

extension CardWindow {
  fileprivate func insert() {
    cards.count += 1
    ui.carousel.insertItem(at: 1, animated: true)
    settle()
  }
}
