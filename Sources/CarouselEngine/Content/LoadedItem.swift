internal import Geometry

/// The properties of a view that frames and gestures use.
package struct ViewProperties: Codable, Sendable {
  var size: Size
  var isDoubleSided: Bool

  /// Reads the properties of `view`.
  @MainActor
  init(_ view: any ItemView) { (size, isDoubleSided) = (view.size, view.isDoubleSided) }

  /// Returns whether both values are the same. Sizes that are NaN are the same.
  func isSame(as other: ViewProperties) -> Bool {
    // Equal sizes are the fast path, because all loaded views are compared in each frame.
    isDoubleSided == other.isDoubleSided
      && (size == other.size || size.finite(or: .zero) == other.size.finite(or: .zero))
  }
}

/// A view that the data source returned, and its properties. The engine passes the view on and never changes it.
package struct LoadedView: Sendable {
  package let view: any ItemView
  /// The properties when the data source returned the view, or when a later frame was built.
  var properties: ViewProperties
}

extension CarouselAnswer {
  /// Returns the answer with the current properties of `view`.
  @MainActor
  static func view(_ view: any ItemView) -> CarouselAnswer { .view(view, ViewProperties(view)) }
}

/// A view that shows an item or a placeholder, and its animations.
package struct LoadedItem: Sendable {
  /// The item's index; placeholders are below 0 and from the number of items on.
  package var index: Int
  var content: LoadedView
  /// Whether the item is marked with ``ItemLoader/follow(_:)``, so that it can be found after changes of
  /// content.
  var isFollowed = false
  /// The view's reuse identifier.
  var kind: String?
  /// The revision of the content at which the view became out of date; `nil` if the view is current.
  var outdatedRevision: Int?
  /// The animation of the item to its position after a change of content; `nil` if the item does not slide.
  var slide: OffsetAnimation?
  /// The fade-in of the view after its item was inserted or reloaded; `nil` if it does not fade in.
  var appearance: TimedProgress?
  /// The former views of the item while they fade out; the newest is last.
  var outgoing: [OutgoingView] = []
  /// The glide of a dropped item from the hand into its slot; `nil` if it does not glide.
  var dropGlide: DropGlide?

  /// Whether the item slides, appears or glides, or any of its outgoing views is still visible.
  @inline(__always)
  var isChanging: Bool { slide != nil || appearance != nil || !outgoing.isEmpty || dropGlide != nil }

  var view: any ItemView { content.view }
  var size: Size { content.properties.size }

  /// An outgoing view, which fades out under the view that replaces it.
  struct OutgoingView: Sendable {
    var content: LoadedView
    /// The opacity of the view when its fade began, in `0...1`.
    var opacity: Double

    /// The maximum number of outgoing views of one item. If there are more, the oldest views are dropped.
    static let maximumCount = 4
  }

  /// Returns the position where the item is drawn at `now` while it slides to `position`.
  func position(towards position: ItemPosition, at now: Timestamp) -> ItemPosition {
    guard let slide else { return position }
    return position + slide.remaining(at: now)
  }

  /// Returns the opacity of the item's own view at `now`, in `0...1`.
  func opacity(at now: Timestamp) -> Double { appearance?.value(at: now) ?? 1 }

  /// Returns the opacity at `now` of the outgoing view with index `position`, in `0...1`.
  ///
  /// Views are drawn from bottom to top, so a view is visible only through the views above it. The lowest
  /// view stays opaque, so that content behind the item is not visible. It fades out when the views above
  /// almost cover it.
  func opacity(ofOutgoing position: Int, at now: Timestamp) -> Double {
    let opacity = opacity(at: now)
    let above = outgoing[(position + 1)...].reduce(0) { $0 + $1.opacity }
    let (seen, left) = (outgoing[position].opacity * (1 - opacity), (1 - above) * (1 - opacity))
    guard left > 0 else { return 0 }
    let covered = opacity * opacity * opacity * opacity
    return min(1, seen / left) * (1 - covered * covered)
  }

  /// Starts a fade-in, because the item's content has changed.
  ///
  /// - Parameter old: The former view, which fades out from its opacity at `now`; `nil` if the view has not
  ///   changed.
  mutating func appear(
    over old: LoadedView?, seenAt now: Timestamp, since start: Moment, delay: Double
  ) {
    let opacity = opacity(at: now)
    for position in outgoing.indices { outgoing[position].opacity *= 1 - opacity }
    if let old { outgoing.append(OutgoingView(content: old, opacity: opacity)) }
    if outgoing.count > OutgoingView.maximumCount {
      outgoing.removeFirst(outgoing.count - OutgoingView.maximumCount)
    }
    appearance = TimedProgress(since: start, delay: delay, duration: TimedProgress.slideDuration)
  }
}

/// A view that is still drawn although its item was removed or has moved out of the visible range.
struct LeavingItem: Sendable {
  /// The value of ``card`` for a view that is not a card of a stack.
  static let noCard = 0

  /// The former index of a removed item, or the current index of an item outside the visible range.
  package var index: Int
  var content: LoadedView
  var kind: String?
  /// Whether the view is in the reuse pool already.
  var isPooled = false
  /// The identifier of the card that shows this view on a stack; ``noCard`` if the view is drawn at `position`.
  var card = noCard
  /// The position of the view at the scroll offset `anchor`; if the view slides, the position at the end of
  /// the slide.
  var position: ItemPosition
  var anchor = 0.0
  /// The animation of the view to `position`; `nil` if it does not slide.
  var slide: OffsetAnimation?
  /// The opacity of the view when it began to leave, in `0...1`.
  var opacity: Double
  /// Whether the view fades out.
  var fades: Bool
  /// The glide of a dropped item from the hand toward its position; `nil` if it does not glide.
  var dropGlide: DropGlide?
  /// The time until the view is removed.
  var progress: TimedProgress

  var view: any ItemView { content.view }

  /// Returns the position of the view while items are at `positions`; if the view slides, the position at the
  /// end of the slide.
  func position(in positions: ItemPositions) -> ItemPosition {
    positions.offset == anchor ? position : position - positions.travel(from: anchor)
  }

  /// Returns the opacity of the view at `now`, in `0...1`.
  func opacity(at now: Timestamp) -> Double { fades ? opacity * (1 - progress.value(at: now)) : opacity }
}

/// How a view leaves that a feature moves and whose item no longer exists.
struct Departure: Sendable {
  /// The identifier of the card that shows the view.
  let card: Int
  let progress: TimedProgress
  /// Whether the view fades out. If `false`, it continues its motion.
  let fades: Bool
}
