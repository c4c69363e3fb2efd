package import CarouselEngine

/// How a slide replaces another one.
package enum SlideshowTransition: Hashable, Sendable {
  /// The next slide appears in one frame.
  case none
  /// The slides are mixed.
  case fade
  /// The slides are mixed, and each moves slowly while it is shown.
  case kenBurns
  /// The slides move as two items of a carousel.
  case carousel(CarouselType)

  /// All transitions, by the names of the command line.
  package static let named: [(name: String, transition: SlideshowTransition)] =
    [("fade", .fade), ("none", .none), ("ken-burns", .kenBurns)]
    + CarouselType.allCases.filter { $0 != .custom }.map { ($0.rawValue, .carousel($0)) }

  /// The name on the command line; `nil` for a transition that it does not offer.
  package var name: String? { Self.named.first { $0.transition == self }?.name }

  /// Fails if there is no transition of this name. Upper and lower case do not matter.
  package init?(named name: String) {
    guard let found = Self.named.first(where: { $0.name.lowercased() == name.lowercased() }) else {
      return nil
    }
    self = found.transition
  }
}
