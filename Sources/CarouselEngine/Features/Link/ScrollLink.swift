internal import Geometry

/// A link between carousels: when one carousel moves, the other carousels move with it.
///
/// The carousel that moves is the leader; the others are its followers. A follower has no activity and does not
/// settle until the motion of the leader has ended. If a follower is between two of its items then, it snaps to
/// an item. Changes of content and of the layout are no motions.
@MainActor
final class ScrollLink {
  private struct Member {
    weak var carousel: Carousel?
    /// The scroll offset of the carousel when the link last read it; `nil` while the carousel is empty.
    var offset: Double?
    /// The number of motions of the carousel at that time.
    var motionCount = 0
    /// Whether a finger rested on the carousel at that time.
    var isHeld = false
    /// The speed of autoscroll at that time.
    var speed = 0.0
  }

  private var members: [Member] = []
  /// The carousel that moves; `nil` if all are at rest.
  private weak var leader: Carousel? { didSet { hasLeader = leader != nil } }
  /// Whether ``leader`` was set. It stays `true` when the leader is deallocated in its motion.
  private var hasLeader = false
  /// The common position of rings with different numbers of items, in items. It does not wrap.
  private var position = 0.0
  private var isCatchingUp = false

  // MARK: Members

  /// The members that have not been deallocated.
  var carousels: [Carousel] { members.compactMap(\.carousel) }

  private func number(of carousel: Carousel) -> Int? { members.firstIndex { $0.carousel === carousel } }

  /// Calls `body` with each carousel linked to `carousel`. Meanwhile `body` may link and unlink carousels.
  private func forEachOther(than carousel: Carousel?, _ body: (Carousel) -> Void) {
    for member in members { if let other = member.carousel, other !== carousel { body(other) } }
  }

  /// Returns the first carousel linked to `carousel` that satisfies `condition`.
  private func firstOther(than carousel: Carousel?, where condition: (Carousel) -> Bool) -> Carousel? {
    members.lazy.compactMap(\.carousel).first { $0 !== carousel && condition($0) }
  }

  /// Adds a carousel, and moves it to the position of the other members. Its own motion ends.
  func add(_ newcomer: Carousel) {
    members.removeAll { $0.carousel == nil }
    let isFirst = !members.contains { $0.offset != nil }
    members.append(Member(carousel: newcomer))
    if newcomer.core.isLed { newcomer.applyLink(.endFollowing, at: newcomer.clock) }
    if !isFirst, !newcomer.core.scroller.row.isEmpty { newcomer.applyLink(.endMotion, at: newcomer.clock) }
    didHandleInput(of: newcomer)
    if leader == nil, newcomer.core.scroller.isBetweenItems,
      firstOther(than: newcomer, where: { $0.core.scroller.restsAtStop }) != nil
    {
      newcomer.applyLink(.snap, at: newcomer.clock)
    }
    if leader == nil { resumeAutoscroll(at: newcomer.clock) }
  }

  /// Removes a carousel. If it was the leader, the other members snap to an item and settle.
  func remove(_ carousel: Carousel) {
    members.removeAll { $0.carousel == nil || $0.carousel === carousel }
    if carousel.core.isLed { carousel.applyLink(.endFollowing, at: carousel.clock) }
    guard carousel === leader else { return }
    leader = nil
    endMotion(of: nil, at: carousel.clock)
  }

  // MARK: Frames

  /// Returns whether another carousel moves, or whether `carousel` is still to settle after a motion of another
  /// carousel.
  func needsFrame(for carousel: Carousel) -> Bool {
    if let leader {
      if leader.core.scroller.isIdle { return true }
    } else if carousel.core.isLed {
      return true
    }
    return firstOther(than: carousel) { $0.core.scroller.isMoving } != nil
  }

  /// Advances the linked carousels that are in motion to `now`, because the position of `carousel` depends on
  /// theirs.
  func willAdvance(_ carousel: Carousel, to now: Timestamp) {
    guard !isCatchingUp else { return }
    isCatchingUp = true
    defer { isCatchingUp = false }
    forEachOther(than: carousel) { other in
      guard other.core.timeline.isLater(now) else { return }
      if other.core.scroller.isMoving || other.wakeTime.map({ $0 <= now }) ?? false {
        other.advance(to: now)
      } else if leader != nil {
        // The members settle when the layout of all is up to date.
        other.layOutIfNeeded()
      }
    }
  }

