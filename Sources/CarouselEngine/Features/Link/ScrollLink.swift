internal import Geometry

/// A link between carousels: when one carousel moves, the other carousels move with it.
///
/// The carousel that moves is the leader; the others are its followers. A change of content is not a motion:
/// the carousels keep their own offsets until the next frame, so that the same change can be made to all of
/// them.
@MainActor
final class ScrollLink: CarouselPartner {
  private struct Member {
    weak var carousel: Carousel?
    /// The scroll offset of the carousel when the link last set or read it; `nil` while the carousel is
    /// empty.
    var offset: Double?
    /// The revision of the content at that time.
    var revision = 0
    /// Whether another member has ended the motion of this member and has not moved since.
    var isStopped = false
    /// Whether the reason with which this member settles next is known to the other members.
    var hasSharedRest = false
    /// The carousel that moved this carousel last.
    weak var leader: Carousel?
  }

  private var members: [Member] = []
  /// The common position of all members, in items. On rings the position does not wrap. `nil` until a member
  /// has items.
  private var position: Double?
  /// The member whose content has changed since the last frame.
  private weak var edited: Carousel?
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

  // MARK: Queries

  private func number(of carousel: Carousel) -> Int? { members.firstIndex { $0.carousel === carousel } }

  /// Calls `body` with each carousel linked to `carousel`. Meanwhile `body` may link and unlink carousels.
  private func forEachOther(than carousel: Carousel, _ body: (Carousel) -> Void) {
    for member in members { if let other = member.carousel, other !== carousel { body(other) } }
  }

  /// Returns the first carousel linked to `carousel` that satisfies `condition`.
  private func firstOther(than carousel: Carousel, where condition: (Carousel) -> Bool) -> Carousel? {
    for member in members {
      if let other = member.carousel, other !== carousel, condition(other) { return other }
    }
    return nil
  }

  /// Returns the carousel that moves `carousel`; `nil` if no carousel does.
  private func leader(of carousel: Carousel) -> Carousel? {
    firstOther(than: carousel) { $0.core.scroller.isLeading }
  }

  /// Returns whether another carousel moves `carousel`.
  func leads(_ carousel: Carousel) -> Bool { leader(of: carousel) != nil }

  /// Returns whether another member has ended the motion of `carousel`, so that it may be between two items.
  func hasStopped(_ carousel: Carousel) -> Bool {
    number(of: carousel).map { members[$0].isStopped } ?? false
  }

  // MARK: Frames

  /// Returns whether another carousel moves or has changed, or whether the leader that moved `carousel` was
  /// unlinked or deallocated.
  func needsFrame(for carousel: Carousel) -> Bool {
    edited != nil || firstOther(than: carousel) { $0.core.scroller.isMoving } != nil
      || carousel.core.isLed && !leads(carousel)
  }

  /// Advances the linked carousels that are in motion to `now`, because the position of `carousel` depends on
  /// theirs.
  func willAdvance(_ carousel: Carousel, to now: Timestamp) {
    guard !isCatchingUp else { return }
    isCatchingUp = true
    defer { isCatchingUp = false }
    alignAfterEdits(at: now)
    forEachOther(than: carousel) { other in
      guard other.core.frameTime.map({ $0 < now }) ?? true else { return }
      if other.core.scroller.isMoving || other.wakeTime.map({ $0 <= now }) ?? false { other.advance(to: now) }
    }
  }

  /// Moves the members to a common position after changes of content, if their items are comparable. Otherwise the
  /// change may have ended the motion that moved a member, so the member goes to its nearest item. The leader
  /// determines the position, or else the member that was edited last.
  private func alignAfterEdits(at now: Timestamp) {
    guard let edited else { return }
    self.edited = nil
    let leader = edited.core.scroller.isLeading ? edited : leader(of: edited) ?? edited
    let ring = leader.core.scroller.ring
    guard !ring.isEmpty else { return }
    forEachOther(than: leader) { follower in
      let (own, before) = (follower.core.scroller.ring, follower.core.scroller.offset)
      if own.wraps == ring.wraps, !ring.wraps || own.count == ring.count {
        align(follower, with: leader, at: now)
      } else if leader.core.scroller.isIdle, let stop = follower.core.scroller.nearestStopAtRest {
        // The layout of the leader may begin a motion, which moves the follower, too.
        guard isLaidOut(leader) else {
          self.edited = edited
          return
        }
        move(follower, to: stop, at: now)
      }
      // If the leader has still to settle, the follower settles with it.
      if follower.core.scroller.offset != before, leader.core.scroller.isIdle,
        leader.core.scroller.settleReason == nil
      {
        follower.applyLink(.shareRest(.dataChange), at: now)
      }
    }
  }

