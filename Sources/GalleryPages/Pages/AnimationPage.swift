import CarouselUI

/// A picture that moves, turns, fades and changes its corners. Each press interrupts the motion before it.
final class AnimationPage: StackView {
  private let board = Board()
  private let timings: [AnimationTiming] = [
    .spring, .easeInOut(duration: 0.6), .linear(duration: 0.6),
  ]
  private let timing = SegmentedControl(["Spring", "Curve", "Line"])
  private let progress = ThemedLabel("At rest", role: .caption, alignment: .center)
  private var turns = 0.0

  init() {
    super.init(.vertical, spacing: 12)
    timing.accessibilityLabel = "Timing"
    board.onPress = { [weak self] place in self?.animate { $0.frame.origin = place } }
    addSubview(board.growing())
    addSubview(progress)
    addSubview(
      StackView(
        spacing: 8, distribution: .center,
        [
          timing,
          Button("Turn") { [weak self] in
            self?.turns += 1
            self?.animate { [turns = self?.turns ?? 0] in $0.transform = .rotation(by: turns * .pi / 2) }
          },
          Button("Fade") { [weak self] in self?.animate { $0.alpha = $0.alpha < 0.6 ? 1 : 0.2 } },
          Button("Round") { [weak self] in self?.animate { $0.cornerRadius = $0.cornerRadius < 30 ? 60 : 10 }
          },
        ]))
  }

  private func animate(_ change: (View) -> Void) {
    let picture = board.picture
    progress.text = "Moves"
    View.animate(timings[timing.selectedIndex ?? 0]) {
      change(picture)
    } completion: { [weak self] hasArrived in
      if hasArrived { self?.progress.text = "At rest" }
    }
  }
}

/// A surface with a picture. A press on it is reported with the place for the picture's corner.
private final class Board: ContainerView {
  let picture = ArtView(4, size: Size(width: 160, height: 120))
  var onPress: ((Point) -> Void)?

  override init(size: Size = .zero) {
    super.init(size: size)
    picture.frame.origin = Point(x: 40, y: 40)
    addSubview(picture)
  }

  override func contactBegan(_ contact: Contact) -> ContactResponse { .tracking }

  override func contactEnded(_ contact: Contact) -> ContactResponse {
    onPress?(contact.location(in: self) - Point(x: 80, y: 60))
    return .claimed
  }
}
