import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  var treeMethods: [ControlMethod] {
    [
      ControlMethod("tree", "Returns the outputs, windows, layer surfaces, popups, seats and clients.") {
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
          "surfaces": JSONNode(compositor.surfaces.count),
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
      ) { [compositor] arguments in
        ["count": JSONNode(compositor.requestCount(of: arguments.text("name") ?? ""))]
      },
      ControlMethod(
        "capture", "Writes a picture of an output or a window as PNG.",
        [
          .required("path", .text, "the path of the file"), Self.pictureWindowParameter, Self.outputParameter,
          Self.regionParameter,
          .optional("cursor", .flag, "whether the picture of an output contains the cursor; true by default"),
        ]
      ) { [self] arguments throws(ControlError) in
        let picture = try capture(arguments)
        try picture.save(to: arguments.text("path") ?? "")
        return ["width": JSONNode(picture.width), "height": JSONNode(picture.height)]
      },
      ControlMethod(
        "pixel", "Returns the color of a pixel of an output or a window, as #AARRGGBB.",
        [
          .required("x", .integer(0...16383), "in pixels of the picture that capture writes"),
          .required("y", .integer(0...16383), "in pixels"), Self.pictureWindowParameter, Self.outputParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        ["color": JSONNode(try color(arguments))]
      },
    ]
  }

  static let regionParameter = ControlParameter.optional(
    "region", .text, "a part of the picture, as “X,Y WxH” in pixels")

  /// The mistakes of clients, as sentences.
  var clientErrors: [String] {
    compositor.protocolErrors.map { "\($0)" }
      + compositor.unresponsiveClients.map { "client \($0) did not read its events and was disconnected" }
  }

  /// Returns the picture of the window or output that a request names.
  func capture(_ arguments: ControlArguments) throws(ControlError) -> Capture {
    let whole = try wholePicture(arguments)
    guard let text = arguments.text("region") else { return whole }
    let numbers = text.split { ", x×".contains($0) }.map { Int($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3], [x, y, width, height].allSatisfy({ (0...16384).contains($0) })
    else {
      throw ControlError(
        .invalidParameters, "A region has the form “X,Y WxH”, such as “10,20 300x200”, not “\(text)”.")
    }
    guard let part = whole.cropped(x: x, y: y, width: width, height: height) else {
      throw ControlError(
        .failed,
        "The picture has \(whole.width) × \(whole.height) pixels; the region \(text) is outside.")
    }
    return part
  }

  private func wholePicture(_ arguments: ControlArguments) throws(ControlError) -> Capture {
    guard let name = arguments.text("window") else {
      return compositor.capture(try output(arguments), includesCursor: arguments.flag("cursor") ?? true)
    }
    let picture =
      switch try target(arguments) {
      case .window(let window): compositor.capture(window)
      case .layer(let layer): compositor.capture(layer)
      }
    guard let picture else { throw ControlError(.failed, "The window “\(name)” is not mapped.") }
    return picture
  }

  /// Returns the color of the pixel that a request names.
  func color(_ arguments: ControlArguments) throws(ControlError) -> String {
    let picture = try capture(arguments)
    let (x, y) = (arguments.integer("x") ?? 0, arguments.integer("y") ?? 0)
    guard x < picture.width, y < picture.height else {
      throw ControlError(
        .failed, "The picture has \(picture.width) × \(picture.height) pixels; \(x), \(y) is outside.")
    }
    let digits = String(picture[x, y], radix: 16)
    return "#" + String(repeating: "0", count: 8 - digits.count) + digits
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
