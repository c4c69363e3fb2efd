internal import Drawing
public import Geometry
@_spi(Subclassing) public import Views

/// A button with a title, an icon, or both.
///
/// UIKit: `UIButton`. GTK: `GtkButton`.
open class Button: Control {
  /// The appearance of a button.
  public enum Style: Hashable, Sendable, CaseIterable {
    /// A thin gray surface.
    case plain
    /// A surface in the theme's accent color, for the action that most users want.
    case suggested
    /// Red, for an action that deletes something.
    case destructive
    /// No surface, except under the pointer and while pressed.
    case flat
  }
  /// The outline of a button.
  public enum Shape: Hashable, Sendable, CaseIterable {
    /// A rectangle with rounded corners.
    case rounded
    /// A circle, or a rectangle with round ends if there is a title.
    case circular
  }

  /// The title; empty for none.
  public var title: String { didSet { if title != oldValue { contentDidChange() } } }
  /// The icon, at the side where the title begins; `nil`, the default, for none.
  public var icon: Icon? { didSet { contentDidChange() } }
  /// The appearance; by default plain.
  public var style: Style { didSet { if style != oldValue { setNeedsDisplay() } } }
  /// The outline; by default rounded.
  public var shape = Shape.rounded { didSet { if shape != oldValue { contentDidChange() } } }
  /// Whether a held button calls ``onClick`` repeatedly; by default `false`.
  public var isRepeating = false
  /// The command that the button performs; `nil`, the default, for none.
  ///
  /// Before each frame, the button is enabled or disabled like the command, and disabled if no view handles it. A button whose
  /// setting is on looks pressed. The tooltip has the title and the shortcut of the command.
  ///
  /// UIKit: `UIBarButtonItem.primaryAction`. GTK: `GtkActionable`.
  public var command: Command? { didSet { commandDidChange() } }
  /// The view at which ``command`` is performed, such as the content beside a toolbar; `nil`, the default, for the button itself.
  ///
  /// UIKit: `UIBarButtonItem.target`.
  public weak var commandTarget: View?
  /// Whether the setting of the command is on; `nil` if it is no setting.
  var isChecked: Bool? {
    didSet {
      guard isChecked != oldValue else { return }
      setNeedsDisplay()
      accessibilityChanged(.state)
    }
  }
  /// Called by a tap, Space or Return, after ``command`` has been performed.
  ///
  /// UIKit: `touchUpInside`. GTK: `clicked`.
  public var onClick: (() -> Void)?

  /// The delay before the second call of ``onClick`` by a held repeating button, in seconds.
  public static let repeatDelay = 0.4
  /// The time between further calls of ``onClick`` by a held repeating button, in seconds.
  public static let repeatInterval = 0.08

  private var repeatTimer: (any ViewTimer)?
  /// Whether the button has called ``onClick`` during this press.
  private var hasActed = false

  /// Creates a button.
  public init(
    _ title: String = "", icon: Icon? = nil, style: Style = .plain, onClick: (() -> Void)? = nil
  ) {
    self.title = title
    self.icon = icon
    self.style = style
    self.onClick = onClick
    super.init()
    updateCornerRadius()
    sizeToFit()
  }

  /// Creates a button that performs a command.
  ///
  /// - Parameters:
  ///   - command: The command. Its title is also the accessibility label.
  ///   - showsTitle: Whether the button has the title; without it, the button has only the icon. A command without an icon
  ///     shows its title in any case.
  ///   - style: The appearance.
  public convenience init(_ command: Command, showsTitle: Bool = true, style: Style = .plain) {
    self.init(showsTitle || command.icon == nil ? command.title : "", icon: command.icon, style: style)
    self.command = command
  }

  open override var semantics: Semantics {
    var semantics = activatable(.button, label: title.isEmpty ? command?.title ?? "" : title)
    if let isChecked { semantics.states = isChecked ? [.checkable, .checked] : .checkable }
    return semantics
  }

