import CarouselEngine
import Geometry

/// A carousel in steady motion, with its data source and delegate.
@MainActor
final class ScrollingCarousel {
  /// The motion of the carousel during the measurement.
  enum Motion: String, CaseIterable {
    case autoscroll, drag, flick, scroll
  }

  /// The delegate of the carousel.
  enum DelegateKind: String {
    case none = "–"
    case delegate
  }

  /// The desired number of visible items. With some layouts, only a number close to it is possible.
  static let targetItemCount = 30
  private static let frame = 1.0 / 60

  let carousel = Carousel(bounds: .zero)
  private let source: Source
  private let delegate: (any CarouselDelegate)?
  private let motion: Motion
  private var now = Timestamp(seconds: 1)

  /// The number of items in a frame.
  var visibleItemCount: Int { carousel.frame().items.count }

  init(_ type: CarouselType, items: Int, delegate kind: DelegateKind = .none, motion: Motion = .autoscroll) {
    source = Source(count: items)
    switch (kind, type) {
    case (.none, _): delegate = nil
    case (.delegate, .custom): delegate = CustomLayoutDelegate()
    case (.delegate, _): delegate = DefaultDelegate()
    }
    self.motion = motion
    carousel.type = type
    carousel.delegate = delegate
    carousel.dataSource = source
    fit()
  }

  /// Enlarges the view until thirty items are visible.
  private func fit() {
    let pitch =
      Source.itemSize.width * (carousel.type == .coverFlow || carousel.type == .coverFlow2 ? 0.25 : 1)
    for size in 20...90 {
      carousel.maximumVisibleItems = size
      carousel.bounds = Size(width: Double(size - 2) * pitch, height: 400)
      restart()
      if visibleItemCount >= Self.targetItemCount { return }
    }
  }

  /// Returns to the start offset and begins the motion.
  func restart() {
    carousel.autoscroll = 0
    carousel.scrollOffset = min(40, Double(source.count / 3))
    step()
    switch motion {
    case .autoscroll: carousel.autoscroll = 1.5
    case .drag:
      carousel.contactCanceled(id: 1, time: now)
      carousel.contactBegan(id: 1, at: .zero, time: now)
      dragDistance = 0
    case .flick:
      // The velocity is 3,000 points per second.
      carousel.contactBegan(id: 1, at: .zero, time: now)
      now = Timestamp(seconds: now.seconds + Self.frame)
      let end = Point(x: -3000 * Self.frame, y: 0)
      carousel.contactMoved(id: 1, to: end, time: now)
      carousel.contactEnded(id: 1, at: end, time: now)
    case .scroll:
      carousel.scrollByNumberOfItems(20, duration: 20)
    }
    step()
  }

  private var dragDistance = 0.0

  /// Advances by one frame.
  func step() {
    now = Timestamp(seconds: now.seconds + Self.frame)
    if motion == .drag {
      dragDistance -= 3
      carousel.contactMoved(id: 1, to: Point(x: dragDistance, y: 0), time: now)
    }
    carousel.advance(to: now)
    drawn &+= carousel.frame().items.count
  }

  /// The total number of items in all frames. It is stored so that the optimizer does not remove the
  /// computation of a frame.
  private(set) var drawn = 0
}

/// A data source of plain views, which it reuses.
@MainActor
final class Source: CarouselDataSource {
  static let itemSize = Size(width: 200, height: 150)
  let count: Int

  init(count: Int) { self.count = count }

  func numberOfItems(in carousel: Carousel) -> Int { count }

  func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?) -> any ItemView
  {
    view ?? PlainView()
  }
}

@MainActor
final class PlainView: ItemView {
  let size = Source.itemSize
}

/// Implements every option and returns the default.
@MainActor
private final class DefaultDelegate: CarouselDelegate {
  private var scrolls = 0

  func carouselDidScroll(_ carousel: Carousel) { scrolls += 1 }
  func carouselItemWidth(_ carousel: Carousel) -> Double { 200 }

  func carousel(
    _ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double
  ) -> Double { value }
}

/// Positions the items itself.
@MainActor
private final class CustomLayoutDelegate: CarouselDelegate {
  func carousel(
    _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform transform: Transform3D
  ) -> Transform3D { transform.translated(x: offset * 200).rotated(by: offset * 0.1, y: 1) }
}
