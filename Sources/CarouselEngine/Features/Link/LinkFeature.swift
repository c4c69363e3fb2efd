/// The link of a carousel to others. The scroller stores whether another carousel moves this carousel.
enum LinkFeature: Feature {
  static let inputs: [any FeatureInput.Type] = [LinkInput.self]

  static func determinesOffset(_ core: borrowing CarouselCore) -> Bool { core.scroller.isLed }

  /// A follower settles together with its leader.
}
