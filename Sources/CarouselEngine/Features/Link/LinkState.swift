/// The state of a carousel that is linked to others.
struct LinkState: Sendable {
  /// Whether another carousel moves this carousel.
  var isLed = false
}

extension LinkState: Feature {
  static let inputs: [any FeatureInput.Type] = [LinkInput.self]

  static func determinesOffset(_ core: borrowing CarouselCore) -> Bool { core.features.link.isLed }

  /// A follower settles together with its leader.
  static func delaysSettling(_ core: borrowing CarouselCore) -> Bool { core.features.link.isLed }
}
