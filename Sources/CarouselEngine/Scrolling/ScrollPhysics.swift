public import Geometry

/// The rules by which a carousel moves: under a finger, after a release and when the program scrolls.
///
/// ``ClassicPhysics`` and ``FluidPhysics`` are the built-in rules; ``Carousel/motionStyle`` selects one of them. An
/// application can write another type and set it as ``Carousel/scrollPhysics``. A type that changes only some
/// of the rules passes the other questions to ``FluidPhysics`` or ``ClassicPhysics``:
///
///     /// Scrolls by the program have a constant speed.
///     struct SteadyPhysics: ScrollPhysics {
///       func drag(_ move: DragMove) -> ScrollState { FluidPhysics().drag(move) }
///       func release(_ release: DragRelease) -> ReleaseMotion { FluidPhysics().release(release) }
///       func scroll(
///         from start: ScrollState, to end: Double, duration: Double, in geometry: ScrollGeometry
///       ) -> any ScrollMotion {
///         SteadyScroll(from: start.offset, to: end, duration: duration)
///       }
///     }
///
/// The answers depend on the arguments only, so that a recording can be replayed: see ``CarouselJournal``.
/// Offsets are in items, velocities in nominal item distances per second.
///
/// Beyond iCarousel.
public protocol ScrollPhysics: Equatable, Sendable {
  /// Returns the offset and the velocity of a carousel after a move of the finger that drags it.
  func drag(_ move: DragMove) -> ScrollState

  /// Returns the motion after the end of a drag.
  func release(_ release: DragRelease) -> ReleaseMotion

  /// Returns the motion of an animated scroll by the program, or of a snap to an item.
  ///
  /// - Parameters:
  ///   - start: The offset where the motion begins. The velocity is 0 without ``ScrollTraits/joinsMotions``.
  ///   - end: The offset where the motion ends. On a ring it may be less than 0, or the number of items or more.
  ///   - duration: The duration in seconds; more than 0. The motion may be shorter.
  func scroll(from start: ScrollState, to end: Double, duration: Double, in geometry: ScrollGeometry)
    -> any ScrollMotion

  /// Returns the motion of a step by a wheel, a key or ``Carousel/step(by:)``. A default implementation exists.
  ///
  /// - Parameters:
  ///   - start: The offset and the velocity of the motion that the step replaces.
  ///   - end: The offset where the motion ends, as in ``scroll(from:to:duration:in:)``.
  func step(from start: ScrollState, to end: Double, in geometry: ScrollGeometry) -> any ScrollMotion

  /// The rules that need no computation; by default ``ScrollTraits/all``. The value must not change.
  var traits: ScrollTraits { get }
}

extension ScrollPhysics {
  public var traits: ScrollTraits { .all }

  public func step(from start: ScrollState, to end: Double, in geometry: ScrollGeometry) -> any ScrollMotion {
    geometry.along(from: start.offset, to: end) { place in
      Spring(
        from: place(start.offset), to: place(end), velocity: start.velocity,
        stepsBehind: start.velocity == 0 ? 0 : abs(end - start.offset) / Double(geometry.stops.pageLength))
    }
  }
}

/// Rules of a ``ScrollPhysics`` that are on or off.
public struct ScrollTraits: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A motion begins with the offset and the velocity of the motion that it replaces. The velocity of a finger
  /// is measured over the last 50 milliseconds, and a touchpad also gives a velocity. A touch that stops a
  /// motion becomes a drag after a shorter distance.
  public static let joinsMotions = ScrollTraits(rawValue: 1 << 0)
  /// An animated scroll ends at an item or the start of a page. Without this trait, a snap follows the scroll,
  /// and after a drag even a snap over no distance is reported to the delegate.
  public static let endsAtStops = ScrollTraits(rawValue: 1 << 1)
  /// The current item stays in the center when items are inserted, moved or removed. Without this trait, the
  /// offset stays the same.
  public static let keepsCurrentItem = ScrollTraits(rawValue: 1 << 2)
  /// The covers of a cover flow follow the offset in all motions. Without this trait, they turn with time in
  /// slow drags.
  public static let coversFollowOffset = ScrollTraits(rawValue: 1 << 3)
  /// Rings seen from inside load all their items. Without this trait, they load only the items that iCarousel
  /// loads.
  public static let loadsWholeRings = ScrollTraits(rawValue: 1 << 4)

  /// All traits: those of ``FluidPhysics``.
  public static let all: ScrollTraits = [
    .joinsMotions, .endsAtStops, .keepsCurrentItem, .coversFollowOffset, .loadsWholeRings,
  ]
}

/// The offset and the velocity of a carousel at some time.
public struct ScrollState: Hashable, Sendable {
  /// The offset in items.
  public var offset: Double
  /// The velocity in nominal item distances per second.
  public var velocity: Double

  /// Creates a state.
  public init(offset: Double, velocity: Double) { (self.offset, self.velocity) = (offset, velocity) }
}

/// A move of the finger that drags a carousel.
public struct DragMove: Sendable {
  /// The offset of the carousel before the move, in items.
  public var offset: Double
  /// The distance that the finger has moved along the axis since its last move, in points. A positive distance
  /// decreases the offset.
  public var distance: Double
  /// The velocity of the finger along the axis, in points per second.
  public var speed: Double
  /// The nominal distance between the centers of neighbors, in points; more than 0.
  public var itemWidth: Double
  /// The ends of the carousel, and the offsets at which it may rest.
  public var geometry: ScrollGeometry
}

/// The state of a carousel when a drag ends.
public struct DragRelease: Sendable {
  /// The offset of the carousel, in items.
  public var offset: Double
  /// The velocity of the carousel at the last move, in nominal item distances per second; 0 if the finger has
  /// rested since.
  public var velocity: Double
  /// The velocity of the finger at its last move, in points per second.
  public var speed: Double
  /// The offset at which the carousel must come to rest, if a gesture with paging selects it; otherwise `nil`.
  public var page: Double?
  /// Whether the carousel may rest only at a stop.
  public var mustSnap: Bool
  /// The ends of the carousel, and the offsets at which it may rest.
  public var geometry: ScrollGeometry
}

/// The motion after a drag.
public enum ReleaseMotion: Sendable {
  /// The carousel decelerates.
  case decelerate(any ScrollMotion)
  /// The carousel scrolls to an item.
  case scroll(any ScrollMotion)
  /// The carousel stays, or snaps to the nearest stop if it must.
  case rest
}

/// The physics of a carousel. A journal contains only their name.
package struct NamedPhysics: Equatable, Sendable {
  package let physics: any ScrollPhysics

  package init(_ physics: any ScrollPhysics) { self.physics = physics }

  /// The built-in style that these physics implement, or `custom`.
  package var style: MotionStyle {
    physics is ClassicPhysics ? .classic : physics is FluidPhysics ? .fluid : .custom
  }

  /// The name of the built-in style or of the type.
  package var name: String {
    style == .custom ? String(describing: type(of: physics)) : style.rawValue
  }

  package static func == (a: NamedPhysics, b: NamedPhysics) -> Bool {
    func equals<Physics: ScrollPhysics>(_ physics: Physics) -> Bool { physics == b.physics as? Physics }
    return equals(a.physics)
  }
}
