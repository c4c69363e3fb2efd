import CarouselUI

/// A grid of 100,000 pictures in months. Pictures are selected, moved, shuffled and removed.
final class GridPage: StackView {
  /// A picture of a month.
  nonisolated struct Photo: Identifiable, Equatable {
    var id: Int
    var month: String
    /// The height divided by the width.
    var shape: Double
  }

  private let grid = CollectionView(
    CollectionLayout(columns: .minimumWidth(110), itemHeight: .aspectRatio(0.8)))
  private let styles = SegmentedControl(["Grid", "Masonry", "Justified"])
  private let choice = ThemedLabel("Nothing is selected.", isSecondary: true)
  private var photos = (0..<100_000).map { number in
    Photo(id: number, month: GridPage.month(number / 180), shape: [0.75, 1.2, 1, 1.5][number * 7 % 4])
  }

  init() {
    super.init(.vertical, spacing: 12)
    grid.accessibilityLabel = "Photos"
    grid.allowsMultipleSelection = true
    grid.allowsReordering = true
    grid.onSelectionChange = { [weak self] in self?.showChoice() }
    grid.onMove = { [weak self] in self?.move($0, to: $1) }
    styles.accessibilityLabel = "Arrangement"
    styles.onSelect = { [weak self] _ in self?.applyStyle() }
    let shuffle = Button("Shuffle") { [weak self] in self?.shuffle() }
    let remove = Button("Remove") { [weak self] in self?.removeSelected() }
    let bar = StackView(spacing: 6, alignment: .center, [choice.growing(), shuffle, remove])
    for view in [styles, grid.growing(), bar] { addSubview(view) }
    show()
  }

  private static func month(_ number: Int) -> String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
      "November", "December",
    ]
    return "\(names[number % 12]) \(1980 + number / 12)"
  }

  private func show(animated: Bool = true) {
    var sections: [CollectionSection<Photo>] = []
    for photo in photos {
      if sections.last?.title != photo.month { sections.append(CollectionSection([], title: photo.month)) }
      sections[sections.count - 1].items.append(photo)
    }
    let hasShapes = styles.selectedIndex != 0
    grid.setSections(sections, animated: animated, height: hasShapes ? { $0.shape * $1 } : nil) {
      photo, reusing in
      let view = reusing as? PrintView ?? PrintView(size: Size(width: 100, height: 120))
      view.number = photo.id
      return view
    }
  }

  private func applyStyle() {
    grid.collectionLayout.style = CollectionLayout.Style.allCases[styles.selectedIndex ?? 0]
    show()
  }

  /// Shuffles the pictures of the month in sight.
  private func shuffle() {
    guard let first = grid.visibleIndexes.first else { return }
    let month = photos[first].month
    let places = photos.indices.filter { photos[$0].month == month }
    for (place, photo) in zip(places, places.map { photos[$0] }.shuffled()) { photos[place] = photo }
    show()
  }

  private func removeSelected() {
    photos = photos.enumerated().filter { !grid.selectedIndexes.contains($0.offset) }.map(\.element)
    show()
    showChoice()
  }

  private func move(_ index: Int, to newIndex: Int) { photos.insert(photos.remove(at: index), at: newIndex) }

  private func showChoice() {
    let count = grid.selectedIndexes.ranges.reduce(0) { $0 + $1.count }
    choice.text = count == 0 ? "Nothing is selected." : "\(count) selected"
  }
}
