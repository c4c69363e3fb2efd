internal import CarouselDescription
internal import CarouselUI
internal import Configuration
internal import Dispatch
internal import PhotoBrowserUI
internal import PhotoLibrary
internal import PhotoViews
internal import Threads

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
    case .page(let path): return PageRead(path, in: setting.box.size, worker, completion)
    case .backdrop: completion(.success(BackdropSlide(size: setting.box.size)))
    case nil: completion(.failure(SlideFailure("The entry is no longer in the playlist.")))
    }
    return nil
  }

  /// Reads pages.
  private let worker = WorkerThreads(count: 1)

  /// A page that is being read. Its file may be on a mount that does not answer.
  @MainActor
  private final class PageRead {
    private let completion: @MainActor (Result<any SlideView, SlideFailure>) -> Void

    init(
      _ path: String, in size: Size, _ worker: WorkerThreads,
      _ completion: @escaping @MainActor (Result<any SlideView, SlideFailure>) -> Void
    ) {
      self.completion = completion
      worker.run { [weak self] in
        let reading = FileCalls.shared.perform(on: Array(path.utf8)) {
          Result { () throws(ConfigurationFile.Failure) in try ConfigurationFile.read(path) }
        }
        DispatchQueue.main.async { self?.finish(reading, path, size) }
      }
    }

    private func finish(
      _ reading: Result<[UInt8], ConfigurationFile.Failure>?, _ path: String, _ size: Size
    ) {
      do throws(SlideFailure) {
        switch reading {
        case nil: throw SlideFailure("“\(path)” does not answer")
        case .failure(let failure): throw SlideFailure(failure.description)
        case .success(let bytes): completion(.success(try KioskSlides.page(bytes, from: path, in: size)))
        }
      } catch {
        completion(.failure(error))
      }
    }
  }

  /// Makes the slide of a description of views. Its pictures are relative to its folder.
  private static func page(
    _ bytes: [UInt8], from path: String, in size: Size
  ) throws(SlideFailure) -> PageSlide {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let handlers = DescriptionHandlers(imageSource: { FileImageSource($0.hasPrefix("/") ? $0 : folder + $0) })
    do throws(DescriptionError) {
      return PageSlide(try DescriptionLoader(handlers: handlers).load(bytes), size: size)
    } catch {
      throw SlideFailure("\(path):\(error.line):\(error.column): \(error.message)")
    }
  }
}
