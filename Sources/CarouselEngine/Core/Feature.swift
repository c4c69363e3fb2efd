internal import Geometry

/// A part of the carousel that the core does not name.
///
/// The core asks and notifies every feature of ``Features``. ``Features`` also stores the state of each
/// feature. The requirements are static and get the whole core: a feature uses the core's parts, and the core
/// may notify the same feature again meanwhile.
protocol Feature: Sendable {
  // MARK: Notifications

  /// Handles a moment of the core's work.
  ///
  /// - Returns: Whether the feature has done what the core does at this moment otherwise. The core then omits
  ///   it, and does not notify the features after this one in ``Features``.
  static func handle(_ step: CoreStep, in core: inout CarouselCore) -> Bool

  /// Returns the next effect that waits until all other effects are delivered; `nil` if there is none.
  static func takeLastEffect(from core: inout CarouselCore) -> CarouselEffect?

  // MARK: Frames and rest

  /// Returns whether the feature changes the drawn frame with time.
  static func isMoving(_ core: borrowing CarouselCore) -> Bool
  /// Returns whether the feature needs a frame although nothing moves.
  static func needsFrame(_ core: borrowing CarouselCore) -> Bool
  /// Returns the time at which the feature needs a frame although nothing moves now; ``Timestamp/never`` if there
  /// is none.
  static func wakeTime(_ core: borrowing CarouselCore) -> Timestamp
  /// Returns whether `didSettle` waits although the offset is at rest; by default while the feature determines the offset.
  static func delaysSettling(_ core: borrowing CarouselCore) -> Bool
  /// Returns whether the feature determines the offset, so that the core starts no motion by itself.
  static func determinesOffset(_ core: borrowing CarouselCore) -> Bool

  // MARK: Items

  /// Returns the items that stay loaded although they may be outside the visible range.
  static func keptItems(_ core: borrowing CarouselCore) -> [Int]
  /// Returns the items that the feature moves, so that they do not slide after an edit.
  static func movedItems(_ core: borrowing CarouselCore) -> [Int]
  /// Returns the order in which items are drawn; `nil` if it is the order of their indexes.
  static func arrangement(_ core: borrowing CarouselCore) -> ItemArrangement?
  /// Returns how the view of a removed item that the feature moves leaves; `nil` if the feature does not move
  /// the item.
  static func departure(ofItem index: Int, fades: Bool, _ core: borrowing CarouselCore, at moment: Moment)
    -> Departure?
  /// Returns whether no item is the current item although there are items.
  static func hidesCurrentItem(_ core: borrowing CarouselCore) -> Bool

  // MARK: Gestures

  /// Returns whether the feature handles drags in all directions.
  static func takesDrags(_ core: borrowing CarouselCore) -> Bool
  /// Returns whether the feature may handle a long press on an item.
  static func takesLongPresses(_ core: borrowing CarouselCore) -> Bool
  /// Returns how an item is held; `nil` if none is held.
  static func hold(_ core: borrowing CarouselCore) -> ItemHold?

  // MARK: Recordings

  /// The types of the feature's inputs.
  static var inputs: [any FeatureInput.Type] { get }
  /// Returns the input that restores the feature's settings; `nil` if the feature has no settings.
  static func settings(_ core: borrowing CarouselCore) -> (any FeatureInput)?
}

/// A moment of the core's work at which the core notifies its features.
enum CoreStep {
  // Contacts and gestures.
  /// A finger touches the carousel, or a touchpad gesture begins.
  case touchBegan
  case contactMoved(id: Int, to: Point, at: Moment)
  /// Otherwise the contact is a tap, or the core's drag or swipe ends.
  case contactEnded(id: Int, at: Point, Moment)
  case contactCanceled(id: Int, at: Moment)
  /// Otherwise the delegate is notified of the long press.
  case longPress(item: Int, contact: Int, at: Moment)
  /// Otherwise the item is selected.
  case tap(item: Int)
  /// Otherwise the drag moves the offset, also in the next two cases.
  case dragBegan(translation: Point, at: Moment)
  case dragChanged(translation: Point, velocity: Point, at: Moment)
  case dragEnded(at: Moment)

  // Scrolling and layout.
  /// A scroll by the program begins.
  case programScroll(at: Moment)
  /// A motion of the offset may have begun or ended.
  case motionChanged(at: Moment)
  /// The type or the custom layout has changed.
  case layoutChanged(at: Moment)
  /// The user's preference for reduced motion has changed.
  case motionPreferenceChanged(at: Moment)

  // Content.
  /// All content is about to be reloaded.
  case reload
  /// The number of items after a reload is known.
  case reloaded
  /// The items are about to change.
  case edit(ContentEdits, at: Moment)
  /// The number or the order of items has changed. `before` is the scroller before. Otherwise the core places
  /// the offset.
  indirect case rowChanged(ContentEdits, ItemRow, before: Scroller, at: Moment)
  /// The items have changed.
  case edited(ContentEdits, at: Moment)

  /// All changes are completed without frames.
  case completeAll
  /// No request and no task is left.
  case workDone

  // Frames.
  /// A frame begins, and the motion of the offset has been advanced to its time.
  case frame(Timestamp)
  /// All other work of the frame is scheduled. `arrival` is the time at which a motion has ended since the last
  /// frame; ``Timestamp/never`` if no motion has ended.
  case frameEnd(Timestamp, arrival: Timestamp)
}

/// How an item is held.
enum ItemHold {
  /// A drag moves the item.
  case dragged
  /// The program has lifted the item.
  case lifted
  /// The item is lifted, and follows a contact.
  case liftedByContact
}

/// An input of a feature.
protocol FeatureInput: Codable, Sendable {
  /// Handles the input.
  func apply(to core: inout CarouselCore, at moment: Moment)
}

extension Feature {
  static func handle(_ step: CoreStep, in core: inout CarouselCore) -> Bool { false }
  static func takeLastEffect(from core: inout CarouselCore) -> CarouselEffect? { nil }
  static func isMoving(_ core: borrowing CarouselCore) -> Bool { false }
  static func needsFrame(_ core: borrowing CarouselCore) -> Bool { false }
  static func wakeTime(_ core: borrowing CarouselCore) -> Timestamp { .never }
  static func delaysSettling(_ core: borrowing CarouselCore) -> Bool { determinesOffset(core) }
  static func determinesOffset(_ core: borrowing CarouselCore) -> Bool { false }
  static func keptItems(_ core: borrowing CarouselCore) -> [Int] { [] }
  static func movedItems(_ core: borrowing CarouselCore) -> [Int] { [] }
  static func arrangement(_ core: borrowing CarouselCore) -> ItemArrangement? { nil }
  static func departure(
    ofItem index: Int, fades: Bool, _ core: borrowing CarouselCore, at moment: Moment
  ) -> Departure? { nil }
  static func hidesCurrentItem(_ core: borrowing CarouselCore) -> Bool { false }
  static func takesDrags(_ core: borrowing CarouselCore) -> Bool { false }
  static func takesLongPresses(_ core: borrowing CarouselCore) -> Bool { false }
  static func hold(_ core: borrowing CarouselCore) -> ItemHold? { nil }
  static var inputs: [any FeatureInput.Type] { [] }
  static func settings(_ core: borrowing CarouselCore) -> (any FeatureInput)? { nil }
}
