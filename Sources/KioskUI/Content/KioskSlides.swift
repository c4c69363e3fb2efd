internal import CarouselUI
internal import Kiosk
internal import PhotoBrowserUI
internal import PhotoLibrary

/// Makes the slides of the items of a kiosk.
@MainActor
final class KioskSlides: SlideshowContent {
  /// Called when a picture is damaged, so that a plain slide is shown in its place, with the reason.
  var onDamage: ((KioskItemID, String) -> Void)?
  /// The mat of the pictures; `nil` without one.
  var mount: SlideMount?
  /// The language of the slides.
  var language: KioskLanguage {
    get { reader.language }
    set { reader.language = newValue }
  }
  /// Called with the action of a control of a page, and the path of the page.
  var onAction: ((String, String) -> Void)? {
    get { reader.onAction }
    set { reader.onAction = newValue }
  }

  private let photos: PhotoSlides
  private let reader: PageReader
  private var items: [KioskItemID: KioskItem] = [:]
  /// The items whose last slide is a plain one in place of a damaged picture.
  private var damaged: Set<KioskItemID> = []

  init(_ photos: PhotoSlides, _ pipeline: PhotoPipeline) {
    (self.photos, reader) = (photos, PageReader(pipeline))
    // The caption is a text of its own.
    photos.spokenName = { [reader] _ in VisitorTexts(in: reader.language).picture }
  }

  /// Replaces the items.
  func setItems(_ list: [KioskItem]) {
    items = Dictionary(list.map { ($0.id, $0) }) { first, _ in first }
    damaged.formIntersection(items.keys)
    photos.setPhotos(list.flatMap(\.photos))
  }

  func makeSlide(
    of id: KioskItemID, for setting: SlideSetting,
    completion: @escaping @MainActor (Result<any SlideView, SlideFailure>) -> Void
  ) -> AnyObject? {
    let size = setting.box.size
    guard let item = items[id] else {
      completion(.failure(SlideFailure("The entry is no longer in the playlist.")))
      return nil
    }
    switch item.content {
    case .picture, .pair:
      return photos.makeSlide(of: item.photos.map(\.id), in: mount, for: setting) { [weak self] result in
        guard case .failure(let failure) = result, failure.isDamage, let self else {
          self?.damaged.remove(id)
          return completion(result)
        }
        damaged.insert(id)
        onDamage?(id, failure.reason)
        completion(.success(PlainSlide(size: size, [Self.label(VisitorTexts(in: language).damaged)])))
      }
    case .page(let path):
      return reader.read(path) { result in completion(result.map { PageSlide($0, from: path, size: size) }) }
    case .code(let text):
      let caption = item.caption.map { [Self.label($0.text(in: language))] } ?? []
      completion(.success(PlainSlide(size: size, [QRCodeView(text)] + caption)))
    case .backdrop: completion(.success(PlainSlide(size: size)))
    }
    return nil
  }

  /// Whether the last slide of an item stands in place of a damaged picture.
  func isDamaged(_ id: KioskItemID) -> Bool { damaged.contains(id) }

  private static func label(_ text: String) -> LabelView {
    let label = LabelView(text)
    label.changeStyle { $0.showOnPictures() }
    return label
  }
}

extension TextStyle {
  /// Makes a text of the theme large and white, for captions in front of pictures.
  mutating func showOnPictures() {
    size *= 1.4
    (weight, color) = (.medium, .white)
  }
}

extension SlideMount {
  init(_ mat: PictureMat) {
    self.init(color: Color(hex: mat.color), width: mat.width, frame: mat.frame.map { Color(hex: $0) })
  }
}