  // MARK: Inputs

  /// Makes the followers of a leader that was deallocated ask for the frame in which they come to rest. They ask in a
  /// later turn of the main actor, because the leader may be deallocated while another carousel is being changed.
  func didDeallocate() {
    guard hasLeader, leader == nil else { return }
    Task { @MainActor in self.forEachOther(than: nil) { $0.showAndDeliver() } }
  }

  /// Ends the motion of a leader that was deallocated.
  func willHandleInput(of carousel: Carousel) {
    if leader == nil, carousel.core.isLed { endMotion(of: nil, at: carousel.clock) }
  }

  /// Moves the other members after an input of `carousel`. Their delegates are notified later.
  func didHandleInput(of carousel: Carousel) {
    guard let number = number(of: carousel) else { return }
    let before = members[number]
    read(number)
    guard let offset = members[number].offset else {
      guard carousel === leader else { return }
      leader = nil
      return endMotion(of: nil, at: carousel.clock)
    }
    guard let offsetBefore = before.offset else { return join(carousel) }
    if carousel !== leader, members[number].speed != before.speed { startAutoscroll(carousel) }
    let scroller = carousel.core.scroller
    let moves = scroller.isLeading || scroller.motionCount != before.motionCount
    let stops = !before.isHeld && stopsLeader(carousel)
    if carousel !== leader, moves || stops { lead(carousel) }
    if carousel === leader, offset != offsetBefore {
      advancePosition(to: offset, from: offsetBefore, on: scroller.row)
      forEachOther(than: carousel) { align($0, with: carousel) }
    }
    endMotionIfOver()
  }

  /// Reads the offset and the number of motions of a member.
  private func read(_ number: Int) {
    guard let scroller = members[number].carousel?.core.scroller else { return }
    members[number].offset = scroller.row.isEmpty ? nil : scroller.offset
    members[number].motionCount = scroller.motionCount
    members[number].isHeld = scroller.isHeldAtRest
    members[number].speed = scroller.autoscroll.speed
  }

  /// Moves a carousel that was just linked, or that has just got its first items, to the common position.
  private func join(_ carousel: Carousel) {
    if let other = leader ?? firstOther(than: carousel, where: { !$0.core.scroller.row.isEmpty }) {
      if leader != nil { carousel.applyLink(.beginFollowing, at: other.clock) }
      align(carousel, with: other)
    } else {
      position = carousel.core.scroller.offset
      if carousel.core.scroller.isLeading { lead(carousel) }
    }
  }

  // MARK: Leader

  /// Returns whether a finger that comes down on `carousel` stops the motion of the leader. A finger that rests on it
  /// already does not stop a motion that begins later.
  private func stopsLeader(_ carousel: Carousel) -> Bool {
    carousel.core.scroller.isHeldAtRest && leader?.core.scroller.stopsAtTouch ?? false
  }

  /// Starts autoscroll of a follower whose speed was changed if its leader autoscrolls, because that motion may not
  /// end.
  private func startAutoscroll(_ carousel: Carousel) {
    guard let leader, leader.core.scroller.isAutoscrolling, carousel.core.isLed,
      carousel.core.scroller.isIdle
    else { return }
    carousel.applyLink(.endFollowing, at: carousel.clock)
    carousel.applyLink(.resumeAutoscroll, at: carousel.clock)
    if carousel.core.scroller.isIdle { carousel.applyLink(.beginFollowing, at: carousel.clock) }
  }

  /// Makes `carousel` the leader. The activities of all other members end.
  private func lead(_ carousel: Carousel) {
    let takesOverStop = stopsLeader(carousel) && leader?.core.scroller.isOnItsWay ?? false
    leader = carousel
    forEachOther(than: carousel) { other in
      if !other.core.isLed || !other.core.scroller.isIdle {
        other.applyLink(.beginFollowing, at: carousel.clock)
      }
    }
    if carousel.core.isLed { carousel.applyLink(.endFollowing, at: carousel.clock) }
    if takesOverStop { carousel.applyLink(.takeOverStop, at: carousel.clock) }
  }

