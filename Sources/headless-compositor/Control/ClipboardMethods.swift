import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  private static let types = ["text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT", "STRING"]
  private static let primaryParameter = ControlParameter.optional(
    "primary", .flag, "whether the selection is the primary one instead of the clipboard")

  private func selection(_ arguments: ControlArguments) throws(ControlError) -> Selection {
    let seat = try seat(arguments)
    return arguments.flag("primary") == true ? seat.primarySelection : seat.clipboard
  }

  var clipboardMethods: [ControlMethod] {
    [
      ControlMethod(
        "clipboard.get", "Returns the text of the clipboard, which its owner sends.",
        [Self.primaryParameter, Self.seatParameter, Self.limitParameter]
      ) { [self] arguments throws(ControlError) in
        let selection = try selection(arguments)
        guard let type = Self.types.first(where: { selection.types.contains($0) }) else {
          throw ControlError(
            .failed, "The clipboard has no text. Its types: \(selection.types.joined(separator: ", ")).")
        }
        let transfer = selection.read(type)
        // A transfer that is too late would keep its pipe open.
        defer { transfer.cancel() }
        try await wait(arguments, for: { "The owner of the clipboard has not sent its text." }) {
          transfer.isEnded
        }
        return ["text": JSONNode(transfer.text)]
      },
      ControlMethod(
        "clipboard.set", "Offers a text, as another client does.",
        [
          .required("text", .text, "the text"),
          .optional("stalled", .flag, "whether the text is never sent, as by a client that hangs"),
          Self.primaryParameter, Self.seatParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        let (selection, text) = (try selection(arguments), arguments.text("text") ?? "")
        if arguments.flag("stalled") == true {
          selection.setStalled(Self.types)
        } else {
          selection.set(Self.types.map { ($0, Array(text.utf8)) })
        }
        return [:]
      },
    ]
  }
}
