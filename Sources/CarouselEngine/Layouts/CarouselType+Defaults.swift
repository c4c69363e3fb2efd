extension CarouselType {
  /// Whether the items stand on a ring, which wraps by default.
  var isRing: Bool {
    switch self {
    case .rotary, .invertedRotary, .cylinder, .invertedCylinder, .wheel, .invertedWheel: true
    case .linear, .coverFlow, .coverFlow2, .timeMachine, .invertedTimeMachine, .custom: false
    }
  }

  /// Whether the viewer looks at a ring from inside, or at a wheel from below its hub.
  var isInvertedRing: Bool { self == .invertedRotary || self == .invertedCylinder || self == .invertedWheel }

  var isCoverFlow: Bool { self == .coverFlow || self == .coverFlow2 }

  /// How many items pass under a finger that moves by one.
  var offsetMultiplier: Double { isCoverFlow ? 2 : 1 }

  /// The distance between neighbours, in item widths.
  var spacing: Double { isCoverFlow ? 0.25 : 1 }

  /// How far sleeves turn away, or a stack leans.
  var tilt: Double { isCoverFlow ? 0.9 : 0.3 }

  /// Whether two-sided views show their backs.
  var showsBackfaces: Bool { self != .invertedCylinder }

  /// The negative offset at which items begin to fade.
  var fadeMin: Double { self == .invertedTimeMachine ? 0 : -.infinity }

  /// The positive offset at which items begin to fade.
  var fadeMax: Double { self == .timeMachine ? 0 : .infinity }
}
