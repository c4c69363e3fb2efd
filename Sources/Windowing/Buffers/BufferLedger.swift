/// Tracks which buffers exist, which of them the compositor holds, and how old each buffer's content is. It does not
/// create buffers.
package struct BufferLedger {
  /// The choice of a buffer for the next frame.
  package enum Choice: Equatable {
    /// Draw into the buffer in `slot`; `age` as in `DrawableBuffer.age`.
    case use(slot: Int, age: Int)
    /// Create a buffer in `slot` and draw into it.
    case create(slot: Int)
    /// Wait until the compositor releases a buffer, because it holds all of them.
    case wait
  }

  private enum State { case empty, free, held }

  private struct Slot {
    var state = State.empty
    var width = 0
    var height = 0
    /// The number of the frame that the buffer contains; nil when its content is undefined.
    var drawnFrame: Int?
  }

  private var slots: [Slot]
  /// The number of the last committed frame.
  private var frame = 0

  /// Creates a ledger without buffers.
  ///
  /// - Parameter limit: The largest number of buffers. Some compositors hold two, so a third is needed to draw the next
  ///   frame. The fourth is for a resize, while the compositor holds buffers of the old size.
  package init(limit: Int = 4) { slots = Array(repeating: Slot(), count: limit) }

  /// The number of buffers that the compositor holds.
  package var heldCount: Int { slots.count { $0.state == .held } }

  /// Removes the free buffers whose size is not `width` × `height`, and returns their slots.
  package mutating func evict(unlessWidth width: Int, height: Int) -> [Int] {
    let old = slots.indices.filter {
      slots[$0].state == .free && (slots[$0].width != width || slots[$0].height != height)
    }
    for slot in old { slots[slot] = Slot() }
    return old
  }

  /// Chooses the buffer for a frame. It prefers the free buffer that was drawn last, because that buffer needs the
  /// least redrawing.
  package func choose(width: Int, height: Int) -> Choice {
    let fitting = slots.indices.filter {
      slots[$0].state == .free && slots[$0].width == width && slots[$0].height == height
    }
    if let best = fitting.max(by: { (slots[$0].drawnFrame ?? -1) < (slots[$1].drawnFrame ?? -1) }) {
      return .use(slot: best, age: slots[best].drawnFrame.map { frame - $0 + 1 } ?? 0)
    }
    if let empty = slots.firstIndex(where: { $0.state == .empty }) { return .create(slot: empty) }
    return .wait
  }

  /// Records that a buffer was created in `slot`.
  package mutating func didCreate(_ slot: Int, width: Int, height: Int) {
    slots[slot] = Slot(state: .free, width: width, height: height, drawnFrame: nil)
  }

  /// Records that the buffer was drawn and committed. The compositor holds it until `didRelease(_:)`.
  package mutating func didCommit(_ slot: Int) {
    frame += 1
    slots[slot].state = .held
    slots[slot].drawnFrame = frame
  }

  /// Records that the program wrote to the buffer but did not commit it, so its content is undefined.
  package mutating func invalidateContent(_ slot: Int) { slots[slot].drawnFrame = nil }

  /// Records that the compositor released the buffer. No effect if the compositor does not hold the buffer.
  ///
  /// Wayland: `wl_buffer.release`.
  package mutating func didRelease(_ slot: Int) {
    guard slots[slot].state == .held else { return }
    slots[slot].state = .free
  }
}
