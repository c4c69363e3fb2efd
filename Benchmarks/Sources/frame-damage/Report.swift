import CarouselUI
import HeadlessCompositor
import Measuring

/// What happens in a window, and how many pixels each frame of it touches.
@MainActor
struct Report {
  private struct Story {
    let name: String
    var type = CarouselType.coverFlow2
    let happen: (Show) -> Void
  }

  private let stories = [
    Story(name: "caption changes") { show in
      for number in 1...20 { show.change(caption: "Caption \(number)") }
    },
    Story(name: "an item is replaced") { show in
      for _ in 1...20 {
        show.cards.edition += 1
        show.ui.carousel.reloadItem(at: 0, animated: false)
        show.rest()
      }
    },
    Story(name: "flick, cover flow") { $0.flick() },
    Story(name: "flick, rotary", type: .rotary) { $0.flick() },
    Story(name: "flick, time machine", type: .timeMachine) { $0.flick() },
    Story(name: "flick, linear", type: .linear) { $0.flick() },
    Story(name: "insertion, cover flow") { $0.insert() },
    Story(name: "insertion, linear", type: .linear) { $0.insert() },
    Story(name: "ten seconds at rest") { $0.wait() },
    Story(name: "20 × nothing new") { show in
      for _ in 1...20 {
        show.ui.invalidate()
        show.rest()
      }
    },
  ]

  func print() throws {
    Swift.print("15 cards of 360 × 360 in 1280 × 720; pixels a frame, in % of the window")
    for (release, name) in [(Compositor.BufferRelease.whenReplaced, "one"), (.keepingTwo, "two")] {
      Swift.print("\nthe compositor holds \(name) at a time")
      Swift.print(
        "".padded(24), "frames".padded(8), "changed".padded(9), "told".padded(9), "drawn".padded(9),
        "told/changed".padded(14),
        "drawn/changed")
      for story in stories {
        let show = try Show(story.type, release: release)
        story.happen(show)
        Swift.print(row(story.name, show.count, of: show.pixels))
      }
    }
  }

  private func row(_ name: String, _ count: Show.Count, of pixels: Int) -> String {
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

extension Show {
  fileprivate func insert() {
    cards.count += 1
    ui.carousel.insertItem(at: 1, animated: true)
    rest()
  }
}
