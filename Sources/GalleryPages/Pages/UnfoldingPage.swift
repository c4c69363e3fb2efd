import CarouselUI

/// Tickets of three panels. A tap on the ticket in the center unfolds it, and another tap folds it.
final class UnfoldingPage: StackView, CarouselDelegate {
  private let view = CarouselView()
  private let openTickets = OpenItems<Int>()

  init() {
    super.init(.vertical, spacing: 12)
    let carousel = view.carousel
    view.accessibilityLabel = "Tickets"
    carousel.type = .coverFlow
    carousel.delegate = self
    carousel.setItems(Picture.first(40)) { [openTickets] picture, reusing in
      let ticket = reusing as? Ticket ?? Ticket()
      ticket.number = picture.id
      openTickets.connect(ticket, to: picture.id)
      return ticket
    }
    addSubview(view.growing())
    addSubview(
      StackView(
        spacing: 8, distribution: .center,
        [
          Button("Unfold") { [weak self] in self?.setOpen(true, animated: true) },
          Button("Fold") { [weak self] in self?.setOpen(false, animated: true) },
          Button("Fold at Once") { [weak self] in self?.setOpen(false, animated: false) },
        ]))
  }

  func carousel(_ carousel: Carousel, didSelectItemAt index: Int) {
    guard index == carousel.currentItemIndex, let ticket = carousel.currentItemView as? Ticket else { return }
    ticket.setOpen(!ticket.isOpen, animated: true)
  }

  private func setOpen(_ isOpen: Bool, animated: Bool) {
    (view.carousel.currentItemView as? Ticket)?.setOpen(isOpen, animated: animated)
  }
}

/// A ticket with a picture on its back, and a route, a seat and a button inside.
private final class Ticket: UnfoldingView {
  private let picture = ArtView(0, size: Ticket.panelSize)
  private let route = ThemedLabel("", role: .title, alignment: .center)
  private let seat = ThemedLabel("", alignment: .center)
  private let stamp = Button("", style: .suggested)
  private static let panelSize = Size(width: 230, height: 100)
  private static let towns = ["Lisbon", "Oslo", "Kyoto", "Quito", "Dakar", "Perth", "Turin", "Hobart"]

  var number = 0 {
    didSet {
      picture.number = number
      route.text = "To \(Self.towns[number % Self.towns.count])"
      seat.text = "Car \(number + 1), seat \(12 + number * 7)"
      (stamp.title, stamp.isEnabled) = ("Stamp", true)
    }
  }

  init() {
    stamp.onClick = { [weak stamp] in
      stamp?.title = "Stamped"
      stamp?.isEnabled = false
    }
    let contents: [View] = [route, seat, StackView(distribution: .center, [stamp])]
    super.init(
      front: picture,
      panels: contents.map {
        CardView(StackView(.vertical, distribution: .center, [$0]), size: Ticket.panelSize)
      },
      durations: [0.35, 0.25])
  }
}
