import CWaylandServer

/// Adding and removing seats while clients run.
extension Compositor {
  /// Adds a seat. Its keyboard focus is the topmost toplevel.
  ///
  /// - Parameters:
  ///   - name: The name that clients receive.
  ///   - devices: Its input devices.
  ///
  /// Wayland: `wl_registry.global`.
  @discardableResult
  public func addSeat(named name: String, devices: InputDevices = [.pointer, .keyboard, .touch]) -> Seat {
    let seat = Seat(name: name, devices: devices)
    seat.compositor = self
    seat.touch.framePolicy = configuration.touchFramePolicy
    seats.append(seat)
    advertiseSeat(seat)
    if devices.contains(.keyboard), configuration.activatesNewWindows {
      seat.keyboard.focus(keyboardTarget(topmost?.surface))
    }
    flush()
    return seat
  }

  /// Removes a seat. No effect if it was removed before.
  ///
  /// - Parameters:
  ///   - seat: The seat.
  ///   - isAnnounced: Whether leave, cancel and empty capabilities are sent before the removal. Real compositors
  ///     differ in this.
  ///
  /// Wayland: `wl_registry.global_remove`.
  public func removeSeat(_ seat: Seat, isAnnounced: Bool = true) {
    guard let index = seats.firstIndex(where: { $0 === seat }) else { return }
    if isAnnounced {
      seat.tablets.removeAll()
      seat.devices = []
    }
    seats.remove(at: index)
    seat.markRemoved()
    // A client may still send a bind request, so the global is destroyed only with the display.
    if let global = seat.global { withdraw(global) }
    seat.global = nil
    flush()
  }

  /// Advertises a seat to clients.
  func advertiseSeat(_ seat: Seat) {
    guard !isClosed else { return }
    if let global = advertise(WlSeatResource.self, bind: { _, resource in seat.bind(resource) }) {
      seat.global = global
    }
  }

  /// Removes all seats' references to a surface that was destroyed or is no longer visible.
  func removeInput(to surface: Surface) {
    for seat in seats { seat.removeReferences(to: surface) }
  }
}
