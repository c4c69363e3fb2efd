/// Knows which buffers exist, who holds them and what they show; makes none itself.
package struct BufferLedger {
  /// What to do for the next frame.
  package enum Choice: Equatable {
    /// Draw into this one; `age` as in `DrawableBuffer.age`.
    case use(slot: Int, age: Int)
    /// Make a buffer for this slot and draw into it.
    case make(slot: Int)
    /// The compositor holds them all.
    case wait
  }

  private enum State { case empty, free, held }

  private struct Slot {
    var state = State.empty
    var width = 0
    var height = 0
    var drawnIn: Int?
  }

  private var slots: [Slot]
  private var frame = 0

  /// - Parameter limit: Buffers there may be at once. Some compositors hold two, so that three let us draw ahead;
  ///   the fourth is for a resize, while they still hold those of the old size.
  package init(limit: Int = 4) { slots = Array(repeating: Slot(), count: limit) }

  /// How many buffers the compositor holds.
  package var heldCount: Int { slots.count { $0.state == .held } }

  /// Returns the slots of free buffers that no longer have the right size, and forgets those buffers.
  package mutating func retire(unlessWidth width: Int, height: Int) -> [Int] {
    let old = slots.indices.filter {
      slots[$0].state == .free && (slots[$0].width != width || slots[$0].height != height)
    }
    for slot in old { slots[slot] = Slot() }
    return old
  }

  /// Chooses the buffer for a frame: of those that are free the one drawn last, since it needs the least repair.
  package func choose(width: Int, height: Int) -> Choice {
    let fitting = slots.indices.filter {
      slots[$0].state == .free && slots[$0].width == width && slots[$0].height == height
    }
    if let best = fitting.max(by: { (slots[$0].drawnIn ?? -1) < (slots[$1].drawnIn ?? -1) }) {
      return .use(slot: best, age: slots[best].drawnIn.map { frame - $0 + 1 } ?? 0)
    }
    if let empty = slots.firstIndex(where: { $0.state == .empty }) { return .make(slot: empty) }
    return .wait
  }

  /// A buffer was made for `slot`.
  package mutating func didMake(_ slot: Int, width: Int, height: Int) {
    slots[slot] = Slot(state: .free, width: width, height: height, drawnIn: nil)
  }

  /// The buffer was drawn and committed: the compositor holds it now.
  package mutating func didCommit(_ slot: Int) {
    frame += 1
    slots[slot].state = .held
    slots[slot].drawnIn = frame
  }

  /// The buffer was drawn into, but not committed: what it shows is not known.
  package mutating func didSpoil(_ slot: Int) { slots[slot].drawnIn = nil }

  /// The compositor gave the buffer back.
  package mutating func didRelease(_ slot: Int) {
    guard slots[slot].state == .held else { return }
    slots[slot].state = .free
  }
}
