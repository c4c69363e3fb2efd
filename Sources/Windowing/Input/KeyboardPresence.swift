/// The seats whose keyboard focus is a window.
///
/// Wayland: `wl_keyboard.enter`, `wl_keyboard.leave`.
struct KeyboardPresence {
  private var seats: Set<SeatID> = []

  /// Adds a seat. Returns whether it is the first one.
  mutating func entered(_ seat: SeatID) -> Bool { seats.insert(seat).inserted && seats.count == 1 }

  /// Removes a seat. Returns whether it was the last one.
  mutating func left(_ seat: SeatID) -> Bool { seats.remove(seat) != nil && seats.isEmpty }
}