  // MARK: Inputs

  /// Records which carousel moves `carousel`.
  func willHandleInput(of carousel: Carousel) {
    guard let number = number(of: carousel) else { return }
    let leader = leader(of: carousel)
    if leader != nil { members[number].leader = leader }
    guard (leader != nil) != carousel.core.isLed else { return }
    carousel.applyLink(.setLed(leader != nil))
    // A leader that was deallocated or became empty during a motion has left the carousel where it was, so the
    // carousel settles.
    if members[number].leader?.core.scroller.ring.isEmpty ?? true { carousel.applyLink(.unlink) }
  }

  /// Moves the other members after an input of `carousel`. Their delegates are notified later.
  func didHandleInput(of carousel: Carousel) {
    guard let number = number(of: carousel) else { return }
    guard !carousel.core.scroller.ring.isEmpty else {
      members[number].offset = nil
      return
    }
    guard let before = members[number].offset else { return join(carousel, number: number) }
    let isBusy = carousel.core.scroller.isBusy
    // A reload may clamp the offset of a carousel that another one moves. This is no motion of its own.
    let settleReason = carousel.core.scroller.settleReason
    let mayBeClamped = settleReason == nil || settleReason == .dataChange
    let isClamped =
      carousel.core.scroller.offset != before && !isBusy && leads(carousel) && mayBeClamped
    let isEdited = members[number].revision != carousel.core.loader.revision || isClamped
    if isEdited {
      record(carousel, number: number)
      edited = carousel
    }
    let hasMoved = !isEdited && carousel.core.scroller.offset != before
    if isEdited || hasMoved || isBusy { members[number].hasSharedRest = false }
    if !hasMoved, !isBusy, leads(carousel) {
      // A follower settles together with its leader.
      if carousel.core.scroller.settleReason != nil {
        carousel.applyLink(.shareRest(nil), at: carousel.clock)
      }
      return
    }
    if hasMoved || isBusy { forEachOther(than: carousel) { stop($0, for: carousel) } }
    if hasMoved {
      advancePosition(
        to: carousel.core.scroller.offset,
        distance: carousel.core.scroller.ring.distance(from: before, to: carousel.core.scroller.offset))
      record(carousel, number: number)
      members[number].isStopped = false
      forEachOther(than: carousel) { align($0, with: carousel, at: carousel.clock) }
      edited = nil
    }
    // After a change of content, the other members move and settle with the next frame.
    if hasMoved || isBusy || !isEdited && carousel.core.scroller.settleReason != nil {
      shareRest(of: carousel)
    }
    if carousel.core.scroller.isIdle { settle(after: carousel) }
  }

  /// Returns whether the layout is up to date. Without a data source, it is not resolved again.
  private func isLaidOut(_ carousel: Carousel) -> Bool {
    !carousel.core.staleness.needsLayout || !carousel.core.hasDataSource
  }

  /// Copies the reason with which `carousel` settles to the members without an activity, once for each motion.
  private func shareRest(of carousel: Carousel) {
    // A carousel settles after its layout, which may begin another motion.
    let reason = isLaidOut(carousel) ? carousel.core.scroller.sharedRest : nil
    guard let number = number(of: carousel), reason == nil || !members[number].hasSharedRest else { return }
    for number in members.indices {
      guard let other = members[number].carousel else { continue }
      if other === carousel {
        members[number].hasSharedRest = reason != nil
      } else if !other.core.scroller.isBusy {
        members[number].hasSharedRest = reason != nil
        other.applyLink(.shareRest(reason), at: carousel.clock)
      }
    }
  }

