internal import CarouselEngine
internal import Geometry

/// Activates items for assistive technologies: an item is selected as by a tap.
@MainActor
struct ItemActivation {
  /// The time of the last tap of a device, or of the last activation.
  private var lastTap: Timestamp?
  /// An activation and the tap before it must not become a double tap, whose taps are at most 0.3 s apart.
  private static let leastDelay = 0.31  // seconds

  /// Records the end of a contact of a device.
  mutating func contactEnded(at time: Timestamp) { lastTap = time }

  /// Selects an item. A carousel that moves first jumps to the item, because a tap would only stop the motion.
  ///
  /// - Parameter now: The time of the last frame.
  mutating func activate(_ index: Int, of carousel: Carousel, at now: Timestamp) {
    guard (0..<carousel.numberOfItems).contains(index), !carousel.isDragging else { return }
    if carousel.phase != .idle { carousel.scrollToItem(at: index, animated: false) }
    guard let point = Self.visiblePoint(ofItem: index, in: carousel) else {
      return carousel.scrollToItem(at: index, animated: true)
    }
    let time = lastTap.map { max(now, $0 + Self.leastDelay) } ?? now
    lastTap = time
    let id = Int.min  // no contact of a device
    guard carousel.contactBegan(id: id, at: point, time: time) else { return }
    carousel.contactEnded(id: id, at: point, time: time)
  }

  /// Returns a point at which item `index` is the frontmost one; `nil` if other items cover it.
  private static func visiblePoint(ofItem index: Int, in carousel: Carousel) -> Point? {
    guard let item = carousel.frame().items.last(where: { $0.index == index }) else { return nil }
    let places = [0.5, 0.25, 0.75, 0.1, 0.9]
    for y in places {
      for x in places {
        let point = Point(x: x * item.size.width, y: y * item.size.height)
        if let place = item.homography.project(point), carousel.index(ofItemAt: place) == index {
          return place
        }
      }
    }
    return nil
  }
}
