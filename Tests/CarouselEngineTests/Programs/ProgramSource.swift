import CarouselEngine
import Geometry

/// The content of a carousel of a program, for another carousel in the same state. It performs no actions.
@MainActor
final class ProgramSource: CarouselDataSource, CarouselDelegate {
  private let actor: ProgramActor

  init(_ actor: ProgramActor) { self.actor = actor }

  /// Returns a new carousel with the settings, the content and the offset of `carousel`, after its first frames.
  func makeCarousel(like carousel: Carousel) -> Carousel {
    let fresh = Carousel(bounds: carousel.bounds)
    switch carousel.layout {
    case is Staircase, is SwipeStackLayout: fresh.layout = carousel.layout
    default: fresh.type = carousel.type
    }
    fresh.options = carousel.options
    fresh.isVertical = carousel.isVertical
    fresh.layoutDirection = carousel.layoutDirection
    fresh.axisAngle = carousel.axisAngle
    fresh.motionStyle = carousel.motionStyle
    fresh.containsEnds = carousel.containsEnds
    fresh.snapAlignment = carousel.snapAlignment
    fresh.itemSizing = carousel.itemSizing
    fresh.maximumVisibleItems = carousel.maximumVisibleItems
    fresh.effects = carousel.effects
    fresh.bounces = carousel.bounces
    fresh.bounceDistance = carousel.bounceDistance
    fresh.delegate = self
    fresh.dataSource = self
    fresh.advance(to: Timestamp(seconds: 1))
    fresh.scrollOffset = carousel.scrollOffset
    for frame in 1...2 { fresh.advance(to: Timestamp(seconds: 1 + Double(frame) / 60)) }
    return fresh
  }

  func numberOfItems(in carousel: Carousel) -> Int { actor.content.count }
  func numberOfPlaceholders(in carousel: Carousel) -> Int { actor.content.placeholders }

  func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?) -> any ItemView
  {
    ProgramView(size: actor.content.size(ofItem: index, in: carousel))
  }

  func carousel(_ carousel: Carousel, placeholderViewAt index: Int, reusing view: (any ItemView)?)
    -> any ItemView
  {
    ProgramView(size: actor.content.size(ofItem: index, in: carousel))
  }

  func carousel(
    _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform transform: Transform3D
  )
    -> Transform3D
  { actor.transform(at: offset, base: transform) }

  func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double {
    actor.content.width(ofItem: index)
  }

  func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double) -> Double {
    actor.answers[option] ?? value
  }
}
