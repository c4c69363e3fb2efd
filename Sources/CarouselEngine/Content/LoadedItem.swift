internal import Geometry

/// A view that shows an item or a placeholder, and its animations.
struct LoadedItem: Sendable {
  /// The item's index; placeholders are below 0 and from the number of items on.
  var index: Int
  /// The data source's view: a reference that the engine only passes on.
  var view: any ItemView
  /// The view's size when it was supplied or last reported as changed.
  var size: Size
  /// Whether the item is marked, so that it can be found after changes of content.
  var isFollowed = false
  /// The view's reuse identifier.
  var kind: String?
  /// The animation to its position after a change of content.
  var slide: OffsetAnimation?
  /// The fade-in after it was inserted or reloaded.
  var appearance: TimedProgress?
  /// The views it replaces, while they are still visible; the newest last.
  var outgoing: [OutgoingView] = []
  /// The glide from the hand into its slot.
  var dropGlide: DropGlide?

  /// Whether the item slides, appears, glides, or replaces views that are still visible.
  @inline(__always)
  var isChanging: Bool { slide != nil || appearance != nil || !outgoing.isEmpty || dropGlide != nil }

  init(index: Int, view: any ItemView, size: Size, kind: String?) {
    self.index = index
    self.view = view
    self.size = size
    self.kind = kind
  }

  /// An outgoing view, which fades out under the view that replaces it.
  struct OutgoingView: Sendable {
    var view: any ItemView
    /// The opacity at the start of the fade, in `0...1`.
    var presence: Double

    /// The maximum number of outgoing views under one item; the faintest are dropped.
    static let most = 4
  }

  /// Returns the position where the item is drawn at `now` on its way to `place`.
  func position(towards place: ItemPosition, at now: Timestamp?) -> ItemPosition {
    guard let slide else { return place }
    return place + slide.remaining(at: now)
  }

  /// Returns the item's opacity at `now`, in `0...1`.
  func presence(at now: Timestamp?) -> Double { appearance?.value(at: now) ?? 1 }

  /// Returns the opacity of outgoing view `position` at `now`, in `0...1`.
  ///
  /// Views are drawn from bottom to top, so a view shows only through those above it. The lowest view stays
  /// opaque, so that content behind the item does not show through, and fades when it is almost covered.
  func opacity(ofOutgoing position: Int, at now: Timestamp?) -> Double {
    let presence = presence(at: now)
    let above = outgoing[(position + 1)...].reduce(0) { $0 + $1.presence }
    let (seen, left) = (outgoing[position].presence * (1 - presence), (1 - above) * (1 - presence))
    guard left > 0 else { return 0 }
    let covered = presence * presence * presence * presence
    return min(1, seen / left) * (1 - covered * covered)
  }

  /// Starts a fade-in, because the item's content has changed.
  ///
  /// - Parameter old: The former view, which fades out from its opacity at `now`; `nil` if the view has not
  ///   changed.
  mutating func appear(
    over old: (any ItemView)?, seenAt now: Timestamp?, since start: Timestamp?, delay: Double
  ) {
    let presence = presence(at: now)
    for position in outgoing.indices { outgoing[position].presence *= 1 - presence }
    if let old { outgoing.append(OutgoingView(view: old, presence: presence)) }
    if outgoing.count > OutgoingView.most { outgoing.removeFirst(outgoing.count - OutgoingView.most) }
    appearance = TimedProgress(since: start, delay: delay, duration: TimedProgress.slideDuration)
  }
}

/// A view that leaves after its item was removed or moved out of the visible range.
struct LeavingItem: Sendable {
  /// The identifier of no card.
  static let noCard = 0

  /// The former index, or the current one if the item moved out of the visible range.
  var index: Int
  var view: any ItemView
  var kind: String?
  /// Whether the view is in the reuse pool already.
  var isPooled = false
  /// The identifier of the card of a stack with this view; ``noCard`` if it is drawn at `place`.
  var card = noCard
  /// The position, or the destination of `slide`, while the carousel's offset is `anchor`.
  var place: ItemPosition
  var anchor = 0.0
  /// The animation to `place`.
  var slide: OffsetAnimation?
  /// The opacity at the start, in `0...1`.
  var presence: Double
  /// Whether the view fades out.
  var fades: Bool
  /// The glide from the hand toward its position.
  var dropGlide: DropGlide?
  /// The time until the view is removed.
  var progress: TimedProgress

  /// Returns the position where it is drawn at `now`.
  func position(at now: Timestamp?, in positions: ItemPositions) -> ItemPosition {
    let place = place(in: positions)
    guard let slide else { return place }
    return place + slide.remaining(at: now)
  }

  /// Returns its position, or the destination of `slide`, while items are at `positions`.
  func place(in positions: ItemPositions) -> ItemPosition {
    positions.offset == anchor ? place : place - positions.travel(from: anchor)
  }

  /// Returns its opacity at `now`, in `0...1`.
  func presence(at now: Timestamp?) -> Double { fades ? presence * (1 - progress.value(at: now)) : presence }
}
