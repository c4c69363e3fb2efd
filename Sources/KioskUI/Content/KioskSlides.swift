internal import CarouselDescription
internal import CarouselUI
internal import Configuration
internal import PhotoBrowserUI
internal import PhotoLibrary
internal import PhotoViews

/// Makes the slides of the items of a kiosk.
@MainActor
final class KioskSlides: SlideshowContent {
  private let photos: PhotoSlides
  private var items: [KioskItemID: KioskItem] = [:]

  init(_ photos: PhotoSlides) { self.photos = photos }

  /// Replaces the items.
  func setItems(_ list: [KioskItem]) {
    items = Dictionary(list.map { ($0.id, $0) }) { first, _ in first }
    photos.setPhotos(list.compactMap { if case .picture(let photo) = $0.content { photo } else { nil } })
  }

  func makeSlide(
    of id: KioskItemID, for setting: SlideSetting,
    completion: @escaping @MainActor (Result<any SlideView, SlideFailure>) -> Void
  ) -> AnyObject? {
    switch items[id]?.content {
    case .picture(let photo): return photos.makeSlide(of: photo.id, for: setting, completion: completion)
    case .page(let path):
      do throws(SlideFailure) {
        completion(.success(try Self.page(path, in: setting.box.size)))
      } catch {
        completion(.failure(error))
      }
    case .backdrop: completion(.success(BackdropSlide(size: setting.box.size)))
    case nil: completion(.failure(SlideFailure("The entry is no longer in the playlist.")))
    }
    return nil
  }

  /// Makes the slide of a description of views. Its pictures are relative to its folder.
  private static func page(_ path: String, in size: Size) throws(SlideFailure) -> PageSlide {
    let bytes: [UInt8]
    do { bytes = try ConfigurationFile.read(path) } catch { throw SlideFailure(error.description) }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let handlers = DescriptionHandlers(imageSource: { FileImageSource($0.hasPrefix("/") ? $0 : folder + $0) })
    do throws(DescriptionError) {
      return PageSlide(try DescriptionLoader(handlers: handlers).load(bytes), size: size)
    } catch {
      throw SlideFailure("\(path):\(error.line):\(error.column): \(error.message)")
    }
  }
}
