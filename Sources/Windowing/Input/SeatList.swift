import Wayland

/// The seat and the serial of an event, such as a press. The compositor requires both for an interactive move or
/// resize, and for a popup with a grab.
struct Press {
  let seat: WlSeat
  let serial: UInt32
}

/// The seats of a window system. It also creates the numbers that must be unique or ordered across all seats.
@MainActor
final class SeatList {
  /// The current seats, in the order they were announced.
  private(set) var seats: [Seat] = []
  private var lastContactID = 0
  private var lastOrder: UInt64 = 0

  /// Adds the seat of a new global.
  func add(_ object: WlSeat, global: UInt32, in system: WindowSystem) {
    seats.append(Seat(object, global: global, in: system))
  }

  /// Removes the seat of a removed global and cancels its contacts. Returns false if the global is no seat.
  func remove(global: UInt32) -> Bool {
    guard let index = seats.firstIndex(where: { $0.id.global == global }) else { return false }
    seats.remove(at: index).close()
    return true
  }

  /// Cancels the contacts of all seats and removes the seats.
  func close() {
    let closing = seats
    seats = []
    for seat in closing { seat.close() }
  }

  /// Returns an ID that was never used for another pointer, touch or tablet tool.
  func makeContactID() -> Int {
    lastContactID += 1
    return lastContactID
  }

  /// Returns the number of a new event. Later events have larger numbers.
  func nextOrder() -> UInt64 {
    lastOrder += 1
    return lastOrder
  }

  /// Returns the latest serial of any of `kinds` on any seat.
  ///
  /// Serials are compared by their order of arrival, because the timestamps of two seats can be on different clocks.
  func latest(_ kinds: SerialKind) -> Press? {
    latestSeat(kinds).map { Press(seat: $0.seat.object, serial: $0.serial) }
  }

  /// Returns the seat of the latest event of any of `kinds`, and its serial.
  func latestSeat(_ kinds: SerialKind) -> (seat: Seat, serial: UInt32)? {
    let entries = seats.compactMap { seat in seat.serials.latest(of: kinds).map { (seat, $0) } }
    return entries.max { $0.1.order < $1.1.order }.map { ($0.0, $0.1.serial) }
  }
}
