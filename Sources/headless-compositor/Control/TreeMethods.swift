import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  var treeMethods: [ControlMethod] {
    [
      ControlMethod(
        "tree", "Returns the outputs, windows, layer surfaces, popups, seats, clients and surfaces."
      ) {
        [self] _ in
        [
          "outputs": JSONNode(compositor.outputs.map(\.node)),
          "windows": JSONNode(compositor.toplevels.reversed().map(\.node)),
          "layers": JSONNode(compositor.layerSurfaces.map(\.node)),
          "popups": JSONNode(compositor.popups.reversed().map(\.node)),
          "seats": JSONNode(compositor.seats.map { node(of: $0) }),
          "clients": JSONNode(
            compositor.clients.map {
              ["pid": JSONNode(Int($0.processID)), "responsive": JSONNode($0.isResponsive)]
            }),
          "surfaces": surfaceNodes,
          "locked": JSONNode(compositor.isSessionLocked),
        ]
      },
      ControlMethod(
        "errors", "Returns the protocol errors of clients, and the clients that did not read their events."
      ) {
        [self] _ in
        JSONNode(clientErrors.map { JSONNode($0) })
      },
      ControlMethod(
        "lint", "Returns the mistakes of clients that --lint has found, with the rule and a sentence."
      ) { [compositor] _ in
        JSONNode(
          compositor.checkedLintFindings().map {
            [
              "rule": JSONNode($0.rule.rawValue), "message": JSONNode($0.message),
              "pid": JSONNode(Int($0.processID)),
            ]
          })
      },
      ControlMethod(
        "requests", "Returns how many times clients have sent a request.",
        [.required("name", .text, "such as wl_surface.commit")]
      ) { [compositor] arguments throws(ControlError) in
        let name = arguments.text("name") ?? ""
        try MessageNames.check(request: name)
        return ["count": JSONNode(compositor.requestCount(of: name))]
      },
    ]
  }

  /// A reply has a limit, and a hostile client may create any number.
  private static let mostSurfaces = 1000

  /// The surfaces with their roles; a position if they are visible. A surface without a role has an empty text.
  private var surfaceNodes: JSONNode {
    let positions = compositor.surfacePositions()
    return JSONNode(
      compositor.surfaces.prefix(Self.mostSurfaces).map { surface in
        var members: [(String, JSONNode)] = [
          ("role", JSONNode(surface.roleName ?? "")), ("content", JSONNode(surface.hasContent)),
          ("width", JSONNode(surface.size.width)), ("height", JSONNode(surface.size.height)),
          ("scale", JSONNode(surface.bufferScale)), ("commits", JSONNode(surface.commitCount)),
          ("pid", JSONNode(Int(surface.client?.processID ?? 0))),
        ]
        if let position = positions[ObjectIdentifier(surface)] {
          members += [("x", JSONNode(position.x)), ("y", JSONNode(position.y))]
        }
        return JSONNode(members)
      })
  }

  /// The mistakes of clients, as sentences.
  var clientErrors: [String] {
    compositor.protocolErrors.filter { !$0.isInjected }.map { "\($0)" }
      + compositor.unresponsiveClients.map { "client \($0) did not read its events and was disconnected" }
  }
}

extension Output {
  fileprivate var node: JSONNode {
    [
      "name": JSONNode(name), "x": JSONNode(position.x), "y": JSONNode(position.y),
      "width": JSONNode(logicalSize.width), "height": JSONNode(logicalSize.height), "scale": JSONNode(scale),
      "pixels": [JSONNode(pixelSize.width), JSONNode(pixelSize.height)], "refresh": JSONNode(refreshRate),
      "transform": JSONNode(Int(transform.rawValue)),
    ]
  }
}

extension Toplevel {
  /// The state of the window.
  var node: JSONNode {
    let states: [(String, Bool)] = [
      ("activated", isActivated), ("fullscreen", isFullscreen), ("maximized", isMaximized),
      ("minimized", isMinimized), ("suspended", isSuspended),
    ]
    return [
      "title": JSONNode(title), "app_id": JSONNode(appID), "mapped": JSONNode(isMapped),
      "x": JSONNode(position.x),
      "y": JSONNode(position.y), "width": JSONNode(size.width), "height": JSONNode(size.height),
      "states": JSONNode(states.filter(\.1).map { JSONNode($0.0) }),
      "output": output.flatMap { $0.isRemoved ? nil : JSONNode($0.name) } ?? JSONNode(value: .null),
      "pid": JSONNode(Int(surface?.client?.processID ?? 0)), "commits": JSONNode(surface?.commitCount ?? 0),
      "unacknowledged": JSONNode(isConfigurePending),
    ]
  }
}

extension LayerSurface {
  /// The state of the layer surface.
  var node: JSONNode {
    [
      "namespace": JSONNode(namespace), "layer": JSONNode("\(layer)"), "mapped": JSONNode(isMapped),
      "x": JSONNode(position.x), "y": JSONNode(position.y), "width": JSONNode(configuredSize.width),
      "height": JSONNode(configuredSize.height),
      "output": output.flatMap { $0.isRemoved ? nil : JSONNode($0.name) } ?? JSONNode(value: .null),
      "pid": JSONNode(Int(surface?.client?.processID ?? 0)), "commits": JSONNode(surface?.commitCount ?? 0),
    ]
  }
}

extension Popup {
  fileprivate var node: JSONNode {
    [
      "mapped": JSONNode(isMapped), "x": JSONNode(position.x), "y": JSONNode(position.y),
      "width": JSONNode(configuredSize.width), "height": JSONNode(configuredSize.height),
      "window": toplevel.map { JSONNode($0.title) } ?? JSONNode(value: .null),
    ]
  }
}

extension CompositorControl {
  private func node(of seat: Seat) -> JSONNode {
    func title(_ surface: Surface?) -> JSONNode {
      let window = surface.flatMap { surface in compositor.toplevels.first { $0.surface === surface } }
      return window.map { JSONNode($0.title) } ?? JSONNode(value: .null)
    }
    let position = seat.pointer.position
    return [
      "name": JSONNode(seat.name), "pointer": [JSONNode(position.x), JSONNode(position.y)],
      "pointer_focus": title(seat.pointer.focus), "keyboard_focus": title(seat.keyboard.focus),
      "buttons": JSONNode(seat.pointer.pressedButtons.map { JSONNode(Int($0.rawValue)) }),
      "touches": JSONNode(seat.touch.activeIDs.map { JSONNode(Int($0)) }),
    ]
  }
}
