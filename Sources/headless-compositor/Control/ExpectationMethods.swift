import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  var expectationMethods: [ControlMethod] {
    [
      ControlMethod(
        "expect.window",
        "Waits until a mapped window has this title or app ID, size and state, and returns it.",
        [
          .optional("window", .text, "the title or the app ID; any window by default"),
          .optional("width", .integer(1...16384), "in logical pixels"),
          .optional("height", .integer(1...16384), "in logical pixels"),
          .optional(
            "state", .choice(["activated", "fullscreen", "maximized", "minimized", "suspended"]),
            "a state that it has"),
          .optional("commits", .integer(1...1_000_000_000), "the smallest number of commits of its surface"),
          Self.limitParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        var found: Toplevel?
        try await wait(arguments, for: { [self] in missing(arguments) }) {
          found = candidates(arguments).first { matches($0, arguments) }
          return found != nil
        }
        return found?.node ?? [:]
      },
      ControlMethod(
        "expect.no-window",
        "Waits until no window has this title or app ID; without a name, until there is none.",
        [.optional("window", .text, "the title or the app ID"), Self.limitParameter]
      ) { [self] arguments throws(ControlError) in
        try await wait(
          arguments, needsClient: false,
          for: { [self] in "There is still a window: \(lines(candidates(arguments)))" }
        ) {
          candidates(arguments).isEmpty
        }
        return [:]
      },
      ControlMethod(
        "expect.layer",
        "Waits until a mapped layer surface, such as a panel, has this namespace, layer and size, and returns it.",
        [
          .optional("namespace", .text, "the namespace; any layer surface by default"),
          .optional("layer", .choice(LayerSurface.Layer.allCases.map { "\($0)" }), "any layer by default"),
          .optional("width", .integer(1...16384), "in logical pixels"),
          .optional("height", .integer(1...16384), "in logical pixels"),
          .optional("commits", .integer(1...1_000_000_000), "the smallest number of commits of its surface"),
          Self.limitParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        var found: LayerSurface?
        try await wait(arguments, for: { [self] in missingLayer(arguments) }) {
          found = layers(arguments).first { matches($0, arguments) }
          return found != nil
        }
        return found?.node ?? [:]
      },
      ControlMethod(
        "expect.no-lint", "Fails if --lint has found a mistake of a client.",
        [.optional("rule", .choice(LintFinding.Rule.allCases.map(\.rawValue)), "any rule by default")]
      ) { [compositor] arguments throws(ControlError) in
        guard compositor.configuration.lints else {
          throw ControlError(
            .failed, "Nothing was checked. Start the compositor with --lint or --lint-warnings.")
        }
        let rule = arguments.text("rule")
        let found = compositor.checkedLintFindings().filter { rule == nil || $0.rule.rawValue == rule }
        guard found.isEmpty else {
          throw ControlError(.failed, found.map(\.description).joined(separator: "\n"))
        }
        return [:]
      },
      ControlMethod(
        "expect.pixel", "Waits until a pixel has a color.",
        [
          .required("x", .integer(0...16383), "in pixels of the picture that capture writes"),
          .required("y", .integer(0...16383), "in pixels"),
          .required("color", .text, "#RRGGBB or #AARRGGBB, hexadecimal"), Self.pictureWindowParameter,
          Self.outputParameter,
          Self.limitParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        let wanted = try Self.color(arguments.text("color") ?? "")
        var last = "no pixel"
        try await wait(arguments, for: { "The pixel is \(last), not \(wanted)." }) {
          last = (try? color(arguments)) ?? last
          return last == wanted
        }
        return [:]
      },
      ControlMethod(
        "expect.no-errors", "Fails if a client has broken the protocol or did not read its events."
      ) {
        [self] _ throws(ControlError) in
        guard let error = clientErrors.first else { return [:] }
        let more = clientErrors.count - 1
        throw ControlError(.failed, error + (more > 0 ? " (and \(more) more)" : ""))
      },
    ]
  }

  /// The mapped windows that a request names.
  private func candidates(_ arguments: ControlArguments) -> [Toplevel] {
    let all = arguments.text("window").map { windows(named: $0) } ?? compositor.toplevels
    return all.filter(\.isMapped)
  }

  private func matches(_ window: Toplevel, _ arguments: ControlArguments) -> Bool {
    let states = window.node["states"]?.elements?.compactMap(\.text) ?? []
    return (arguments.integer("width").map { $0 == window.size.width } ?? true)
      && (arguments.integer("height").map { $0 == window.size.height } ?? true)
      && (arguments.text("state").map { states.contains($0) } ?? true)
      && (arguments.integer("commits").map { $0 <= window.surface?.commitCount ?? 0 } ?? true)
  }

  private func missing(_ arguments: ControlArguments) -> String {
    let found = candidates(arguments)
    if !found.isEmpty { return "No window has this size and state: \(lines(found))" }
    let others = compositor.toplevels.filter(\.isMapped)
    let name = arguments.text("window").map { "the title or app ID “\($0)”" } ?? "content"
    let layers = shownLayers.map { "the layer surface \($0.node.line)" }
    let present = (others.map(\.node.line) + layers).joined(separator: ", ")
    return "No window with \(name) was mapped." + (present.isEmpty ? "" : " There is \(present).")
  }

  private var shownLayers: [LayerSurface] { compositor.layerSurfaces.filter { $0.isMapped && !$0.isClosed } }

  /// The mapped layer surfaces that a request names.
  private func layers(_ arguments: ControlArguments) -> [LayerSurface] {
    let name = arguments.text("namespace")
    return shownLayers.filter { name == nil || $0.namespace == name }
  }

  private func matches(_ layer: LayerSurface, _ arguments: ControlArguments) -> Bool {
    (arguments.text("layer").map { $0 == "\(layer.layer)" } ?? true)
      && (arguments.integer("width").map { $0 == layer.configuredSize.width } ?? true)
      && (arguments.integer("height").map { $0 == layer.configuredSize.height } ?? true)
      && (arguments.integer("commits").map { $0 <= layer.surface?.commitCount ?? 0 } ?? true)
  }

  private func missingLayer(_ arguments: ControlArguments) -> String {
    func lines(_ layers: [LayerSurface]) -> String { layers.map(\.node.line).joined(separator: ", ") }
    let found = layers(arguments)
    if !found.isEmpty { return "No layer surface has this layer and size: \(lines(found))" }
    let name = arguments.text("namespace").map { "the namespace “\($0)”" } ?? "content"
    return "No layer surface with \(name) was mapped."
      + (shownLayers.isEmpty ? "" : " There is \(lines(shownLayers)).")
  }

  private func lines(_ windows: [Toplevel]) -> String { windows.map(\.node.line).joined(separator: ", ") }

  private static func color(_ text: String) throws(ControlError) -> String {
    let digits = text.dropFirst().lowercased()
    guard text.first == "#", digits.count == 6 || digits.count == 8, digits.allSatisfy(\.isHexDigit) else {
      throw ControlError(.invalidParameters, "A color has the form #RRGGBB or #AARRGGBB, not “\(text)”.")
    }
    return "#" + (digits.count == 6 ? "ff" : "") + digits
  }
}
