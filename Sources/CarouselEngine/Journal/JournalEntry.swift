package import Geometry

/// One step of a recorded carousel: an operation on its core, in the order in which the operations were performed.
///
/// The core reads no clock and asks only its owner, so that the same operations lead to the same frames.
package enum JournalEntry: Codable, Sendable {
  /// The settings of the carousel when the recording began.
  indirect case begin(JournalStart)
  /// An input, with its time; `nil` means the next frame. It is nested if a callback made it.
  case input(CarouselInput, at: Timestamp?, isNested: Bool)
  /// Whether there is a delegate, and the identity of the data source, if one of them has changed.
  case presence(delegate: Bool, dataSource: DataSourceID?)
  /// The carousel begins to answer requests.
  case ask
  /// The answer to the pending request.
  case answer(JournalAnswer)
  /// The delegate is about to be asked for the width of an item.
  case width(ofItem: Int)
  /// A round of effects begins.
  case countEffects
  /// An effect is taken for its delivery.
  case takeEffect
  /// The delivery ends, although effects may be pending.
  case endDelivery
  case forgetPrefetches
  case takeTapResult
  /// A view is first used, or has changed.
  case view(JournalView)
  /// A frame is built, so that the last one is up to date.
  case noteFrame
  /// The state is copied for a frame.
  case beginFrame
  /// The frame that was begun last.
  case frame(JournalFrame)
}

/// The settings of a carousel when its recording began.
package struct JournalStart: Codable, Sendable {
  /// The version of the format.
  var version = 1
  var look: LookSettings
  var layout: NamedLayout?
  var effects: [ItemEffect]
  var scrolling: ScrollSettings
  var gestures: GestureSettings
  var autoplay: AutoplaySettings
  var reducesMotion: Bool
  var prefetchDistance: PrefetchDistance
}

/// A recorded answer to a ``CarouselRequest``.
package enum JournalAnswer: Codable, Sendable {
  case count(Int)
  case number(Double)
  case numbers([Double])
  case identifier(String?)
  /// The number of a view.
  case view(Int)
  case decision(Bool)
  case hit(Int?)
  /// The items drawn, for which the delegate gave these transforms.
  case frame(transforms: [Transform3D])
  case index(Int)
  case centers([SlotPath.Center?])
  case delivered
  case gone
}

/// The recorded properties of a view: no picture.
package struct JournalView: Codable, Equatable, Sendable {
  /// Views are numbered in the order of their first use.
  var number: Int
  /// The width and height, in points.
  var size: Size
  var isDoubleSided: Bool
}

/// The recorded properties of a frame.
package struct JournalFrame: Codable, Sendable {
  /// The transforms that the delegate gave, in order.
  var transforms: [Transform3D]
  /// A number that depends on each bit of the frame.
  var digest: UInt64
}
