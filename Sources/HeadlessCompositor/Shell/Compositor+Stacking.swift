/// Which window lies on top.
extension Compositor {
  /// The topmost window with content.
  public var topmost: Toplevel? { toplevels.last { $0.isMapped && !$0.isMinimized } }

  func raise(_ toplevel: Toplevel) {
    toplevels.removeAll { $0 === toplevel }
    toplevels.append(toplevel)
  }

  func focusTopmost(except gone: Toplevel) {
    guard configuration.activatesNewWindows else { return }
    toplevels.last { $0 !== gone && $0.isMapped && !$0.isMinimized }?.activate()
  }
}
