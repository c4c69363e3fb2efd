extension View {
  /// Sets how a transition shows the view; `nil` for its own place.
  func setSharedRole(_ role: SharedElementRole?) {
    let (wasConcealed, hadRole) = (layer.isConcealed, layer.sharedRole != nil)
    layer.sharedRole = role
    if layer.isConcealed != wasConcealed || (role != nil) != hadRole {
      layerMapDidChange()
      damageSuperview()
      if layer.isConcealed { host?.cancelEvents(of: self) }
      if layer.isConcealed != wasConcealed { elementsWereShownOrHidden() }
    } else {
      requestFrame()
    }
  }
}
