/// The object with the settings and the state of a window's role.
@MainActor
enum WindowRoleObject {
  case toplevel(ToplevelRole)
  case popup(PopupRole)
  case layer(LayerRole)

  /// The requests and events that all roles have.
  var shell: any ShellRole {
    switch self {
    case .toplevel(let role): role
    case .popup(let role): role
    case .layer(let role): role
    }
  }

  /// The role of a toplevel window, or of the window that replaces a layer surface if the compositor offers no layers.
  var toplevel: ToplevelRole? {
    switch self {
    case .toplevel(let role): role
    case .popup: nil
    case .layer(let role): role.toplevel
    }
  }

  var popup: PopupRole? { if case .popup(let role) = self { role } else { nil } }

  var layer: LayerRole? { if case .layer(let role) = self { role } else { nil } }
}
