/// A link between carousels: when one carousel moves, the other carousels move with it.
@MainActor
final class ScrollLink: CarouselPartner {
  private struct Member {
    weak var carousel: Carousel?
    /// The scroll offset of the carousel when the link last set or read it; `nil` while the carousel is
    /// empty.
    var offset: Double?
    /// The carousel that moved this carousel last.
    weak var leader: Carousel?
  }

  private var members: [Member] = []
  /// The common position of all members, in items. On rings the position does not wrap. `nil` until a member
  /// has items.
  private var place: Double?
  private var isCatchingUp = false

  /// The members that have not been deallocated.
  var carousels: [Carousel] { members.compactMap(\.carousel) }

  func add(_ carousel: Carousel) {
    members.removeAll { $0.carousel == nil }
    members.append(Member(carousel: carousel, offset: nil))
  }

  func remove(_ carousel: Carousel) {
    members.removeAll { $0.carousel == nil || $0.carousel === carousel }
  }

  /// Calls `body` with each carousel linked to `carousel`. Meanwhile `body` may link and unlink carousels.
  private func forEachMate(of carousel: Carousel, _ body: (Carousel) -> Void) {
    for member in members { if let mate = member.carousel, mate !== carousel { body(mate) } }
  }

  /// Returns the first carousel linked to `carousel` that satisfies `isWanted`.
  private func mate(of carousel: Carousel, where isWanted: (Carousel) -> Bool) -> Carousel? {
    for member in members { if let mate = member.carousel, mate !== carousel, isWanted(mate) { return mate } }
    return nil
  }

  /// Returns the carousel that moves `carousel`; `nil` if no carousel does.
  private func leader(of carousel: Carousel) -> Carousel? {
    mate(of: carousel) { $0.core.scroller.isLeading }
  }

  /// Returns whether another carousel moves `carousel`.
  func leads(_ carousel: Carousel) -> Bool { leader(of: carousel) != nil }

  /// Records which carousel moves `carousel`.
  func willHandleInput(of carousel: Carousel) {
    guard let number = members.firstIndex(where: { $0.carousel === carousel }) else { return }
    let leader = leader(of: carousel)
    if leader != nil { members[number].leader = leader }
    guard (leader != nil) != carousel.core.isLed else { return }
    carousel.applyLink(.setLed(leader != nil))
    // A leader that was deallocated during a motion has left the carousel where it was, so the carousel settles.
    if members[number].leader == nil { carousel.applyLink(.unlink) }
  }

  /// Returns whether another carousel moves, or whether the leader that moved `carousel` was unlinked or
  /// deallocated.
  func needsFrame(for carousel: Carousel) -> Bool {
    mate(of: carousel) { $0.core.scroller.isMoving } != nil || carousel.core.isLed && !leads(carousel)
  }

  /// Advances the linked carousels that are in motion to `now`, because the position of `carousel` depends on
  /// theirs.
  func willAdvance(_ carousel: Carousel, to now: Timestamp) {
    guard !isCatchingUp else { return }
    isCatchingUp = true
    defer { isCatchingUp = false }
    forEachMate(of: carousel) { mate in
      guard mate.core.frameTime.map({ $0 < now }) ?? true else { return }
      if mate.core.scroller.isMoving || mate.wakeTime.map({ $0 <= now }) ?? false { mate.advance(to: now) }
    }
  }

