import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  private static let keyParameter = ControlParameter.required(
    "key", .text,
    "a character of the US layout, a name (\(Key.names.map(\.name).joined(separator: ", "))), or a code of linux/input-event-codes.h such as “59”"
  )

  private func key(_ text: String) throws(ControlError) -> Key {
    if text.count == 1, let key = text.first.flatMap({ Key($0) }) { return key }
    if let key = Key.names.first(where: { $0.name == text.lowercased() })?.key { return key }
    if let code = UInt32(text), (1...767).contains(code) { return Key(code: code) }
    let names = Key.names.map(\.name).joined(separator: ", ")
    throw ControlError(
      .invalidParameters,
      "There is no key “\(text)”. There are the characters of the US layout, and \(names).")
  }

  var keyboardMethods: [ControlMethod] {
    [
      ControlMethod("keyboard.press", "Presses a key and holds it.", [Self.keyParameter, Self.seatParameter])
      {
        [self] arguments throws(ControlError) in
        try seat(arguments).keyboard.press(key(arguments.text("key") ?? ""))
        return [:]
      },
      ControlMethod("keyboard.release", "Releases a key.", [Self.keyParameter, Self.seatParameter]) {
        [self] arguments throws(ControlError) in
        try seat(arguments).keyboard.release(key(arguments.text("key") ?? ""))
        return [:]
      },
      ControlMethod(
        "keyboard.tap", "Presses keys together, and releases them.",
        [
          .required("keys", .text, "keys with “+” between them, such as “control+shift+c”"),
          Self.seatParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        let keyboard = try seat(arguments).keyboard
        var keys: [Key] = []
        for name in Self.names(in: arguments.text("keys") ?? "") { keys.append(try key(name)) }
        guard !keys.isEmpty else { throw ControlError(.invalidParameters, "“keys” names no key.") }
        compositor.sendingTogether {
          for key in keys { keyboard.press(key) }
          for key in keys.reversed() { keyboard.release(key) }
        }
        return [:]
      },
      ControlMethod(
        "keyboard.layout", "Selects one of the layouts of --layouts.",
        [.required("index", .integer(0...3), "0 for the first one"), Self.seatParameter]
      ) { [self] arguments throws(ControlError) in
        let (index, names) = (arguments.integer("index") ?? 0, compositor.configuration.keyboardLayouts)
        guard index < names.count else {
          throw ControlError(.failed, "There are \(names.count) layouts: \(names.joined(separator: ", ")).")
        }
        try seat(arguments).keyboard.layout = index
        return [:]
      },
      ControlMethod(
        "keyboard.type",
        "Types a text with the keys of the US layout, or in any script with a keymap of its own.",
        [.required("text", .text, "the text"), Self.seatParameter]
      ) { [self] arguments throws(ControlError) in
        let (keyboard, text) = (try seat(arguments).keyboard, arguments.text("text") ?? "")
        let isPlain = text.allSatisfy { Keyboard.canType($0) }
        // The socket of a client holds a few hundred events. libwayland disconnects a client whose socket is full.
        var rest = text[...]
        while !rest.isEmpty {
          let part = String(rest.prefix(16))
          compositor.sendingTogether {
            if isPlain { keyboard.type(part) } else { keyboard.typeWithOwnKeymap(part) }
          }
          rest = rest.dropFirst(16)
          if !rest.isEmpty { try await settle() }
        }
        return [:]
      },
    ]
  }

  var inputMethodMethods: [ControlMethod] {
    [
      ControlMethod(
        "text.insert", "Inserts a text into the focused text field, as an input method does.",
        [.required("text", .text, "the text, in any script"), Self.seatParameter]
      ) { [self] arguments throws(ControlError) in
        let input = try seat(arguments).textInput
        guard input.state != nil else {
          throw ControlError(
            .failed,
            "No text field of zwp_text_input_v3 or zwp_text_input_v1 is enabled in the focused window.")
        }
        input.insert(arguments.text("text") ?? "")
        return [:]
      }
    ]
  }

  /// Divides “control++” into “control” and “+”.
  static func names(in text: String) -> [String] {
    guard text.hasSuffix("+") else { return text.split(separator: "+").map(String.init) }
    return text.dropLast().split(separator: "+").map(String.init) + ["+"]
  }
}

extension Key {
  fileprivate static let names: [(name: String, key: Key)] =
    [
      ("escape", .escape), ("esc", .escape), ("backspace", .backspace), ("tab", .tab), ("enter", .enter),
      ("return", .enter), ("control", .control),
      ("ctrl", .control), ("shift", .shift), ("alt", .alt), ("super", .super), ("space", .space),
      ("caps-lock", .capsLock),
      ("home", .home), ("end", .end), ("page-up", .pageUp), ("page-down", .pageDown), ("up", .up),
      ("down", .down),
      ("left", .left), ("right", .right), ("insert", Key(code: 110)), ("delete", .delete),
      ("print", Key(code: 99)),
      ("menu", Key(code: 127)), ("minus", Key(code: 12)), ("equal", Key(code: 13)),
      ("plus", Key(code: 78)), ("+", Key(code: 78)),  // of the number pad, so that it needs no Shift
    ] + (1...10).map { ("f\($0)", Key(code: 58 + UInt32($0))) } + [("f11", .f11), ("f12", Key(code: 88))]
}
