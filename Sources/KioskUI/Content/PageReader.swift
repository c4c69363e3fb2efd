internal import CarouselDescription
internal import Configuration
internal import Dispatch
internal import Glibc
internal import Kiosk
internal import PhotoBrowserUI
internal import PhotoLibrary
internal import Threads

/// The action of a button on a page.
enum PageAction: Hashable {
  /// Opens the page at a path, which is relative to the folder of the page with the button.
  case open(String)
  /// Leads back to the page before, or to the pictures.
  case back
  /// Leads back to the pictures.
  case close

  /// The actions, for messages.
  static let names = "“open:PATH”, “back” and “close”"

  /// Reads the member `action` of a control; `nil` for an unknown action.
  init?(_ text: String) {
    switch text {
    case "back": self = .back
    case "close": self = .close
    case let text where text.hasPrefix("open:") && text.utf8.count > 5:
      self = .open(String(text.dropFirst(5)))
    default: return nil
    }
  }

  /// Returns the path of a file that a page names, without “.” and “..”.
  static func path(_ path: String, from page: String) -> String {
    KioskFiles.resolved(
      path.hasPrefix("/") ? path : (page.lastIndex(of: "/").map { page[...$0] } ?? "") + path)
  }
}

/// Reads pages, which are descriptions of views, on a thread of its own: a file may be on a mount that does not answer.
@MainActor
final class PageReader {
  /// The language of the pages. A page `menu.json` has a file `menu.de.json` for German, if it is there.
  var language = KioskLanguage.english
  /// Called with the action of a control, and the path of its page.
  var onAction: ((String, String) -> Void)?

  private let pipeline: PhotoPipeline
  private let worker = WorkerThreads(count: 1)

  /// Creates a reader.
  ///
  /// - Parameter pipeline: Decodes the pictures of the pages.
  init(_ pipeline: PhotoPipeline) { self.pipeline = pipeline }

  /// Reads a page.
  ///
  /// - Parameter completion: Called once, on the main actor. It is not called after the result was released.
  /// - Returns: An object that cancels the work when it is released.
  func read(
    _ path: String, completion: @escaping @MainActor (Result<LoadedDescription, SlideFailure>) -> Void
  ) -> AnyObject {
    PageRead(path, in: language, worker) { [weak self] reading in
      guard let self else { return }
      completion(
        Result { () throws(SlideFailure) in
          try Self.page(try Self.bytes(of: reading, path), from: path, pictures: pipeline) { [weak self] in
            self?.onAction?($0, path)
          }
        })
    }
  }

  private typealias Reading = Result<[UInt8], ConfigurationFile.Failure>?

  /// A page that is being read.
  @MainActor
  private final class PageRead {
    private let completion: @MainActor (Reading) -> Void

    init(
      _ path: String, in language: KioskLanguage, _ worker: WorkerThreads,
      _ completion: @escaping @MainActor (Reading) -> Void
    ) {
      self.completion = completion
      worker.run { [weak self] in
        let reading = FileCalls.shared.perform(on: Array(path.utf8)) {
          let own = PageReader.path(path, in: language)
          return Result { () throws(ConfigurationFile.Failure) in
            try ConfigurationFile.read(access(own, F_OK) == 0 ? own : path)
          }
        }
        DispatchQueue.main.async { self?.completion(reading) }
      }
    }
  }

  /// Returns the path of a page in a language, such as `menu.de.json`.
  nonisolated static func path(_ path: String, in language: KioskLanguage) -> String {
    let end = path.hasSuffix(".json") ? path.utf8.count - 5 : path.utf8.count
    return String(decoding: path.utf8.prefix(end), as: UTF8.self) + "." + language.rawValue
      + String(decoding: path.utf8.dropFirst(end), as: UTF8.self)
  }

  private static func bytes(of reading: Reading, _ path: String) throws(SlideFailure) -> [UInt8] {
    switch reading {
    case nil: throw SlideFailure("“\(path)” does not answer")
    case .failure(let failure): throw SlideFailure(failure.description)
    case .success(let bytes): return bytes
    }
  }

  /// Builds the views of a page.
  ///
  /// - Parameter pipeline: Decodes the pictures, whose paths are relative to the folder of the page; `nil` for a page that is not
  ///   shown.
  static func page(
    _ bytes: [UInt8], from path: String, pictures pipeline: PhotoPipeline? = nil,
    onAction: ((String) -> Void)? = nil
  ) throws(SlideFailure) -> LoadedDescription {
    var handlers = DescriptionHandlers(
      onAction: onAction, imageSource: { pipeline?.source(of: PageAction.path($0, from: path)) })
    if let pipeline { handlers.imageLoader = pipeline.imageLoader }
    do throws(DescriptionError) {
      return try DescriptionLoader(handlers: handlers).load(bytes)
    } catch {
      throw SlideFailure("\(path): line \(error.line), column \(error.column): \(error.message)")
    }
  }
}
