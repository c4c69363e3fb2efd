internal import Geometry

/// A view that stands for an item or a placeholder, and how it gets to its place.
struct LoadedItem: Sendable {
  /// The item's index; below 0 or from the number of items on it is a placeholder.
  var index: Int
  /// The data source's view: a reference that the engine passes on without a look at it.
  var view: any ItemView
  /// The view's size, as it was when the view was supplied or said to have changed.
  var size: Size
  /// Whether the item is found again after changes of content.
  var isFollowed = false
  /// The view's reuse identifier.
  var kind: String?
  /// How it slides to its place after a change of content beside it.
  var slide: OffsetAnimation?
  /// How it appears after it was inserted or reloaded.
  var appearance: TimedProgress?
  /// The views it replaces, while they can still be seen; the newest last.
  var outgoing: [OutgoingView] = []

  /// Whether it is on its way to its place, appears, or replaces views that can still be seen.
  @inline(__always)
  var isChanging: Bool { slide != nil || appearance != nil || !outgoing.isEmpty }

  init(index: Int, view: any ItemView, size: Size, kind: String?) {
    self.index = index
    self.view = view
    self.size = size
    self.kind = kind
  }

  /// A view that fades out under the one that replaces it.
  struct OutgoingView: Sendable {
    var view: any ItemView
    /// How opaque it was when that began, in `0...1`.
    var presence: Double

    /// The most of them that are kept under one item; of more the faintest are dropped.
    static let most = 4
  }

  /// Returns where the item is seen at `now` on its way to `place`.
  func position(towards place: ItemPosition, at now: Timestamp?) -> ItemPosition {
    guard let slide else { return place }
    return place + slide.remaining(at: now)
  }

  /// Returns how opaque it is at `now`, in `0...1`.
  func presence(at now: Timestamp?) -> Double { appearance?.value(at: now) ?? 1 }

  /// Returns how opaque outgoing view `position` is drawn at `now`, in `0...1`.
  ///
  /// Views that lie over each other are drawn one after the other, and what shows of one is what those above it leave:
  /// the lowest stays opaque, so that nothing behind the item shines through, and goes when it is all but covered.
  func opacity(ofOutgoing position: Int, at now: Timestamp?) -> Double {
    let presence = presence(at: now)
    let above = outgoing[(position + 1)...].reduce(0) { $0 + $1.presence }
    let (seen, left) = (outgoing[position].presence * (1 - presence), (1 - above) * (1 - presence))
    guard left > 0 else { return 0 }
    let covered = presence * presence * presence * presence
    return min(1, seen / left) * (1 - covered * covered)
  }

  /// Lets the item look different from now on.
  ///
  /// - Parameter old: The view it showed, if that is another one: it fades out, from what is seen of it at `now`.
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

/// A view on its way out after its item was removed, or moved out of sight.
struct LeavingItem: Sendable {
  /// The index it had, or has where it is not visible.
  var index: Int
  var view: any ItemView
  var kind: String?
  /// Whether the view is in the reuse pool already.
  var isPooled = false
  /// Where it stands or goes to while the carousel is at `anchor`.
  var place: ItemPosition
  var anchor = 0.0
  /// How it gets there.
  var slide: OffsetAnimation?
  /// How opaque it was in the beginning, in `0...1`.
  var presence: Double
  /// Whether it fades.
  var fades: Bool
  /// How long it stays.
  var progress: TimedProgress

  /// Returns where it is seen at `now`.
  func position(at now: Timestamp?, in positions: ItemPositions) -> ItemPosition {
    let place = place(in: positions)
    guard let slide else { return place }
    return place + slide.remaining(at: now)
  }

  /// Returns where it stands or goes to while items stand at `positions`.
  func place(in positions: ItemPositions) -> ItemPosition {
    positions.offset == anchor ? place : place - positions.travel(from: anchor)
  }

  /// Returns how opaque it is at `now`, in `0...1`.
  func presence(at now: Timestamp?) -> Double { fades ? presence * (1 - progress.value(at: now)) : presence }
}
