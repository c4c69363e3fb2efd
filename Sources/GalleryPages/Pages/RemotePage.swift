import CarouselUI
import RemoteImages

/// Pictures of a server, with a reflection and filters. A picture that cannot be shown says why and can be tried again.
final class RemotePage: StackView {
  private let view = CarouselView()
  private let field = TextField("", placeholder: "https://example.org/picture.jpg")
  private var pictures: [AsyncImageView] = []
  /// A loader of its own, so that a slow server does not delay other pictures of the program.
  private let loader = ImageLoader()
  private var pictureFilter: ViewFilter?
  private var hasReflection = true

  init() {
    super.init(.vertical, spacing: 12)
    view.clipsToBounds = true
    view.accessibilityLabel = "Pictures"
    view.carousel.type = .rotary
    view.carousel.options.spacing = 1.25
    view.carousel.contentOffset.height = -30
    pictures = RemotePictures.addresses.map(makePicture)
    let filters: [ViewFilter?] = [nil, gray, evening]
    let choice = SegmentedControl(["Plain", "Gray", "Evening"]) { [weak self] index in
      self?.pictureFilter = filters[index]
      self?.applyEffects()
    }
    let mirror = Toggle(isOn: true) { [weak self] isOn in
      self?.hasReflection = isOn
      self?.applyEffects()
    }
    let reflection = ThemedLabel("Reflection")
    mirror.accessibilityLabelView = reflection
    (choice.accessibilityLabel, field.accessibilityLabel) = ("Filter", "Address")
    field.onSubmit = { [weak self] _ in self?.add() }
    addSubview(view.growing())
    addSubview(
      StackView(
        spacing: 8, alignment: .center, [choice, View().growing(), reflection, mirror]))
    addSubview(
      StackView(
        spacing: 8, alignment: .center,
        [field.growing(), Button("Add", icon: .plus, style: .suggested) { [weak self] in self?.add() }]))
    show(animated: false)
  }

  /// Returns a view that loads a picture when it is seen.
  private func makePicture(_ address: String) -> AsyncImageView {
    let picture = AsyncImageView(size: Size(width: 208, height: 248))
    let failure = FailureCard { [weak picture] in picture?.reload() }
    picture.errorView = failure
    picture.isUserInteractionEnabled = true
    picture.cornerRadius = 10
    picture.onStateChange = { if case .failed(let error) = $0.state { failure.reason = error.description } }
    picture.loader = loader
    picture.source = RemoteImageSource(address)
    picture.accessibilityLabel = address.split(separator: "/").last.map(String.init) ?? address
    applyEffects(to: picture)
    return picture
  }

  private func applyEffects() { pictures.forEach(applyEffects) }

  private func applyEffects(to picture: AsyncImageView) {
    picture.reflection = hasReflection ? Reflection(gap: 3, scale: 0.3, alpha: 0.4) : nil
    // The reason of a failure stays legible.
    picture.imageView.filter = pictureFilter
  }

  private func add() {
    guard !field.text.isEmpty else { return }
    pictures.append(makePicture(field.text))
    field.text = ""
    show(animated: true)
    view.carousel.scrollToItem(at: pictures.count - 1, animated: true)
  }

  private func show(animated: Bool) {
    view.carousel.setItems(Picture.first(pictures.count), animated: animated) { [weak self] item, _ in
      self?.pictures[item.id] ?? View()
    }
  }
}

/// The reason why a picture is missing, with a button.
private final class FailureCard: ThemedView {
  private let label = ThemedLabel("", role: .caption, alignment: .center)
  private let stack: StackView

  var reason = "" { didSet { label.text = reason } }

  init(onRetry: @escaping () -> Void) {
    stack = StackView(
      .vertical, spacing: 12, insets: EdgeInsets(16),
      [View().growing(), label, Button("Try Again") { onRetry() }, View().growing()])
    super.init()
    addSubview(stack)
  }

  override func layoutSubviews() { stack.frame = bounds }

  override func makePainter() -> Painter? {
    let (colors, frame, radius) = (effectiveTheme.colors, Rect(origin: .zero, size: size), cornerRadius)
    return { canvas in
      canvas.fill(.roundedRect(frame, radius: radius), with: colors.popover)
      canvas.strokeBorder(frame, radius: radius, with: colors.shade(0.15), width: 1)
    }
  }
}

/// A filter that shows a picture in shades of gray.
private nonisolated let gray: ViewFilter = { picture, canvas in
  let result = try? Image(width: picture.width, height: picture.height, isOpaque: picture.isOpaque) {
    pixels, stride in
    picture.withPixels { source in
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let (from, to) = (y * picture.stride + x * 4, y * stride + x * 4)
          let sum = Int(source[from]) * 29 + Int(source[from + 1]) * 150 + Int(source[from + 2]) * 77
          for channel in 0..<3 { pixels[to + channel] = UInt8(sum >> 8) }
          pixels[to + 3] = source[from + 3]
        }
      }
    }
  }
  canvas.draw(result ?? picture, in: Rect(origin: .zero, size: canvas.size))
}

/// A filter that adds the light of a low sun.
private nonisolated let evening: ViewFilter = { picture, canvas in
  let bounds = Rect(origin: .zero, size: canvas.size)
  func light() {
    canvas.draw(picture, in: bounds)
    canvas.fill(bounds, with: Color(hex: 0xE0662F).withAlpha(0.35))
  }
  canvas.masked(by: { $0.draw(picture, in: bounds) }, light)
}
