internal import CarouselEngine
internal import Views

/// Announces the current item of a carousel that has come to rest on another item than before.
///
/// Of linked carousels, only the one that moves the others announces. Steps of autoplay, reloads and insertions are not
/// announced. An item that replaces a removed item is announced.
@MainActor
struct RestAnnouncer {
  /// The state of the carousel when it was last at rest.
  private struct Rest {
    let index: Int
    weak var itemView: AnyObject?
    let count: Int
    let reloadCount: Int
  }

  /// The motion since the last rest.
  private enum Motion {
    case none
    /// The carousel moves by itself, by the user or by the program.
    case leading(SettleReason)
    /// A linked carousel moves it.
    case following
  }

  /// `nil` while no assistive technology listens.
  private var rest: Rest?
  private var motion = Motion.none

  /// Records the cause of the motion. Call it before and after the carousel advances: a jump has its cause before, and a
  /// step of autoplay after.
  mutating func noteMotion(of carousel: Carousel) {
    guard AccessibilityHub.isAnyListening else { return }
    if carousel.isFollowing {
      motion = .following
    } else if let reason = carousel.core.scroller.settleReason {
      // When the leader rests, its followers are to settle for the same reason.
      if case .following = motion, carousel.phase == .idle { return }
      motion = .leading(reason)
    }
  }

  /// Returns the index of the item to announce if the carousel has come to rest; otherwise `nil`.
  mutating func takeItem(of carousel: Carousel) -> Int? {
    guard AccessibilityHub.isAnyListening else {
      (rest, motion) = (nil, .none)
      return nil
    }
    guard carousel.phase == .idle, !carousel.needsFrame else { return nil }
    let now = Rest(
      index: carousel.currentItemIndex, itemView: carousel.currentItemView, count: carousel.numberOfItems,
      reloadCount: carousel.reloadCount)
    let (before, motion) = (rest, motion)
    (rest, self.motion) = (now, .none)
    guard let before, before.index >= 0, now.index >= 0 else { return nil }
    let isOther = now.itemView !== before.itemView
    let announces =
      switch motion {
      case .following, .leading(.autoscroll): false
      case .leading(.user), .leading(.program): isOther || now.index != before.index
      case .leading(.dataChange), .none:
        isOther && now.count < before.count && now.reloadCount == before.reloadCount
      }
    return announces ? now.index : nil
  }

  /// Announces an item of `view` with its position.
  static func announce(_ index: Int, of view: CarouselView) {
    view.accessibilityChanged(.selection)
    let item = view.accessibilityTree().first { $0.element.view === view && $0.element.part == index }
    let position = "\(index + 1) of \(view.carousel.numberOfItems)"
    view.announce([item?.name ?? "", position].filter { !$0.isEmpty }.joined(separator: ", "))
  }
}
