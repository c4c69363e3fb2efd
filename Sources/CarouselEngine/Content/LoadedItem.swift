/// A view that stands for an item or a placeholder, and how it gets to its place.
struct LoadedItem {
  /// The item's index; below 0 or from the number of items on it is a placeholder.
  var index: Int
  var view: any ItemView
  /// Whether somebody wants to find it again after changes of content.
  var isFollowed = false
  /// Which kind of view it is, as the data source said.
  var kind: String?
  /// How it slides to its place after a change of content beside it.
  var slide: Slide?
  /// How it appears after it was inserted or reloaded.
  var appearance: Passage?
  /// What it takes the place of, while that can still be seen; the newest last.
  var predecessors: [Predecessor] = []

  init(index: Int, view: any ItemView, kind: String?) {
    self.index = index
    self.view = view
    self.kind = kind
  }

  /// A view that passes away under the one that takes its place.
  struct Predecessor {
    var view: any ItemView
    /// How much of it was seen when that began, in `0...1`.
    var presence: Double

    /// The most of them that are kept under one item; of more the faintest are gone.
    static let most = 4
  }

  /// Returns where the item is seen at `now` on its way to `place`.
  @inline(__always)
  func spot(towards place: Spot, at now: Timestamp?) -> Spot {
    guard let slide else { return place }
    return place + slide.remaining(at: now)
  }

  /// Returns how much of it is seen at `now`, in `0...1`.
  @inline(__always)
  func presence(at now: Timestamp?) -> Double { appearance?.progress(at: now) ?? 1 }

  /// Returns how opaque predecessor `position` is drawn at `now`, in `0...1`.
  ///
  /// Views that lie over each other are drawn one after the other, and what shows of one is what those above it leave:
  /// the lowest stays opaque, so that nothing behind the item shines through, and goes when it is all but covered.
  func opacity(ofPredecessor position: Int, at now: Timestamp?) -> Double {
    let presence = presence(at: now)
    let above = predecessors[(position + 1)...].reduce(0) { $0 + $1.presence }
    let (seen, left) = (predecessors[position].presence * (1 - presence), (1 - above) * (1 - presence))
    guard left > 0 else { return 0 }
    let covered = presence * presence * presence * presence
    return min(1, seen / left) * (1 - covered * covered)
  }

  /// Lets the item look different from now on.
  ///
  /// - Parameters:
  ///   - old: What it looked like, if that is another view: it passes away, from what is seen of it at `now`.
  mutating func appear(
    over old: (any ItemView)?, seenAt now: Timestamp?, since start: Timestamp?, delay: Double
  ) {
    let presence = presence(at: now)
    for position in predecessors.indices { predecessors[position].presence *= 1 - presence }
    if let old { predecessors.append(Predecessor(view: old, presence: presence)) }
    if predecessors.count > Predecessor.most {
      predecessors.removeFirst(predecessors.count - Predecessor.most)
    }
    appearance = Passage(since: start, delay: delay, duration: Passage.slideDuration)
  }
}

/// A view on its way out after its item was removed, or moved out of sight.
struct LeavingItem {
  /// The index it had, or has where nobody looks.
  var index: Int
  var view: any ItemView
  var kind: String?
  /// Whether the view waits for reuse already.
  var isPooled = false
  /// Where it stands or goes to while the carousel is at `anchor`.
  var place: Spot
  var anchor = 0.0
  /// How it gets there.
  var slide: Slide?
  /// How much of it was seen in the beginning, in `0...1`.
  var presence: Double
  /// Whether it fades.
  var fades: Bool
  /// How long it stays.
  var passage: Passage

  /// Returns where it is seen at `now`.
  func spot(at now: Timestamp?, in scroller: Scroller) -> Spot {
    let place = place(in: scroller)
    guard let slide else { return place }
    return place + slide.remaining(at: now)
  }

  /// Returns where it stands or goes to while the carousel is where `scroller` says.
  func place(in scroller: Scroller) -> Spot {
    scroller.offset == anchor ? place : place - scroller.travel(from: anchor)
  }

  /// Returns how much of it is seen at `now`, in `0...1`.
  func presence(at now: Timestamp?) -> Double {
    fades ? presence * (1 - passage.progress(at: now)) : presence
  }
}
