import CarouselUI
import Foundation
import HeadlessCompositor

/// The action that is measured.
enum Action: String, CaseIterable {
  /// The carousel scrolls by itself, four items a second.
  case autoscroll
  /// A person flicks left and right in turn, as soon as the carousel rests.
  case flick
  /// An item is inserted beside the current one or removed again, each time when the carousel rests.
  case insert
  /// All items are reloaded, each time when the carousel rests.
  case reload
}

/// A cover flow of cards of 320 × 320 points in a window of 1920 × 1080 pixels, in a headless compositor.
@MainActor
final class ItemWindow {
  private let compositor: Compositor
  private let system: WindowSystem
  private let ui: CarouselWindow
  private let source: CardSource
  private let action: Action
  private var step = 0
  /// The number of frames since the pointer was pressed; `nil` if it is not pressed.
  private var pressedFrames: Int?
  private var side = 1.0
  /// The number of frames in which the carousel moved or changed.
  private(set) var movedFrames = 0
  private var lastOffset = 0.0

  init(_ action: Action, count: Int) throws {
    self.action = action
    var configuration = Compositor.Configuration(width: 1920, height: 1080)
    configuration.windowSize = .output
    let compositor = try Compositor(configuration)
    self.compositor = compositor
    system = try WindowSystem(descriptor: compositor.connect()) { Double(compositor.now) / 1e9 }
    ui = try CarouselWindow(title: "Items", size: Size(width: 1920, height: 1080), in: system)
    compositor.dispatchClients = { [weak system] in system?.dispatch() }
    source = CardSource(count: count)
    ui.carousel.type = .coverFlow2
    ui.carousel.motionStyle = .fluid
    ui.carousel.dataSource = source
    ui.carousel.currentItemIndex = count / 2
    for _ in 0..<120 { frame() }
    if action == .autoscroll { ui.carousel.autoscroll = 4 }
  }

  /// The number of items with a view.
  var visibleCount: Int { ui.carousel.frame().items.count }

  /// Performs the action, if it is time, and runs one frame.
  func perform() {
    step += 1
    switch action {
    case .autoscroll: break
    case .flick: flick()
    case .insert where ui.isSettled: toggleItem()
    case .reload where step % 20 == 0: ui.carousel.reloadData()
    case .insert, .reload: break
    }
    frame()
    if ui.carousel.scrollOffset != lastOffset || action == .reload || action == .insert { movedFrames += 1 }
    lastOffset = ui.carousel.scrollOffset
  }

  /// Does one frame's part of a flick: a press, four movements of 90 points, and the release.
  private func flick() {
    let pointer = compositor.seat.pointer
    switch pressedFrames {
    case nil where isAtRest:
      side = -side
      pointer.move(to: (960, 540))
      pointer.press()
      pressedFrames = 0
    case nil: break
    case let frames? where frames < 4:
      pointer.move(to: (960 + side * 90 * Double(frames + 1), 540))
      pressedFrames = frames + 1
    default:
      pointer.release()
      pressedFrames = nil
    }
  }

  /// Whether the carousel rests. The window may still paint items in the background: that takes many frames of the compositor's
  /// time, in which nothing would move.
  private var isAtRest: Bool {
    !ui.carousel.isScrolling && !ui.carousel.isDecelerating && !ui.carousel.isDragging
  }

  private func toggleItem() {
    let index = ui.carousel.currentItemIndex + 1
    if source.hasExtra {
      source.hasExtra = false
      ui.carousel.removeItem(at: index, animated: true)
    } else {
      source.hasExtra = true
      ui.carousel.insertItem(at: index, animated: true)
    }
  }

  private func frame() {
    compositor.run(frames: 1)
    // The results of painting in the background arrive on the main queue.
    _ = RunLoop.main.run(mode: .default, before: Date())
  }
}

/// Cards with a gradient, a border and a caption.
@MainActor
private final class CardSource: CarouselDataSource {
  private let count: Int
  /// Whether the carousel has one more item.
  var hasExtra = false

  init(count: Int) { self.count = count }

  func numberOfItems(in carousel: Carousel) -> Int { count + (hasExtra ? 1 : 0) }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    let label = view as? LabelView ?? LabelView("", size: Size(width: 320, height: 320))
    label.text = "Card \(index)"
    label.background = Color(hex: 0x2F6FDE).mixed(with: .orange, amount: Double(index % 20) / 20)
    label.cornerRadius = 12
    return label
  }
}
