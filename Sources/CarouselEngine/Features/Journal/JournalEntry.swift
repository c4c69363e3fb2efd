internal import Geometry

/// One operation on the core of a recorded carousel. A journal contains the operations in order.
///
/// The core reads no clock and gets answers only from its owner. So the same operations lead to the same
/// frames.
package enum JournalEntry: Codable, Sendable {
  /// The settings of the carousel when the recording began.
  indirect case begin(JournalStart)
  /// An input with its time; `nil` means the time of the next frame. `isNested` states whether the input is a
  /// call inside a callback.
  case input(CarouselInput, at: Timestamp?, isNested: Bool)
  /// Whether there is a delegate, and the identity of the data source. Recorded when one of them has changed.
  case presence(delegate: Bool, dataSource: DataSourceID?)
  /// The carousel begins to answer requests.
  case ask
  /// The answer to the pending request.
  case answer(JournalAnswer)
  /// The delegate is about to be asked for the width of an item.
  case width(ofItem: Int)
  /// A round of effects begins, and the pending effects are counted.
  case countEffects
  /// An effect is taken from the queue to be delivered.
  case takeEffect
  /// The delivery ends, even if effects are pending.
  case endDelivery
  case forgetPrefetches
  case takeTapResult
  /// A frame is built, so that the frame is up to date until the state changes.
  case noteFrame
  /// The state is copied from the core to build a frame.
  case beginFrame
  /// The frame whose state was copied by the last ``beginFrame`` is complete.
  case frame(JournalFrame)
}

/// The settings of a carousel when its recording began.
package struct JournalStart: Codable, Sendable {
  /// The version of the format that this build writes and reads.
  static let currentVersion = 3
  /// The version of the format.
  var version = currentVersion
  /// The inputs that restore the settings; `nil` in another version of the format.
  var settings: [CarouselInput]?
}

/// A recorded answer to a ``CarouselRequest``. Views are represented by the numbers that identify them in the journal, and
/// the drawn items by the transforms that the delegate returned for them.
package typealias JournalAnswer = Answer<Int, [Transform3D]>

/// The recorded properties of a frame.
package struct JournalFrame: Codable, Sendable {
  /// The transforms that the delegate returned, in order.
  var transforms: [Transform3D]
  /// The hash of the frame: ``FrameDigest``.
  var digest: UInt64
}
