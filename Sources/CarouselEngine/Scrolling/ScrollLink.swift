/// Keeps carousels in step: the one that moves takes the others along.
@MainActor
final class ScrollLink {
  private struct Member {
    weak var carousel: Carousel?
    /// Where it was when the link last looked; `nil` while it is empty.
    var offset: Double?
  }

  private var members: [Member] = []
  /// Where they are, in items, counted on over the seams of rings; `nil` until somebody has items.
  private var place: Double?
  private var isCatchingUp = false

  /// Those that are still there.
  var carousels: [Carousel] { members.compactMap(\.carousel) }

  func add(_ carousel: Carousel) {
    members.removeAll { $0.carousel == nil }
    members.append(Member(carousel: carousel, offset: nil))
  }

  func remove(_ carousel: Carousel) {
    members.removeAll { $0.carousel == nil || $0.carousel === carousel }
  }

  /// Forgets carousels that have been released; returns whether there were any.
  func dropReleased() -> Bool {
    let count = members.count
    members.removeAll { $0.carousel == nil }
    return members.count < count
  }

  /// Calls `body` with each of those that `carousel` is bound to; whoever is called may bind and unbind.
  func forEachMate(of carousel: Carousel, _ body: (Carousel) -> Void) {
    for member in members { if let mate = member.carousel, mate !== carousel { body(mate) } }
  }

  /// Returns the first of those that `carousel` is bound to of which `isWanted` is true.
  private func mate(of carousel: Carousel, where isWanted: (Carousel) -> Bool) -> Carousel? {
    for member in members { if let mate = member.carousel, mate !== carousel, isWanted(mate) { return mate } }
    return nil
  }

  /// Whether another carousel moves this one.
  func leads(_ carousel: Carousel) -> Bool {
    mate(of: carousel) { $0.core.scroller.isLeading } != nil
  }

  /// Whether the picture of `carousel` changes because another one moves.
  func moves(_ carousel: Carousel) -> Bool {
    mate(of: carousel) { $0.core.scroller.isMoving } != nil
  }

  /// Lets those that move by themselves come to `now` before `carousel` does, whose place depends on theirs.
  func catchUp(before carousel: Carousel, to now: Timestamp) {
    guard !isCatchingUp else { return }
    isCatchingUp = true
    defer { isCatchingUp = false }
    forEachMate(of: carousel) { mate in
      guard mate.core.frameTime.map({ $0 < now }) ?? true else { return }
      if mate.core.scroller.isMoving || mate.wakeTime.map({ $0 <= now }) ?? false { mate.advance(to: now) }
    }
  }

  /// Takes the others along after `leader` has acted; nobody is told yet.
  func takeAlong(from leader: Carousel) {
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
          $0.applyLink(.shareRest(of: leader.core.scroller), at: leader.clock)
        }
      }
    }
    guard leader.core.scroller.isIdle, mate(of: leader, where: { $0.core.scroller.isBusy }) == nil else {
      return
    }
    mate(of: leader) { $0.core.scroller.settings.autoscroll != 0 }?
      .applyLink(.resumeAutoscroll, at: leader.clock)
  }

  /// Lets `mate` leave the motion to `leader`, which has just begun one of its own, or was set elsewhere.
  private func yield(_ mate: Carousel, to leader: Carousel) {
    let (scroller, leading) = (mate.core.scroller, leader.core.scroller)
    guard scroller.yields(to: leading) else { return }
    if leading.isHeldAtRest, scroller.isOnItsWay {
      // Touching one of them stops all.
      leader.applyLink(.takeOverStop, at: leader.clock)
    }
    mate.applyLink(.yield, at: leader.clock)
  }

  /// Lets the covers of the others turn as the leader's do.
  func shareCoverTurn(of leader: Carousel) {
    let scroller = leader.core.scroller
    guard scroller.isBusy || scroller.coverTurn.isAwake else { return }
    forEachMate(of: leader) { mate in
      guard mate.core.scroller.ring == scroller.ring, !mate.core.scroller.isBusy else { return }
      mate.applyLink(.shareCoverTurn(of: scroller), at: leader.clock)
    }
  }

  /// Puts a carousel that has just got items, or has just been bound, where the others are.
  private func join(_ carousel: Carousel, number: Int) {
    if let leader = mate(of: carousel, where: { !$0.core.scroller.ring.isEmpty }) {
      bring(carousel, along: leader)
    } else {
      note(carousel.core.scroller.offset, of: number, distance: 0)
    }
    members[number].offset = carousel.core.scroller.offset
  }

  /// Notes where member `number` is now, `distance` items from where it was.
  private func note(_ offset: Double, of number: Int, distance: Double) {
    members[number].offset = offset
    // Whole turns are counted on; where it is within one, the carousel itself knows exactly.
    place = offset + (((place ?? offset) + distance) - offset).rounded()
    if abs(place ?? 0) > 1e9 { place = offset }
  }

  /// Puts `mate` where `leader` is, as near as it can get.
  private func bring(_ mate: Carousel, along leader: Carousel) {
    guard let number = members.firstIndex(where: { $0.carousel === mate }), !mate.core.scroller.ring.isEmpty
    else {
      return
    }
    let target = target(of: mate.core.scroller.ring, along: leader.core.scroller)
    mate.applyLink(.follow(target), at: leader.clock)
    members[number].offset = mate.core.scroller.offset
  }

  /// Returns where a carousel with `ring` is when `leader` is where it is: rings go round each for itself, a row waits at
  /// its end.
  private func target(of ring: ItemRing, along leader: Scroller) -> Double {
    if ring.count == leader.ring.count, ring.wraps == leader.ring.wraps { return leader.offset }
    if ring.wraps { return ring.offset(leader.ring.wraps ? place ?? leader.offset : leader.offset) }
    let inside = leader.ring.offset(leader.offset)
    return ring.offset(inside) + (leader.offset - inside)
  }
}
