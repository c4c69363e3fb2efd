internal import CarouselUI
import CommandLineText
internal import DecoderProtocol
internal import Photos

/// The thumbnail of a photo: the picture, which fills the view, a placeholder, or the reason why it cannot be shown.
@MainActor
final class ThumbnailView: ContainerView {
  /// The photo that the view shows; `nil` before the first one.
  private(set) var id: PhotoID?
  /// The box for which the picture is sharp; `nil` while the picture is not final.
  private var loadedTarget: TargetSize?
  private(set) var photo: LibraryPhoto?
  let imageView = ImageView(size: .zero)
  /// Returns the orientation with which a photo is shown, in addition to the one that its file states.
  private let orientation: (PhotoID) -> ImageOrientation

  init(orientation: @escaping (PhotoID) -> ImageOrientation) {
    self.orientation = orientation
    super.init()
    isUserInteractionEnabled = false
    imageView.contentMode = .fill
    addSubview(imageView)
  }

  override func layoutSubviews() {
    let nameHeight = min(
      nameLabel.map { $0.fittingSize(in: size).height + Self.nameGap } ?? 0, size.height / 2)
    imageView.frame = Rect(x: 0, y: 0, width: size.width, height: size.height - nameHeight)
    nameLabel?.frame = Rect(
      x: 0, y: size.height - nameHeight + Self.nameGap, width: size.width, height: nameHeight - Self.nameGap)
    mark?.frame = bounds.inset(by: EdgeInsets(-CurrentMark.margin))
  }

  /// Shows the photo with the orientation that it has now.
  func updateOrientation() { imageView.imageOrientation = id.map(orientation) ?? .upright }

  // MARK: Name

  private var nameLabel: ThemedLabel?
  private static let nameGap = 2.0  // points between the picture and the name

  /// Whether the name of the file is below the picture.
  var showsName: Bool {
    get { nameLabel != nil }
    set {
      guard newValue != showsName else { return }
      nameLabel?.removeFromSuperview()
      nameLabel = newValue ? ThemedLabel("", role: .caption, alignment: .center) : nil
      if let nameLabel {
        nameLabel.maxLines = 1
        // The picture is named, too.
        nameLabel.accessibilityElementsHidden = true
        addSubview(nameLabel)
      }
      updateName()
      setNeedsLayout()
    }
  }

  private func updateName() { nameLabel?.text = photo.map { DisplayText.printable($0.photo.name) } ?? "" }

  // MARK: The current photo

  private var mark: CurrentMark?

  /// Whether a frame marks the photo as the current one.
  var isMarked: Bool {
    get { mark != nil }
    set {
      guard newValue != isMarked else { return }
      mark?.removeFromSuperview()
      mark = newValue ? CurrentMark() : nil
      if let mark { insertSubview(mark, at: 0) }
      setNeedsLayout()
    }
  }

  /// Whether the view shows a picture, be it a preview.
  var hasPicture: Bool { imageView.imageSize != nil }

  /// Whether the view shows the final picture, or the final error, for a box.
  func isLoaded(at target: TargetSize) -> Bool {
    loadedTarget.map { $0.width >= target.width && $0.height >= target.height } ?? false
  }

  /// Names the photo. Returns whether the view shows the same content already; otherwise it shows the placeholder now.
  func show(_ photo: LibraryPhoto) -> Bool {
    let old = self.photo
    self.photo = photo
    id = photo.id
    if old?.photo != photo.photo { updateName() }
    if old?.spokenName != photo.spokenName { imageView.accessibilityLabel = photo.spokenName }
    updateOrientation()
    guard let old, old.isSameFile(as: photo) else {
      imageView.image = nil
      imageView.failure = nil
      loadedTarget = nil
      return false
    }
    let isChanged = old.revision != nil && old.revision != photo.revision
    // The reason of a failure may be the former path.
    let hasFailedElsewhere = imageView.failure != nil && old.photo != photo.photo
    guard isChanged || hasFailedElsewhere else { return true }
    // A changed photo shows its old picture until the new one is loaded.
    loadedTarget = nil
    return false
  }

  /// Lets the photo be loaded again, because its file has changed. The old picture stays until then.
  func invalidate() { loadedTarget = nil }

  /// Shows a picture.
  ///
  /// - Parameter target: The box for which it is the final one; `nil` for a preview.
  func set(_ image: Image, for target: TargetSize?) {
    // A preview does not replace the picture for another size.
    if target == nil, hasPicture { return }
    imageView.failure = nil
    imageView.image = image
    loadedTarget = target
  }

  /// Shows in a few words why the photo cannot be shown.
  func fail(_ reason: String, for target: TargetSize) {
    imageView.image = nil
    imageView.failure = reason
    loadedTarget = target
  }

  // MARK: Emphasis

  /// Whether the picture has the whole size of the view.
  private var isEmphasized = true

  /// Sets whether the picture has the whole size of the view, or is a little smaller and fainter.
  ///
  /// - Parameter animated: Whether it springs to its size.
  func setEmphasized(_ isEmphasized: Bool, animated: Bool) {
    guard isEmphasized != self.isEmphasized else { return }
    self.isEmphasized = isEmphasized
    imageView.isLayered = true
    let smaller = 0.82
    let imageView = imageView
    let change = {
      imageView.transform = isEmphasized ? .identity : .scale(x: smaller, y: smaller)
      imageView.alpha = isEmphasized ? 1 : 0.75
    }
    if animated { View.animate { change() } } else { change() }
  }
}

/// The frame around the thumbnail of the current photo. It has the place of the ring of the keyboard.
private final class CurrentMark: ThemedView {
  /// The distance from the picture to the outer side of the frame, in points: the margin of a cell.
  static let margin = 5.0
  private static let width = 3.0  // points
  private static let radius = 8.0  // points

  init() {
    super.init()
    isUserInteractionEnabled = false
  }

  override func makePainter() -> Painter? {
    let (state, radius, width) = (ControlState(of: self), Self.radius, Self.width)
    return { canvas in
      canvas.strokeBorder(
        canvas.snapped(state.bounds), radius: radius, with: state.colors.accent, width: width)
    }
  }
}

extension LibraryPhoto {
  /// Whether two states of a photo are of the same file, perhaps with another path or another content. Two libraries may use the
  /// same numbers.
  fileprivate func isSameFile(as other: LibraryPhoto) -> Bool {
    guard id == other.id else { return false }
    let unknown = FileIdentity(device: 0, inode: 0)
    return photo == other.photo || identity == other.identity && identity != unknown
  }
}
