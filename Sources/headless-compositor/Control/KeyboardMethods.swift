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
    throw ControlError(.invalidParameters, "There is no key “\(text)”.")
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
        for key in keys { keyboard.press(key) }
        for key in keys.reversed() { keyboard.release(key) }
        return [:]
      },
      ControlMethod(
        "keyboard.type",
        "Types a text with the keys of the US layout; characters that it does not have are left out.",
        [.required("text", .text, "the text"), Self.seatParameter]
      ) { [self] arguments throws(ControlError) in
        try seat(arguments).keyboard.type(arguments.text("text") ?? "")
        return [:]
      },
    ]
  }

  /// Divides “control++” into “control” and “+”.
  static func names(in text: String) -> [String] {
    guard text.hasSuffix("+") else { return text.split(separator: "+").map(String.init) }
    return text.dropLast().split(separator: "+").map(String.init) + ["+"]
  }
}

extension Key {
  fileprivate static let names: [(name: String, key: Key)] = [
    ("escape", .escape), ("backspace", .backspace), ("tab", .tab), ("enter", .enter), ("control", .control),
    ("shift", .shift), ("alt", .alt), ("space", .space), ("caps-lock", .capsLock), ("f1", .f1), ("f5", .f5),
    ("f11", .f11), ("home", .home), ("up", .up), ("page-up", .pageUp), ("left", .left), ("right", .right),
    ("end", .end), ("down", .down), ("page-down", .pageDown), ("delete", .delete), ("super", .super),
  ]
}
