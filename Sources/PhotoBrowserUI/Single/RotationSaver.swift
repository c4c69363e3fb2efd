internal import CarouselUI
import CommandLineText
internal import DecoderClient
internal import DecoderProtocol
internal import Dispatch
internal import PhotoLibrary
internal import Photos
internal import Threads

/// Saves the rotation of a photo's view in the photo's file, and undoes this.
///
/// Each file is changed on a thread of its own, so a mount that does not answer delays no other file.
@MainActor
final class RotationSaver {
  /// The reason why a rotation could not be saved or undone.
  enum Failure: Error, Hashable {
    case busy
    case noThread
    /// The file has no place for the rotation.
    case noPlace(name: String, format: String)
    case file(FileOperationError)
    case decoder(String)

    /// One or two sentences for the user.
    var sentence: String {
      switch self {
      case .busy: "The file is still being changed."
      case .noThread: "The system refuses a thread. Raise the limit of processes."
      case .noPlace(let name, let format):
        "“\(name)” (\(format)) has no place for the rotation. It is rotated only in this window."
      case .file(let error): error.description
      case .decoder(let text): text
      }
    }
  }

  private let decoder: PhotoDecoder
  /// The history of the saved rotations.
  private var operations = FileOperations(trash: DesktopTrash())
  /// The files that are being changed.
  private var busyPhotos: Set<Photo> = []
  /// The file of the save that began last, while it runs. The saves before it are not undone meanwhile.
  private var lastSave: Photo?
  /// The threads that change files.
  private let threads = DispatchGroup()
  /// The versions of the files after their last change here, of which the library may not know yet.
  private var versions: [Photo: FileRevision] = [:]

  init(_ decoder: PhotoDecoder) { self.decoder = decoder }

  /// Whether a saved rotation can be undone.
  var canUndo: Bool { operations.undoCount > 0 }

  /// Waits until no file is being changed, but at most this time, in seconds: a mount may not answer.
  func finish(within seconds: Double) { _ = threads.wait(timeout: .now() + seconds) }

  /// Changes the EXIF orientation of a photo's file, so that it is upright as the view shows it.
  ///
  /// - Parameters:
  ///   - orientation: The orientation with which the photo is shown, in addition to that of the file.
  ///   - completion: Called with the result.
  func save(
    _ shown: LibraryPhoto, shownWith orientation: ImageOrientation,
    completion: @escaping @MainActor (Result<Void, Failure>) -> Void
  ) {
    let (photo, decoder) = (shown.photo, decoder)
    let known = [shown.revision, versions[photo]].compactMap(\.self)
    if !busyPhotos.contains(photo) { lastSave = photo }
    run(on: photo) { () throws(Failure) in
      try Self.change(photo, orientation, known, decoder)
    } completion: { [weak self] result in
      if self?.lastSave == photo, result.failure != .busy { self?.lastSave = nil }
      if case .success(let saved) = result {
        self?.operations.record(saved)
        self?.versions[photo] = saved.revision
      }
      completion(result.map { _ in })
    }
  }

  /// Undoes the last saved rotation.
  ///
  /// - Parameter completion: Called with the photo. If its file was written since, the rotation before it is undone next.
  func undo(completion: @escaping @MainActor (Result<Photo, Failure>) -> Void) {
    guard lastSave == nil else { return completion(.failure(.busy)) }
    guard let photo = operations.last?.photo else { return completion(.failure(.file(.nothingToUndo))) }
    guard !busyPhotos.contains(photo), let last = operations.takeLast() else {
      return completion(.failure(.busy))
    }
    let (operations, place) = (operations, operations.undoCount)
    run(on: photo) { () throws(Failure) in
      do throws(FileOperationError) { return try operations.revert(last) } catch { throw .file(error) }
    } completion: { [weak self] result in
      switch result {
      case .success(let reverted):
        self?.operations.didRevert(last, reverted)
        self?.versions[photo] = reverted.revision
      case .failure(.file(let error)): self?.operations.putBack(last, at: place, after: error)
      case .failure: self?.operations.putBack(last, at: place, after: nil)
      }
      completion(result.map { _ in photo })
    }
  }

  /// Changes a file on a new thread.
  private func run<Value: Sendable>(
    on photo: Photo, _ body: @escaping @Sendable () throws(Failure) -> Value,
    completion: @escaping @MainActor (Result<Value, Failure>) -> Void
  ) {
    guard busyPhotos.insert(photo).inserted else { return completion(.failure(.busy)) }
    threads.enter()
    let isStarted = SystemThread.startDetached { [threads] in
      let result = Result { () throws(Failure) in try body() }
      threads.leave()
      DispatchQueue.main.async { [weak self] in
        self?.busyPhotos.remove(photo)
        completion(result)
      }
    }
    guard !isStarted else { return }
    threads.leave()
    busyPhotos.remove(photo)
    completion(.failure(.noThread))
  }

  /// The helper, which may have been taken over by a hostile file, states where the orientation is. The operation checks it.
  ///
  /// - Parameter known: The versions of the file that the user may have seen.
  private nonisolated static func change(
    _ photo: Photo, _ orientation: ImageOrientation, _ known: [FileRevision], _ decoder: PhotoDecoder
  ) throws(Failure) -> FileOperations.Undoable {
    // The user has rotated another picture if the file was replaced meanwhile.
    if !known.isEmpty, let now = FileRevision(of: photo), !known.contains(where: now.hasSameContent(as:)) {
      throw .file(.changed(path: DisplayText.printable(photo.path)))
    }
    let header: ImageHeader
    do throws(PhotoError) {
      header = try decoder.decode(photo, DecodeRequest(.header), Cancellation()).result.header
    } catch {
      throw .decoder(error.description)
    }
    guard let old = ImageOrientation(rawValue: header.orientation),
      let change = change(of: photo, header, from: old, to: old.followed(by: orientation))
    else { throw .noPlace(name: DisplayText.printable(photo.name), format: "\(header.format)") }
    do throws(FileOperationError) {
      return try FileOperations.changeOrientation(of: photo, change)
    } catch {
      throw .file(error)
    }
  }

  /// Returns the change of a file; `nil` if the file has no place for the orientation, and none can be added.
  private nonisolated static func change(
    of photo: Photo, _ header: ImageHeader, from old: ImageOrientation, to new: ImageOrientation
  ) -> OrientationChange? {
    guard let place = header.orientationPlace else {
      return header.format == "JPEG" ? .adding(new.rawValue, to: photo) : nil
    }
    return OrientationChange(
      offset: place.offset, isLittleEndian: place.isLittleEndian, from: old.rawValue, to: new.rawValue)
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