  private func contentDidChange() {
    accessibilityChanged(.label)
    updateCornerRadius()
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  /// Sets the corner radius of the button's shape, which the focus ring follows.
  private func updateCornerRadius() {
    let metrics = effectiveTheme.metrics
    cornerRadius = shape == .circular ? min(size.width, size.height) / 2 : metrics.cornerRadius
  }

  open override func layoutSubviews() { updateCornerRadius() }

  /// Returns the size of the title and the icon with their margins, at least as high as the theme's controls. If the title is wider than
  /// `size`, it is broken between words. A title without room for all lines is truncated, and the tooltip shows all of it.
  open override func sizeThatFits(_ size: Size) -> Size {
    let theme = effectiveTheme
    let height = theme.controlHeight
    guard !title.isEmpty else {
      return Size(width: max(height, (icon == nil ? 0 : theme.iconSize) + 18), height: height)
    }
    let rest = icon == nil ? 34 : theme.iconSize + theme.metrics.spacing + 26
    let text = WrappedTitle(title, .button, theme, available: size.width > 0 ? max(size.width - rest, 1) : 0)
    return Size(width: text.width + rest, height: height + text.extraHeight)
  }

  open override func activate() {
    if !hasActed { click() }
  }

  private func click() {
    if let command { (commandTarget ?? self).perform(command) }
    onClick?()
  }

  open override func pressHeld() {
    guard isRepeating else { return }
    hasActed = true
    repeatTimer = startTimer(after: Self.repeatDelay, every: Self.repeatInterval) { [weak self] in
      guard let self, self.isHighlighted else { return }
      self.click()
    }
    click()
  }

  open override func contactBegan(_ contact: Contact) -> ContactResponse {
    let response = super.contactBegan(contact)
    if response == .tracking { stopRepeating() }
    return response
  }
  open override func contactEnded(_ contact: Contact) -> ContactResponse {
    defer { stopRepeating() }
    return super.contactEnded(contact)
  }
  open override func contactCanceled(_ contact: Contact) {
    stopRepeating()
    super.contactCanceled(contact)
  }
  private func stopRepeating() {
    repeatTimer?.cancel()
    repeatTimer = nil
    hasActed = false
  }

  /// Handles Space and Return. A held key triggers a repeating button repeatedly.
  open override func keyPressed(_ key: KeyPress) -> Bool {
    let isUsed = super.keyPressed(key)
    if isUsed, key.isRepeat, isRepeating { click() }
    return isUsed
  }

  open override func makePainter() -> Painter? {
    var state = state
    // A setting that is on looks like a pressed button.
    if isChecked == true { state.isHighlighted = true }
    let (title, icon, style, shape) = (title, icon, style, shape)
    return { [state] canvas in
      state.paint(in: canvas) { canvas in
        let frame = canvas.snapped(state.bounds)
        let radius =
          shape == .circular
          ? min(frame.size.width, frame.size.height) / 2 : state.theme.metrics.cornerRadius
        let colors = state.colors
        var foreground = colors.foreground
        switch style {
        case .plain: canvas.fill(.roundedRect(frame, radius: radius), with: state.surface)
        case .flat: canvas.fill(.roundedRect(frame, radius: radius), with: state.flatSurface)
        case .suggested, .destructive:
          let color = style == .suggested ? colors.accent : colors.destructive
          foreground = colors.foreground(on: color)
          canvas.fill(.roundedRect(frame, radius: radius), with: state.tinted(color))
        }
        if style != .flat { state.outline(frame, radius: radius, in: canvas) }
        Self.paint(title, icon, state, foreground, canvas)
      }
    }
  }

  /// The title of the command with its shortcut, or the title of the button, if it is truncated.
  @_spi(Subclassing) public override var automaticTooltip: String? {
    if let command, title.isEmpty || !command.shortcuts.isEmpty { return command.tooltip }
    guard !title.isEmpty else { return nil }
    let icon = icon == nil ? 0 : effectiveTheme.iconSize + effectiveTheme.metrics.spacing
    let room = Size(width: size.width - 16 - icon, height: size.height)
    let style = effectiveTheme.textStyle(.button)
    if TextLayout(title, style: style).size.width <= room.width { return nil }
    let lines = TextLayout(title, style: style, fitting: room)
    return lines.isTruncated || lines.lineCount == 1 ? title : nil
  }

  private nonisolated static func paint(
    _ title: String, _ icon: Icon?, _ state: ControlState, _ color: Color, _ canvas: Canvas
  ) {
    let bounds = state.bounds
    let side = state.theme.iconSize
    guard let icon else {
      let text = Rect(x: 8, y: 0, width: bounds.size.width - 16, height: bounds.size.height)
      return state.text(
        title, .button, in: text, color: color, alignment: .center, wraps: true, canvas: canvas)
    }
    let spacing = state.theme.metrics.spacing
    let width = title.isEmpty ? 0 : TextLayout(title, style: state.theme.textStyle(.button)).size.width
    let room = max(bounds.size.width - 16 - side - spacing, 0)
    let total = side + (title.isEmpty ? 0 : spacing + min(width, room))
    let left = (bounds.size.width - total) / 2
    let square = Rect(x: left, y: (bounds.size.height - side) / 2, width: side, height: side)
    icon.draw(
      in: canvas, rect: state.directed(square), color: color, isRightToLeft: state.isRightToLeft)
    let text = Rect(x: left + side + spacing, y: 0, width: min(width, room) + 1, height: bounds.size.height)
    state.text(title, .button, in: state.directed(text), color: color, wraps: true, canvas: canvas)
  }

  // MARK: Command

  private weak var lastTree: ViewTree?
  /// Whether the button has reported that no view handles its command.
  private var hasReportedCommand = false

  @_spi(Subclassing) open override func treeDidChange(to host: (any ViewHost)?) {
    super.treeDidChange(to: host)
    if command != nil || lastTree != nil { followCommand() }
  }

  private func commandDidChange() {
    hasReportedCommand = false
    accessibilityChanged(.label)
    if command == nil { isChecked = nil }
    followCommand()
  }

  /// Takes part in the frames of its tree while the button has a command.
  private func followCommand() {
    lastTree?.remove(self)
    lastTree = command == nil ? nil : tree
    lastTree?.add(self)
    updateCommandState()
  }

  private func updateCommandState() {
    guard let command, tree != nil else { return }
    let state = (commandTarget ?? self).state(of: command)
    isEnabled = state?.isEnabled ?? false
    isChecked = state?.isChecked
  }

  /// Reports a command that no view of the window handles.
  private func reportMissingHandler() {
    guard CommandMistakes.areReported, !hasReportedCommand, let command, let tree,
      (commandTarget ?? self).handler(of: command) == nil
    else { return }
    hasReportedCommand = true
    var isHandled = false
    tree.root.forEachInSubtree { if $0.commandHandlers?[command.id] != nil { isHandled = true } }
    if !isHandled {
      CommandMistakes.report(
        "No view handles the command “\(command.id)” of the button “\(command.title)”, so it is disabled.",
        in: self)
    }
  }

  package func prepareFrame(at now: Timestamp) {
    updateCommandState()
    reportMissingHandler()
  }
}

extension Button: FrameParticipant {}
