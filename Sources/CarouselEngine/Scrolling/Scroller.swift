/// Decides the scroll offset from gestures, from the program's wishes and from the passage of time.
///
/// A plain value: no clock, no timer, no delegate. What happens is noted in `events`; whoever owns the scroller
/// delivers them once the state is whole again.
package struct Scroller: Sendable {
  package var settings = ScrollSettings()
  package internal(set) var ring = ItemRing(count: 0, wraps: false)
  /// The offsets that a row can rest at; `nil` means all from its first item to its last.
  package internal(set) var reach: ClosedRange<Double>?
  package internal(set) var activity = ScrollActivity.idle
  package internal(set) var toggle = Toggle()
  /// How items of different widths stand; `nil` where all are equally wide.
  package var track: ItemTrack?

  /// The position, in items: 2.5 is halfway between item 2 and item 3; −1 when there is no item.
  package internal(set) var offset = -1.0

  /// The speed of the hand when it last moved, in items per second.
  package internal(set) var velocity = 0.0

  /// What has set the carousel moving since it last rested; `nil` at a rest that has been told.
  var unrest: SettleReason?

  /// Whether somebody is being told of an event right now.
  ///
  /// A scroll of no distance that they ask for ends with the next frame, so that asking at its end does not go on for
  /// ever.
  var isTelling = false

  /// What happened and has not been delivered yet.
  package internal(set) var events: [ScrollEvent] = []

  /// The offset and the item at the last settling, to tell what has changed.
  var previousOffset = 0.0
  var previousIndex = 0

  /// How often the state was made whole; whoever owns the scroller goes over the items after each.
  var settlings = 0

  /// Whether the last release was too slow for a flick: then the sleeves of a `coverFlow2` turn by themselves.
  var lastReleaseWasSlow = false

  /// Whether what moves by itself is on its way back from the end of a row; never on a ring.
  var isTurnedRound = false

  /// When the last frame was, if motion has gone on since.
  var lastFrame: Timestamp?

  /// Whether the toggle turns with the offset instead of by itself, as of the last settling.
  var toggleFollows = false

  /// Whether something has moved by itself since the toggle was last at rest; else a toggle that was left on its way
  /// stays there until something does.
  var isAwake = false

  package init() {}

  /// The item in the centre, or −1 when there is none.
  package var currentIndex: Int { ring.index(nearestTo: offset) }

  package var isIdle: Bool { if case .idle = activity { true } else { false } }
  package var isDragging: Bool { if case .dragging = activity { true } else { false } }
  package var isDecelerating: Bool { if case .decelerating = activity { true } else { false } }
  package var isAnimating: Bool { if case .animating = activity { true } else { false } }

  /// Whether the offset changes by itself.
  var isTravelling: Bool {
    switch activity {
    case .decelerating, .animating, .autoscrolling: true
    case .idle, .held, .dragging: false
    }
  }

  /// Whether frames are needed for the motion to go on, the turn of the toggle included.
  package var isMoving: Bool { isTravelling || isAwake && toggle.isTurning }

  /// Takes the oldest event that has not been delivered.
  package mutating func takeEvent() -> ScrollEvent? { events.isEmpty ? nil : events.removeFirst() }
}

extension Scroller {
  /// Makes the state whole after a change of offset: keeps the offset within bounds, turns the toggle and notes what
  /// has changed.
  ///
  /// - Parameter isJump: Whether the offset was set: then the items between are not passed.
  ///
  /// iCarousel: `didScroll`.
  mutating func settle(at now: Timestamp?, isJump: Bool = false) {
    settlings &+= 1
    confine()
    let index = currentIndex
    let passed = ring.distance(from: previousIndex, to: index)
    if passed != 0 {
      toggle.begin(passing: -passed, at: now)
      isAwake = true
    }
    decideWhatTheToggleFollows()
    if abs(offset - previousOffset) > offsetMargin { events.append(.didScroll) }
    if previousIndex != index {
      events.append(.currentItemIndexDidChange(from: previousIndex, steps: isJump ? passed.signum() : passed))
    }
    previousOffset = offset
    previousIndex = index
  }

  /// Keeps the offset on the ring, or within the ends and what bouncing allows.
  private mutating func confine() {
    if ring.isEmpty || ring.wraps || !settings.allowsOvershoot {
      offset = stops.offset(offset)
    } else {
      let stops = stops
      let confined = min(
        max(offset, stops.first - settings.bounceDistance), stops.last + settings.bounceDistance)
      if confined != offset {
        offset = confined
        velocity = 0
      }
    }
  }
}
