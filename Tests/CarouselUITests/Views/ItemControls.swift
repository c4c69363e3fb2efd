import CarouselUI

/// A button as an application might write it. It highlights after 150 ms, or when it is the only view that
/// tracks the press. It acts when the press ends on it.
@MainActor
final class PushButton: View {
  var actions = 0
  private(set) var isHighlighted = false { didSet { if isHighlighted != oldValue { setNeedsDisplay() } } }
  private(set) var highlightCount = 0
  private(set) var cancelCount = 0
  private var timer: (any ViewTimer)?
  private var isPressed = false

  override func makePainter() -> Painter? {
    let color: Color = isHighlighted ? .white : .red
    return { $0.fill(with: color) }
  }

  override var cursor: CursorShape? { .hand }
  override var canBecomeFocused: Bool { true }

  override func contactBegan(_ contact: Contact) -> ContactResponse {
    guard contact.isPrimary else { return .ignored }
    isPressed = true
    timer = startTimer(after: 0.15) { [weak self] in self?.highlight() }
    return .tracking
  }

  override func contactBecameExclusive(_ contact: Contact) { highlight() }

  override func contactEnded(_ contact: Contact) -> ContactResponse {
    let isInside = point(inside: contact.location(in: self))
    release()
    guard isInside else { return .ignored }
    actions += 1
    return .claimed
  }

  override func contactCanceled(_ contact: Contact) {
    cancelCount += 1
    release()
  }

  override func keyPressed(_ key: KeyPress) -> Bool {
    guard key.symbol == .return else { return false }
    actions += 1
    return true
  }

  private func highlight() {
    guard isPressed, !isHighlighted else { return }
    isHighlighted = true
    highlightCount += 1
  }

  private func release() {
    timer?.cancel()
    (timer, isPressed, isHighlighted) = (nil, false, false)
  }
}

/// A horizontal slider. It claims a press when the press moves along the slider's axis.
@MainActor
final class Slider: View {
  var value = 0.0 { didSet { if value != oldValue { setNeedsDisplay() } } }

  override func makePainter() -> Painter? {
    let (value, size) = (value, size)
    return { canvas in
      canvas.fill(with: .blue)
      canvas.fill(Rect(x: 0, y: 0, width: size.width * value, height: size.height), with: .white)
    }
  }

  override func contactBegan(_ contact: Contact) -> ContactResponse {
    follow(contact)
    return .claimed
  }

  override func contactMoved(_ contact: Contact) -> ContactResponse {
    follow(contact)
    return .tracking
  }

  private func follow(_ contact: Contact) {
    value = min(max(contact.location(in: self).x / size.width, 0), 1)
  }
}

/// A vertical list that claims a drag along its axis and hands the drag over at its ends.
@MainActor
final class ScrollingList: View {
  let content = View()

  init(size: Size, contentHeight: Double) {
    super.init(size: size)
    clipsToBounds = true
    content.frame = Rect(x: 0, y: 0, width: size.width, height: contentHeight)
    content.backgroundColor = .green
    content.isLayered = true
    addSubview(content)
  }

  override func makePainter() -> Painter? { { _ in } }

  private var lastY = 0.0
  private var isScrolling = false

  override func contactBegan(_ contact: Contact) -> ContactResponse {
    lastY = contact.location(in: superview ?? self).y
    isScrolling = false
    return .tracking
  }

  override func contactMoved(_ contact: Contact) -> ContactResponse {
    let translation = contact.translation(in: superview ?? self)
    if !isScrolling {
      guard abs(translation.y) >= 8, abs(translation.y) > abs(translation.x) else { return .tracking }
      isScrolling = true
    }
    let y = contact.location(in: superview ?? self).y
    let wanted = bounds.minY + lastY - y
    let end = content.size.height - size.height
    bounds.origin.y = min(max(wanted, 0), end)
    lastY = y
    return wanted > end || wanted < 0 ? .yielded : .claimed
  }
}

/// A data source of cards. Each card has a button and a slider.
@MainActor
final class ControlCards: CarouselDataSource {
  let cards: [(card: View, button: PushButton, slider: Slider)]

  init(count: Int, size: Size = Size(width: 200, height: 140)) {
    cards = (0..<count).map { index in
      let card = View(size: size)
      card.backgroundColor = Cards.color(index)
      let button = PushButton(frame: Rect(x: 20, y: 20, width: 80, height: 34))
      let slider = Slider(frame: Rect(x: 20, y: 90, width: 160, height: 30))
      card.addSubview(button)
      card.addSubview(slider)
      return (card, button, slider)
    }
  }

  func numberOfItems(in carousel: Carousel) -> Int { cards.count }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView { cards[index].card }
}

/// A data source of given views.
@MainActor
final class GivenViews: CarouselDataSource {
  let views: [View]
  init(_ views: [View]) { self.views = views }
  func numberOfItems(in carousel: Carousel) -> Int { views.count }
  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView { views[index] }
}
