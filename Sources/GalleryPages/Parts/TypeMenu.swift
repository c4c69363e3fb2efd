import CarouselUI

/// A button that opens a menu with all carousel types, and calls a closure with the chosen type.
final class TypeButton: Button {
  /// The types with their titles.
  static let types: [(type: CarouselType, title: String)] = [
    (.linear, "Linear"), (.rotary, "Rotary"), (.invertedRotary, "Inverted Rotary"),
    (.cylinder, "Cylinder"), (.invertedCylinder, "Inverted Cylinder"), (.wheel, "Wheel"),
    (.invertedWheel, "Inverted Wheel"), (.coverFlow, "Cover Flow"), (.coverFlow2, "Cover Flow 2"),
    (.timeMachine, "Time Machine"), (.invertedTimeMachine, "Inverted Time Machine"),
  ]

  private var chosen: CarouselType

  init(_ chosen: CarouselType, onChoose: @escaping (CarouselType) -> Void) {
    self.chosen = chosen
    super.init("Type", icon: .down)
    onClick = { [weak self] in self?.open(onChoose) }
  }

  private func open(_ onChoose: @escaping (CarouselType) -> Void) {
    present(
      MenuView(
        Self.types.map { entry in
          MenuItem(entry.title, mark: entry.type == chosen ? .on : .off) { [weak self] in
            self?.chosen = entry.type
            onChoose(entry.type)
          }
        }))
  }
}
