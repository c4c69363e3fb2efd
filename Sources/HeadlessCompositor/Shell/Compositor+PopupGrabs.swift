// Popups that get all input until they are dismissed.
extension Compositor {
  /// The topmost popup with a grab that is shown. It has the keyboard focus.
  var grabbingPopup: Popup? { grabbingPopups.last { $0.isMapped } }

  /// Remembers the serial of a press, which a client may use for a grab.
  func recordPress(serial: UInt32) {
    pressSerials.append(serial)
    // Far more than a client can have pending.
    if pressSerials.count > 128 { pressSerials.removeFirst(64) }
  }

  /// Dismisses popups with a grab, from the topmost down to the one that was pressed. A press on a surface without a
  /// popup, or on nothing, dismisses all of them.
  func dismissPopups(pressedAt surface: Surface?) {
    guard !grabbingPopups.isEmpty else { return }
    let root = surface?.rootSurface
    for popup in Array(grabbingPopups).reversed() where popup.isShown {
      if let root, popup.surface === root { return }
      popup.dismiss()
    }
  }
}

extension Surface {
  /// The surface at the root of the tree of subsurfaces.
  var rootSurface: Surface {
    var root = self
    while let parent = (root.role as? Subsurface)?.parent { root = parent }
    return root
  }
}
