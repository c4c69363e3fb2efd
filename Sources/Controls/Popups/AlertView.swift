internal import Drawing
public import Geometry
internal import Input
public import Views

/// A question with a heading, an explanation and buttons.
///
/// Return chooses ``defaultResponse``, and Escape chooses ``closeResponse``. To show an alert, pass it to
/// `present(_:)` of a view or a window. The button of the default response gets the focus.
///
/// UIKit: `UIAlertController`. libadwaita: `AdwAlertDialog`.
public final class AlertView: DialogView {
  /// A response to the question, with its button.
  public struct Response: Hashable, Sendable {
    /// Identifies the response.
    public var id: String
    /// The title of the response's button.
    public var title: String
    /// The appearance of the response's button.
    public var style: Button.Style

    /// Creates a response.
    public init(_ id: String, title: String, style: Button.Style = .plain) {
      (self.id, self.title, self.style) = (id, title, style)
    }
  }

  /// The heading.
  public var heading: String { title }
  /// The explanation; empty for none.
  public let message: String
  /// The responses, in reading order.
  public let responses: [Response]
  /// The identifier of the response that Return chooses; `nil`, the default, for none.
  public var defaultResponse: String?
  /// The identifier of the response that Escape chooses; by default "close".
  public var closeResponse = "close"
  /// Called once with the identifier of the chosen response.
  public var onResponse: ((String) -> Void)?

  private var buttons: [Button] = []
  private var isAnswered = false
  private static let padding = 24.0
  private static let leastWidth = 300.0
  private static let mostWidth = 420.0  // at a text scale of 1

  /// Creates a question.
  public init(
    _ heading: String, message: String = "", responses: [Response], defaultResponse: String? = nil,
    onResponse: ((String) -> Void)? = nil
  ) {
    (self.message, self.responses) = (message, responses)
    self.defaultResponse = defaultResponse
    self.onResponse = onResponse
    super.init(title: heading, nil)
    isDismissible = false
    buttons = responses.map { response in
      Button(response.title, style: response.style) { [weak self] in self?.answer(response.id) }
    }
    for button in buttons { addSubview(button) }
    sizeToFit()
  }

  // MARK: Semantics

  public override var semantics: Semantics {
    var semantics = Semantics(.alertDialog, label: heading, children: .subviews)
    semantics.hint = message.isEmpty ? nil : message
    semantics.states = .modal
    return semantics
  }

  /// Announces the question when it appears.
  public override func didMoveToWindow() {
    super.didMoveToWindow()
    let isSentence = heading.last.map(".?!:…".contains) ?? false
    if isInWindow {
      announce([heading, message].filter { !$0.isEmpty }.joined(separator: isSentence ? " " : ". "))
    }
  }

  private func answer(_ id: String) {
    guard !isAnswered else { return }
    isAnswered = true
    close()
    onResponse?(id)
  }

  /// The button of the default response, or the first one.
  public override var initialFocus: View? {
    let place = responses.firstIndex { $0.id == defaultResponse } ?? 0
    return buttons.indices.contains(place) ? buttons[place] : nil
  }

  // MARK: Layout

  private func style(_ role: Theme.TextRole) -> TextStyle {
    var style = effectiveTheme.textStyle(role)
    style.alignment = .center
    return style
  }

  private func height(of text: String, _ role: Theme.TextRole, width: Double) -> Double {
    text.isEmpty ? 0 : TextLayout(text, style: style(role), width: width).size.height.rounded(.up)
  }

  /// The width of the heading in the middle, beside the close button, for a width of the content.
  private func headingWidth(_ width: Double) -> Double { max(width - 2 * closeSize.width, 0) }

  private func headingHeight(_ width: Double) -> Double {
    headingHeight(of: height(of: heading, .title, width: headingWidth(width)))
  }

  /// Whether the buttons fit side by side in `width`.
  private func isRow(_ width: Double) -> Bool {
    let widest = buttons.map { $0.fittingSize(in: .zero).width }.max() ?? 0
    let spacing = 2 * effectiveTheme.metrics.spacing
    return widest * Double(buttons.count) + spacing * Double(max(buttons.count - 1, 0)) <= width
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let width = max(min(size.width, effectiveTheme.scaled(Self.mostWidth)), Self.leastWidth)
    let inner = width - 2 * Self.padding
    var height = 2 * Self.padding + headingHeight(inner)
    if !message.isEmpty { height += 12 + self.height(of: message, .body, width: inner) }
    let rows = isRow(inner) ? 1 : buttons.count
    for (row, button) in buttons.prefix(rows).enumerated() {
      height += row == 0 ? 24 : effectiveTheme.metrics.spacing
      height += button.fittingSize(in: Size(width: inner, height: .infinity)).height
    }
    return Size(width: width, height: height)
  }

  override func closeByButton() { answer(closeResponse) }

  public override func layoutSubviews() {
    super.layoutSubviews()
    let theme = effectiveTheme
    let inner = bounds.inset(by: Self.padding)
    guard !buttons.isEmpty, inner.size.width > 0 else { return }
    let height = theme.controlHeight
    guard isRow(inner.size.width) else {
      // In a column, the button of the last response, usually the suggested one, is on top.
      var bottom = inner.maxY
      for button in buttons {
        let height = button.fittingSize(in: Size(width: inner.size.width, height: .infinity)).height
        button.frame = Rect(x: inner.minX, y: bottom - height, width: inner.size.width, height: height)
        bottom -= height + theme.metrics.spacing
      }
      return
    }
    let spacing = 2 * theme.metrics.spacing
    let count = Double(buttons.count)
    let width = (inner.size.width - spacing * (count - 1)) / count
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    for (place, button) in buttons.enumerated() {
      let left = (width + spacing) * Double(place)
      button.frame = Rect(
        x: isMirrored ? inner.maxX - left - width : inner.minX + left, y: inner.maxY - height, width: width,
        height: height)
    }
  }

  // MARK: Keys

  public override func keyPressed(_ key: KeyPress) -> Bool {
    guard !key.isShortcut, !key.isRepeat else { return false }
    switch key.symbol {
    case .escape: answer(closeResponse)
    case .return, .keypadEnter:
      guard let defaultResponse else { return false }
      answer(defaultResponse)
    default: return false
    }
    return true
  }

  public override func makePainter() -> Painter? {
    let card = super.makePainter()
    let (heading, message) = (heading, message)
    let (titleStyle, bodyStyle) = (style(.title), style(.body))
    let padding = Self.padding
    let width = size.width - 2 * padding
    let (headingWidth, headingHeight) = (headingWidth(width), headingHeight(width))
    return { canvas in
      card?(canvas)
      guard width > 0 else { return }
      let title = TextLayout(heading, style: titleStyle, width: headingWidth)
      canvas.draw(title, at: Point(x: padding + (width - headingWidth) / 2, y: padding))
      guard !message.isEmpty else { return }
      let below = padding + headingHeight + 12
      canvas.draw(TextLayout(message, style: bodyStyle, width: width), at: Point(x: padding, y: below))
    }
  }
}
