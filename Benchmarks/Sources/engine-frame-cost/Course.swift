import CarouselEngine
import Geometry

/// A carousel that scrolls steadily, with its data source and delegate.
@MainActor
final class Course {
  /// What the carousel does while it is measured.
  enum Motion: String, CaseIterable {
    case autoscroll, drag, flick, scroll
  }

  /// Who answers the carousel's questions.
  enum Answers: String {
    case none = "–"
    case delegate
  }

  /// How many items are seen, as near as the type allows.
  static let seen = 30
  private static let frame = 1.0 / 60

  let carousel = Carousel(bounds: .zero)
  private let source: Source
  private let delegate: (any CarouselDelegate)?
  private let motion: Motion
  private var now = Timestamp(seconds: 1)

  /// How many items a frame shows.
  var itemsSeen: Int { carousel.frame().items.count }

  init(_ type: CarouselType, items: Int, answers: Answers = .none, motion: Motion = .autoscroll) {
    source = Source(count: items)
    switch (answers, type) {
    case (.none, _): delegate = nil
    case (.delegate, .custom): delegate = PlacingDelegate()
    case (.delegate, _): delegate = ModestDelegate()
    }
    self.motion = motion
    carousel.type = type
    carousel.delegate = delegate
    carousel.dataSource = source
    fit()
  }

  /// Makes the view as large as it takes to show thirty items.
  private func fit() {
    let pitch =
      Source.itemSize.width * (carousel.type == .coverFlow || carousel.type == .coverFlow2 ? 0.25 : 1)
    for size in 20...90 {
      carousel.maximumVisibleItems = size
      carousel.bounds = Size(width: Double(size - 2) * pitch, height: 400)
      toStart()
      if itemsSeen >= Self.seen { return }
    }
  }

  /// Goes to where all runs begin, and sets out.
  func toStart() {
    carousel.autoscroll = 0
    carousel.scrollOffset = min(40, Double(source.count / 3))
    step()
    switch motion {
    case .autoscroll: carousel.autoscroll = 1.5
    case .drag:
      carousel.panCancelled(translation: .zero, velocity: .zero, at: now)
      carousel.panBegan(translation: .zero, velocity: .zero, at: now)
      travelled = 0
    case .flick:
      carousel.panBegan(translation: .zero, velocity: .zero, at: now)
      carousel.panChanged(translation: Point(x: -1, y: 0), velocity: Point(x: -3000, y: 0), at: now)
      carousel.panEnded(translation: Point(x: -1, y: 0), velocity: Point(x: -3000, y: 0), at: now)
    case .scroll:
      carousel.scrollByNumberOfItems(20, duration: 20)
    }
    step()
  }

  private var travelled = 0.0

  /// Lets one frame pass.
  func step() {
    now = Timestamp(seconds: now.seconds + Self.frame)
    if motion == .drag {
      travelled -= 3
      carousel.panChanged(
        translation: Point(x: travelled, y: 0), velocity: Point(x: -180, y: 0), at: now)
    }
    carousel.advance(to: now)
    drawn &+= carousel.frame().items.count
  }

  /// So that no frame is left out as unused.
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
private final class PlainView: ItemView {
  let size = Source.itemSize
}

/// Answers what it is asked, and wants what is the default.
@MainActor
private final class ModestDelegate: CarouselDelegate {
  private var scrolls = 0

  func carouselDidScroll(_ carousel: Carousel) { scrolls += 1 }
  func carouselItemWidth(_ carousel: Carousel) -> Double { 200 }

  func carousel(
    _ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double
  ) -> Double { value }
}

/// Places the items itself.
@MainActor
private final class PlacingDelegate: CarouselDelegate {
  func carousel(
    _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform transform: Transform3D
  ) -> Transform3D { transform.translated(x: offset * 200).rotated(by: offset * 0.1, y: 1) }
}
