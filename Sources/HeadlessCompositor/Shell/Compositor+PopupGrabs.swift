// Popups with a grab. They get all input until they are dismissed.
extension Compositor {
  /// The topmost mapped popup with a grab. It has the keyboard focus.
  var grabbingPopup: Popup? { grabbingPopups.last { $0.isMapped } }

  /// Stores the serial of a press. A client may use it for a grab.
  func recordPress(serial: UInt32) {
    pressSerials.append(serial)
    // The limit is far above the number of presses that a client can have pending.
    if pressSerials.count > 128 { pressSerials.removeFirst(64) }
  }

  /// Handles a press on a surface, or on nothing if `surface` is nil. Dismisses popups and updates the keyboard focus
  /// of layer surfaces.
  func pressBegan(on surface: Surface?) {
    dismissPopups(pressedAt: surface)
    focusLayer(pressedAt: surface)
  }

  /// Dismisses the popups with a grab that are above the pressed popup, from the topmost down. A press on a surface
  /// that belongs to no popup, or on nothing, dismisses all of them.
  private func dismissPopups(pressedAt surface: Surface?) {
    guard !grabbingPopups.isEmpty else { return }
    let root = surface?.rootSurface
    for popup in Array(grabbingPopups).reversed() where popup.isShown {
      if let root, popup.surface === root { return }
      popup.dismiss()
    }
  }
}

extension Surface {
  /// The surface at the root of this surface's tree of subsurfaces.
  var rootSurface: Surface {
    var root = self
    while let parent = (root.role as? Subsurface)?.parent { root = parent }
    return root
  }
}