  /// Continues the motions that `carousel` has stopped, because it has not moved since and is idle now.
  private func settle(after carousel: Carousel) {
    let isBusy = { (other: Carousel) in other.core.scroller.isBusy }
    guard firstOther(than: carousel, where: isBusy) == nil else { return }
    for number in members.indices where members[number].isStopped {
      members[number].isStopped = false
      members[number].carousel?.applyLink(.unlink, at: carousel.clock)
      guard firstOther(than: carousel, where: isBusy) == nil else {
        // All members settle when this motion has ended.
        return carousel.applyLink(.shareRest(nil), at: carousel.clock)
      }
    }
    firstOther(than: carousel) { $0.core.scroller.autoscroll.speed != 0 }?
      .applyLink(.resumeAutoscroll, at: carousel.clock)
  }

  /// Ends the motion of `other`, because `leader` has begun a motion or was set to another offset.
  private func stop(_ other: Carousel, for leader: Carousel) {
    let (scroller, leading) = (other.core.scroller, leader.core.scroller)
    guard scroller.yields(to: leading), let number = number(of: other) else { return }
    if leading.isHeldAtRest, scroller.isOnItsWay {
      // A touch on one member stops all members.
      leader.applyLink(.takeOverStop, at: leader.clock)
    }
    other.applyLink(.yield, at: leader.clock)
    members[number].isStopped = true
  }

  /// Copies the leader's cover turn to the other members, and notifies their delegates.
  func didDeliver(from leader: Carousel) {
    shareCoverTurn(of: leader)
    forEachOther(than: leader) { $0.showAndDeliver() }
  }

  private func shareCoverTurn(of leader: Carousel) {
    let scroller = leader.core.scroller
    guard scroller.isBusy || scroller.coverTurn.isAwake else { return }
    forEachOther(than: leader) { other in
      guard other.core.scroller.ring == scroller.ring, !other.core.scroller.isBusy else { return }
      other.applyLink(.shareCoverTurn(scroller.coverTurn.value), at: leader.clock)
    }
  }

  // MARK: Positions

  /// Moves a carousel that was just linked, or that has just got its first items, to the common position.
  private func join(_ carousel: Carousel, number: Int) {
    if let leader = firstOther(than: carousel, where: { !$0.core.scroller.ring.isEmpty }) {
      align(carousel, with: leader, at: leader.clock)
    } else {
      advancePosition(to: carousel.core.scroller.offset, distance: 0)
    }
    record(carousel, number: number)
  }

  /// Records the present offset and content of a member.
  private func record(_ carousel: Carousel, number: Int) {
    members[number].offset = carousel.core.scroller.offset
    members[number].revision = carousel.core.loader.revision
  }

  /// Moves the common position by `distance` items, to `offset` on the ring of the leader.
  private func advancePosition(to offset: Double, distance: Double) {
    // `distance` determines the number of full turns. Within a turn, `offset` is exact.
    let turns = (((position ?? offset) + distance) - offset).rounded()
    position = offset + turns
    if abs(offset + turns) > 1e9 { position = offset }
  }

  /// Moves `follower` as near to the position of `leader` as its items permit.
  private func align(_ follower: Carousel, with leader: Carousel, at time: Timestamp?) {
    guard !follower.core.scroller.ring.isEmpty else { return }
    move(follower, to: target(of: follower.core.scroller.ring, following: leader.core.scroller), at: time)
  }

  private func move(_ follower: Carousel, to target: Double, at time: Timestamp?) {
    guard let number = number(of: follower) else { return }
    follower.applyLink(.follow(target), at: time)
    record(follower, number: number)
    members[number].isStopped = false
  }

  /// Returns the offset for a carousel with `ring` at the position of `leader`. Each ring wraps at its own
  /// number of items, and a strip stops at its ends.
  private func target(of ring: ItemRing, following leader: Scroller) -> Double {
    if ring.count == leader.ring.count, ring.wraps == leader.ring.wraps { return leader.offset }
    if ring.wraps { return ring.offset(leader.ring.wraps ? position ?? leader.offset : leader.offset) }
    let inside = leader.ring.offset(leader.offset)
    return ring.offset(inside) + (leader.offset - inside)
  }
}