  /// Ends the motion if the leader is at rest. A carousel settles after its layout, which may begin another
  /// motion.
  private func endMotionIfOver() {
    guard let leader, leader.core.scroller.isIdle, carousels.allSatisfy({ $0.core.isLaidOut }) else { return }
    // The content of a follower may have changed since the last move. A leader that is held at an end of its strip
    // does not move the others back.
    forEachOther(than: leader) { other in
      let scroller = other.core.scroller
      let rest = scroller.bounds.resting(scroller.offset)
      if target(of: leader.core.scroller, following: scroller, at: rest) != leader.core.scroller.offset {
        align(other, with: leader)
      }
    }
    endMotion(of: leader, at: leader.clock)
  }

  /// Makes the members settle. Those between two items snap to an item before.
  ///
  /// - Parameter former: The carousel that has come to rest; `nil` if it is not a member any more, or is empty. If
  ///   it need not rest at a stop, the others stay where it rests, between their ends.
  private func endMotion(of former: Carousel?, at time: Timestamp?) {
    leader = nil
    let snaps = former?.core.scroller.restsAtStop ?? true
    forEachOther(than: former) { other in
      let scroller = other.core.scroller
      if snaps || scroller.isOutside, scroller.isBetweenItems { other.applyLink(.snap, at: time) }
      if other.core.isLed { other.applyLink(.endFollowing, at: time) }
    }
    resumeAutoscroll(at: time)
  }

  /// Starts autoscroll of the first member that it can move. This member leads.
  private func resumeAutoscroll(at time: Timestamp?) {
    forEachOther(than: nil) { paused in
      let scroller = paused.core.scroller
      guard leader == nil, scroller.autoscroll.speed != 0, scroller.isIdle else { return }
      paused.applyLink(.resumeAutoscroll, at: time)
      didHandleInput(of: paused)
    }
  }

  // MARK: Positions

  /// Moves the common position by the distance that the leader has moved, to `offset` on its ring.
  private func advancePosition(to offset: Double, from offsetBefore: Double, on row: ItemRow) {
    let reached = position + row.distance(from: offsetBefore, to: offset)
    position = offset
    // Within a turn, `offset` is exact. Edits may have changed the number of items in a turn.
    let turns = row.wraps ? ((reached - offset) / Double(row.count)).rounded() : 0
    if abs(reached) < 1e9 { position += turns * Double(row.count) }
  }

  /// Moves `follower` as near to the position of `leader` as its items permit.
  private func align(_ follower: Carousel, with leader: Carousel) {
    guard let number = number(of: follower), !follower.core.scroller.row.isEmpty else { return }
    let scroller = leader.core.scroller
    let target = target(of: follower.core.scroller, following: scroller, at: scroller.offset)
    // A carousel that joins a link does not settle.
    let reason = leader === self.leader ? scroller.settleReason ?? .program : nil
    follower.applyLink(.follow(target, isSet: scroller.isOffsetSet, reason: reason), at: leader.clock)
    read(number)
  }

  /// Returns the offset of `follower` when `leader` is at `offset`. Each ring wraps at its own number of items. A strip
  /// stays between its own ends; if the leader is beyond its end, the strip is as far beyond its own.
  private func target(of follower: Scroller, following leader: Scroller, at offset: Double) -> Double {
    let row = follower.row
    let isSameRow = row.count == leader.row.count && row.wraps == leader.row.wraps
    if isSameRow, follower.bounds.restRange == leader.bounds.restRange { return offset }
    if row.wraps { return row.offset(leader.row.wraps ? position : offset) }
    let inside = leader.bounds.resting(offset)
    return follower.bounds.resting(inside) + (offset - inside)
  }

  // MARK: Delivery

  /// Copies the leader's cover turn to the other members, and notifies their delegates.
  func didDeliver(from leader: Carousel) {
    shareCoverTurn(of: leader)
    forEachOther(than: leader) { $0.showAndDeliver() }
  }

  private func shareCoverTurn(of leader: Carousel) {
    let scroller = leader.core.scroller
    guard !scroller.isIdle || scroller.coverTurn.isAwake else { return }
    forEachOther(than: leader) { other in
      guard other.core.scroller.row == scroller.row, other.core.scroller.isIdle else { return }
      other.applyLink(.shareCoverTurn(scroller.coverTurn.value), at: leader.clock)
    }
  }
}

extension CarouselCore {
  /// Whether the layout is up to date. Without a data source, or while a batch is open, it is not resolved
  /// again.
  fileprivate var isLaidOut: Bool {
    agenda.isEmpty && (!staleness.needsLayout || !hasDataSource || content.isGathering)
  }
}
