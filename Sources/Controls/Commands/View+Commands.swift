public import Views

extension Responder {
  /// Handles a command for the view and the views inside it.
  ///
  /// Keys, menus and buttons find the handler along the chain of superviews, so an inner view precedes an outer one. A command
  /// of the whole window is handled by its content view. A second call with the same command replaces the handler.
  ///
  /// A key reaches the commands of a view after the view itself has not used it. If several enabled commands of a view have
  /// the same shortcut, the key performs the first one. A disabled command does not use its key.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - isEnabled: Returns whether the command can be performed; `nil`, the default, if it always can. Buttons call it before
  ///     each frame.
  ///   - isChecked: Returns whether the setting is on; `nil`, the default, if the command is no setting.
  ///   - action: Performs the command. Capture the view weakly: the view retains the closures.
  ///
  /// UIKit: `performAction:withSender:`, `validateCommand:`. GTK: `gtk_widget_insert_action_group`.
  public func handle(
    _ command: Command, isEnabled: (() -> Bool)? = nil, isChecked: (() -> Bool)? = nil,
    action: @escaping () -> Void
  ) {
    let handlers = commandHandlers ?? CommandHandlers()
    if commandHandlers == nil { setInteraction(handlers) }
    handlers.set(
      CommandHandler(command: command, isEnabled: isEnabled, isChecked: isChecked, action: action))
  }

  /// Ends the handling of a command by this view.
  public func stopHandling(_ command: Command) { commandHandlers?.remove(command.id) }

  /// The commands that the view handles; `nil` if it has never handled one.
  var commandHandlers: CommandHandlers? { interaction(of: CommandHandlers.self) }
}

extension View {
  /// Performs a command as if the user chose it at this view. Returns whether it was performed: `false` if it is disabled or
  /// no view handles it.
  ///
  /// The handler is looked up from this view on, up to the first view that contains the focused view, and then from the
  /// focused view on. So a button in an item deletes its own item, and a button of a toolbar copies the text of the focused
  /// field. A toolbar button that gets the focus by Tab does not change this view. From a popover, the search continues at
  /// the view that has opened it. The search passes over a disabled handler, like a key.
  ///
  /// UIKit: `sendAction:to:from:forEvent:`. GTK: `gtk_widget_activate_action`.
  @discardableResult
  public func perform(_ command: Command) -> Bool {
    guard let handler = handler(of: command) else {
      CommandMistakes.report(
        "No view handles the command “\(command.id)”, which \(type(of: self)) performs.", in: self)
      return false
    }
    guard handler.state.isEnabled else { return false }
    handler.action()
    requestFrame()
    return true
  }

  /// Performs the command of this view whose shortcut a key is. Returns whether there is one.
  package func performShortcut(_ key: KeyPress) -> Bool {
    commandHandlers?.keyPressed(key, on: self) ?? false
  }

  /// Returns the state of a command for this view; `nil` if no view handles it. The handler is that of ``perform(_:)``.
  ///
  /// UIKit: `validateCommand:`.
  public func state(of command: Command) -> CommandState? { handler(of: command)?.state }

  /// The commands that views handle for this view, such as for a key help: first those of the innermost view, each in the
  /// order in which it has added them. Of several with the same identifier, only the first is listed.
  ///
  /// GTK: `gtk_widget_class_query_action`.
  public var availableCommands: [Command] {
    var known: Set<Command.ID> = []
    return commandPath.flatMap { $0.commandHandlers?.all ?? [] }.map(\.command)
      .filter { known.insert($0.id).inserted }
  }

  func handler(of command: Command) -> CommandHandler? {
    var disabled: CommandHandler?
    for view in commandPath {
      guard let handler = view.commandHandlers?[command.id] else { continue }
      if handler.isEnabled?() ?? true { return handler }
      disabled = disabled ?? handler
    }
    return disabled
  }

  /// The views that may handle a command for this view, in the order of the search.
  private var commandPath: [View] {
    guard let tree else { return chain }
    let focused = tree.focus.commandReceivers
    let met = Set(focused.map(ObjectIdentifier.init))
    let path = chain.prefix { !met.contains(ObjectIdentifier($0)) } + focused
    return path + (tree.openingView?.commandPath ?? [])
  }
}
