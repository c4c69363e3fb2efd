internal import CarouselUI

/// A pad with digits, with which a person of the service types the PIN.
@MainActor
final class PINPad {
  /// Called with the PIN.
  var onEnter: ((String) -> Void)?
  /// Called when the pad shall close.
  var onClose: (() -> Void)?

  private(set) lazy var view = makeView()
  private let title = ThemedLabel("PIN", role: .title, alignment: .center)
  private let dots = ThemedLabel("", role: .title, alignment: .center)
  private var pin = ""
  private var buttons: [Button] = []
  /// The longest PIN, in digits.
  private static let longest = 12
  /// The size of a button, in points. A finger needs 44.
  private static let buttonSize = Size(width: 88, height: 68)

  private func makeView() -> View {
    func button(_ name: String, style: Button.Style = .plain, _ action: @escaping (PINPad) -> Void) -> Button
    {
      let button = Button(name, style: style) { [weak self] in if let self { action(self) } }
      button.minimumSize = Self.buttonSize
      buttons.append(button)
      return button
    }
    func digit(_ number: Int) -> Button { button("\(number)") { $0.type("\(number)") } }
    func row(_ views: [View]) -> View {
      StackView(.horizontal, spacing: 12, distribution: .fillEqually, views)
    }
    let rows =
      [0, 3, 6].map { start in row((1...3).map { digit(start + $0) }) } + [
        row([
          button("Close") { $0.onClose?() }, digit(0),
          button("OK", style: .suggested) { $0.enter() },
        ])
      ]
    let column = StackView(.vertical, spacing: 12, alignment: .fill, [title, dots] + rows)
    return ServiceCard(column)
  }

  private func type(_ digit: String) {
    guard pin.count < Self.longest else { return }
    pin += digit
    showDots()
  }

  private func enter() {
    guard !pin.isEmpty else { return }
    let typed = pin
    pin = ""
    showDots()
    onEnter?(typed)
  }

  private func showDots() { dots.text = String(repeating: "•", count: pin.count) }

  /// Shows why no PIN can be typed now; `nil` lets a PIN be typed.
  func show(_ message: String?) {
    title.text = message ?? "PIN"
    for button in buttons where button.title != "Close" { button.isEnabled = message == nil }
  }
}