  /// Moves the other members after an action of `leader`. Their delegates are notified later.
  func didHandleInput(of leader: Carousel) {
    guard let number = members.firstIndex(where: { $0.carousel === leader }) else { return }
    guard !leader.core.scroller.ring.isEmpty else {
      members[number].offset = nil
      return
    }
    guard let before = members[number].offset else { return join(leader, number: number) }
    let hasMoved = leader.core.scroller.offset != before
    if hasMoved || leader.core.scroller.isBusy {
      forEachMate(of: leader) { yield($0, to: leader) }
    }
    if hasMoved {
      note(
        leader.core.scroller.offset, of: number,
        distance: leader.core.scroller.ring.distance(from: before, to: leader.core.scroller.offset))
      forEachMate(of: leader) { bring($0, along: leader) }
    }
    if hasMoved || leader.core.scroller.isBusy || leader.core.scroller.pendingSettleReason != nil {
      forEachMate(of: leader) {
        if !$0.core.scroller.isBusy {
          $0.applyLink(.shareRest(leader.core.scroller.sharedRest), at: leader.clock)
        }
      }
    }
    guard leader.core.scroller.isIdle, mate(of: leader, where: { $0.core.scroller.isBusy }) == nil else {
      return
    }
    mate(of: leader) { $0.core.scroller.autoscroll.speed != 0 }?
      .applyLink(.resumeAutoscroll, at: leader.clock)
  }

  /// Ends the motion of `mate`, because `leader` has begun a motion or was set to another offset.
  private func yield(_ mate: Carousel, to leader: Carousel) {
    let (scroller, leading) = (mate.core.scroller, leader.core.scroller)
    guard scroller.yields(to: leading) else { return }
    if leading.isHeldAtRest, scroller.isOnItsWay {
      // A touch on one member stops all members.
      leader.applyLink(.takeOverStop, at: leader.clock)
    }
    mate.applyLink(.yield, at: leader.clock)
  }

  /// Copies the leader's cover turn to the other members, and notifies their delegates.
  func didDeliver(from leader: Carousel) {
    shareCoverTurn(of: leader)
    forEachMate(of: leader) { $0.showAndDeliver() }
  }

  private func shareCoverTurn(of leader: Carousel) {
    let scroller = leader.core.scroller
    guard scroller.isBusy || scroller.coverTurn.isAwake else { return }
    forEachMate(of: leader) { mate in
      guard mate.core.scroller.ring == scroller.ring, !mate.core.scroller.isBusy else { return }
      mate.applyLink(.shareCoverTurn(scroller.coverTurn.value), at: leader.clock)
    }
  }

  /// Moves a carousel that was just linked, or that has just got its first items, to the common position.
  private func join(_ carousel: Carousel, number: Int) {
    if let leader = mate(of: carousel, where: { !$0.core.scroller.ring.isEmpty }) {
      bring(carousel, along: leader)
    } else {
      note(carousel.core.scroller.offset, of: number, distance: 0)
    }
    members[number].offset = carousel.core.scroller.offset
  }

  /// Records the new offset of member `number`, which has moved by `distance` items.
  private func note(_ offset: Double, of number: Int, distance: Double) {
    members[number].offset = offset
    // `distance` determines the number of full turns. Within a turn, `offset` is exact.
    place = offset + (((place ?? offset) + distance) - offset).rounded()
    if abs(place ?? 0) > 1e9 { place = offset }
  }

  /// Moves `mate` as near to the position of `leader` as its items permit.
  private func bring(_ mate: Carousel, along leader: Carousel) {
    guard let number = members.firstIndex(where: { $0.carousel === mate }), !mate.core.scroller.ring.isEmpty
    else {
      return
    }
    let target = target(of: mate.core.scroller.ring, along: leader.core.scroller)
    mate.applyLink(.follow(target), at: leader.clock)
    members[number].offset = mate.core.scroller.offset
  }

  /// Returns the offset for a carousel with `ring` at the position of `leader`. Each ring wraps at its own
  /// number of items, and a strip stops at its ends.
  private func target(of ring: ItemRing, along leader: Scroller) -> Double {
    if ring.count == leader.ring.count, ring.wraps == leader.ring.wraps { return leader.offset }
    if ring.wraps { return ring.offset(leader.ring.wraps ? place ?? leader.offset : leader.offset) }
    let inside = leader.ring.offset(leader.offset)
    return ring.offset(inside) + (leader.offset - inside)
  }
}
