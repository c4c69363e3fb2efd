internal import Views

/// What a view does for a command.
@MainActor
struct CommandHandler {
  let command: Command
  let isEnabled: (() -> Bool)?
  let isChecked: (() -> Bool)?
  let action: () -> Void

  /// The current state, from the closures of the view.
  var state: CommandState {
    CommandState(isEnabled: isEnabled?() ?? true, isChecked: isChecked?())
  }
}

/// The commands that a view handles, in the order in which they were added.
final class CommandHandlers: KeyInteraction {
  private(set) var all: [CommandHandler] = []

  subscript(id: Command.ID) -> CommandHandler? { all.first { $0.command.id == id } }

  /// Adds a handler, or replaces the handler of the same command.
  func set(_ handler: CommandHandler) {
    if let place = all.firstIndex(where: { $0.command.id == handler.command.id }) {
      all[place] = handler
    } else {
      all.append(handler)
    }
  }

  func remove(_ id: Command.ID) { all.removeAll { $0.command.id == id } }

  /// Performs the first enabled command with the shortcut. A key that types the character of a shortcut precedes a key that
  /// has it only in a Latin layout.
  func keyPressed(_ key: KeyPress, on view: View) -> Bool {
    for match in Shortcut.Match.allCases {
      let found = all.filter { handler in
        handler.command.shortcuts.contains { $0.match(key) == match } && handler.state.isEnabled
      }
      guard let handler = found.first else { continue }
      if let other = found.dropFirst().first {
        let (first, second) = (handler.command.id, other.command.id)
        CommandMistakes.report(
          "The commands “\(first)” and “\(second)” of \(type(of: view)) have the same shortcut; it performs “\(first)”.",
          in: view)
      }
      guard !key.isRepeat || handler.command.isRepeating else { return true }
      handler.action()
      view.requestFrame()
      return true
    }
    return false
  }
}

/// Mistakes of a program in its use of commands, which have no other visible effect.
@MainActor
package enum CommandMistakes {
  /// Whether mistakes are reported to `CarouselWindow.onProblem`; by default in debug builds.
  package static var areReported: Bool = {
    #if DEBUG
      true
    #else
      false
    #endif
  }()

  /// Reports a mistake that concerns a view.
  static func report(_ sentence: @autoclosure () -> String, in view: View) {
    if areReported { view.tree?.onProblem?(sentence()) }
  }
}
