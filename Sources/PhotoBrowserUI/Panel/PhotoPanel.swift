package import CarouselUI
package import DecoderClient
package import DecoderProtocol
package import Photos

/// A panel with the facts about a photo: the file, the image, the camera, the description and the place, and a histogram. All texts
/// can be selected and copied. It scrolls.
///
/// It is made for a width of 280 points and more.
package final class PhotoPanel: ContainerView {
  /// The photo; `nil` for none. The facts about the file are shown at once, and the others when the photo has stayed for a moment.
  package var photo: LibraryPhoto? { didSet { if photo != oldValue { photoDidChange(from: oldValue) } } }

  private let inspection: PhotoInspection
  private let histogram = HistogramView()
  private let rows = StackView(.vertical, spacing: 16, insets: EdgeInsets(16))
  private let scroll: ScrollView
  private var facts: PhotoFacts?
  private var report = PhotoInspection.Report()
  private var timer: (any ViewTimer)?

  /// A photo that is shown for a shorter time is not read, in seconds, so that a held key has the decoders.
  private static let restTime = 0.15

  /// Creates a panel without a photo, whose files the decoder of the pipeline reads.
  package convenience init(_ pipeline: PhotoPipeline) {
    self.init(decode: PhotoInspection.decode(by: pipeline.decoder))
  }

  /// Creates a panel without a photo.
  ///
  /// - Parameters:
  ///   - delivery: Runs closures on the main actor.
  ///   - decode: Decodes a part of a photo. It is called on another thread, and blocks.
  package init(
    delivery: MainDelivery = .mainQueue,
    decode:
      @escaping @Sendable (Photo, DecodeRequest, Cancellation) throws(PhotoError) -> (
        result: DecodeResult, image: Image?
      )
  ) {
    inspection = PhotoInspection(decode, delivery: delivery)
    scroll = ScrollView(rows)
    super.init(size: Size(width: 300, height: 400))
    accessibilityLabel = "Information"
    addSubview(scroll)
  }

  package override var semantics: Semantics { Semantics(.group, label: "Information", children: .subviews) }

  package override func layoutSubviews() { scroll.frame = bounds }

  /// Whether the photo will be read, or is being read.
  package var isLoading: Bool { timer != nil || inspection.isRunning }

  /// Reads the photo again, because its file has changed.
  package func contentDidChange() {
    report = PhotoInspection.Report()
    showFacts()
    readSoon()
  }

  private func photoDidChange(from former: LibraryPhoto?) {
    let isSameFile = photo?.id == former?.id
    if !isSameFile { scroll.contentOffset = .zero }
    let isSameContent = isSameFile && photo?.revision == former?.revision
    // The facts about another content, such as the camera, do not stand below the name of this one.
    if !isSameContent { report = PhotoInspection.Report() }
    showFacts()
    if !isSameContent || photo?.photo != former?.photo { readSoon() }
  }

  private func readSoon() {
    inspection.cancel()
    timer?.cancel()
    timer = nil
    guard photo != nil, isInWindow else { return }
    timer = startTimer(after: Self.restTime) { [weak self] in
      self?.timer = nil
      self?.read()
    }
  }

  private func read() {
    guard let photo = photo?.photo else { return }
    inspection.read(photo) { [weak self] report, _ in
      guard let self, self.photo?.photo == photo else { return }
      self.report = report
      showFacts()
    }
  }

  package override func didMoveToWindow() {
    super.didMoveToWindow()
    if isInWindow {
      readSoon()
    } else {
      inspection.cancel()
      timer?.cancel()
      timer = nil
    }
  }

  // MARK: Rows

  private func showFacts() {
    histogram.histogram = report.histogram
    histogram.isHidden = report.histogram == nil
    let new = photo.map {
      PhotoFacts($0, header: report.header, metadata: report.metadata, problem: report.problem)
    }
    guard new != facts else { return }
    // Rows that stay keep their selection.
    let reusable = Dictionary(
      rows.subviews.compactMap { $0 as? FactGroupView }.map { ($0.title, $0) },
      uniquingKeysWith: { first, _ in first })
    facts = new
    let groups = (new?.groups ?? []).map { group in
      let view = reusable[group.title] ?? FactGroupView(group.title)
      view.show(group.rows)
      return view
    }
    let views: [View] = groups.isEmpty ? [] : groups + [histogram]
    guard !rows.subviews.elementsEqual(views, by: ===) else { return }
    for view in rows.subviews where !views.contains(where: { $0 === view }) { view.removeFromSuperview() }
    for (index, view) in views.enumerated() { rows.insertSubview(view, at: index) }
  }
}

/// A group of facts with its title.
private final class FactGroupView: StackView {
  let title: String
  private var shown: [PhotoFacts.Row] = []

  init(_ title: String) {
    self.title = title
    let heading = ThemedLabel(title, role: .button)
    heading.accessibilityRole = .heading
    super.init(.vertical, spacing: 8, [heading])
  }

  override var semantics: Semantics { Semantics(.group, label: title, children: .subviews) }

  func show(_ facts: [PhotoFacts.Row]) {
    guard facts != shown else { return }
    let reusable = Dictionary(
      subviews.compactMap { $0 as? FactView }.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    shown = facts
    let views = facts.map { fact in
      let view = reusable[fact.name] ?? FactView(fact.name)
      view.value.text = fact.value
      return view
    }
    for view in reusable.values where !views.contains(where: { $0 === view }) { view.removeFromSuperview() }
    for (index, view) in views.enumerated() { insertSubview(view, at: index + 1) }
  }
}

/// The name of a fact, and below it its value.
private final class FactView: StackView {
  let name: String
  let value = SelectableLabel()

  init(_ name: String) {
    self.name = name
    let label = ThemedLabel(name, role: .caption, isSecondary: true)
    // The value has this name.
    label.accessibilityElementsHidden = true
    super.init(.vertical, spacing: 1, [label, value])
    value.title = name
  }
}
