extension View {
  /// Returns the current value of a property.
  func value(of property: AnimatedProperty) -> AnimatedValue {
    switch property {
    case .frame: .frame(geometry.frame)
    case .scrollOrigin: .scrollOrigin(geometry.scrollOrigin)
    case .transform: .transform(geometry.transform)
    case .alpha: .alpha(alpha)
    case .cornerRadius: .cornerRadius(cornerRadius)
    }
  }

  /// Sets a property.
  func set(_ value: AnimatedValue) {
    switch value {
    case .frame(let rect): if geometry.frame != rect { geometry.frame = rect }
    case .scrollOrigin(let point): if geometry.scrollOrigin != point { geometry.scrollOrigin = point }
    case .transform(let map): if geometry.transform != map { geometry.transform = map }
    case .alpha(let number): alpha = number
    case .cornerRadius(let number): cornerRadius = number
    }
  }

  /// Called after a property that can be animated was set, also to the value that it had.
  func animatedPropertyDidChange(from old: AnimatedValue) {
    guard !AnimationTransaction.isIdle || !motions.isEmpty else { return }
    AnimationTransaction.propertyDidChange(of: self, from: old)
  }

  /// Called after the geometry has changed, for the motions of its parts.
  func animatedGeometryDidChange(from old: ViewGeometry) {
    guard !AnimationTransaction.isIdle || !motions.isEmpty else { return }
    if geometry.frame != old.frame { animatedPropertyDidChange(from: .frame(old.frame)) }
    if geometry.scrollOrigin != old.scrollOrigin {
      animatedPropertyDidChange(from: .scrollOrigin(old.scrollOrigin))
    }
    if geometry.transform != old.transform { animatedPropertyDidChange(from: .transform(old.transform)) }
  }
}
