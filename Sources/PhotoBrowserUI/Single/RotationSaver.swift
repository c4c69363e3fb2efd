internal import CarouselUI
internal import DecoderClient
internal import DecoderProtocol
internal import Dispatch
internal import PhotoLibrary
internal import Photos
internal import Threads

/// Saves the rotation of a photo's view in the photo's file, and undoes this. One file is changed at a time.
@MainActor
final class RotationSaver {
  /// The reason why a rotation could not be saved, as a sentence.
  struct Failure: Error, Hashable {
    let sentence: String
  }

  private let decoder: PhotoDecoder
  private let operations = Monitor(FileOperations(trash: DesktopTrash()))
  /// The photos of the changes that can be undone.
  private var savedPhotos: [PhotoID] = []
  private var isBusy = false
  /// The versions of the files after their last change here, of which the library may not know yet.
  private let versions = Monitor([PhotoID: FileRevision]())

  init(_ decoder: PhotoDecoder) { self.decoder = decoder }

  /// Whether a saved rotation can be undone.
  var canUndo: Bool { !savedPhotos.isEmpty }

  /// Changes the EXIF orientation of a photo's file, so that it is upright as the view shows it.
  ///
  /// - Parameters:
  ///   - orientation: The orientation with which the photo is shown, in addition to that of the file.
  ///   - completion: Called with the result.
  func save(
    _ photo: LibraryPhoto, shownWith orientation: ImageOrientation,
    completion: @escaping @MainActor (Result<Void, Failure>) -> Void
  ) {
    let (decoder, operations, versions) = (decoder, operations, versions)
    run {
      try Self.change(photo, orientation, decoder, operations, versions)
    } completion: { [weak self] result in
      if case .success = result { self?.savedPhotos.append(photo.id) }
      self?.forgetOthers()
      completion(result)
    }
  }

  /// Undoes the last saved rotation.
  ///
  /// - Parameter completion: Called with the photo. If its file was written since, the rotation before it is undone next.
  func undo(completion: @escaping @MainActor (Result<PhotoID, Failure>) -> Void) {
    guard let last = savedPhotos.last else {
      return completion(.failure(Failure(sentence: FileOperationError.nothingToUndo.description)))
    }
    let (operations, versions) = (operations, versions)
    run {
      do {
        let photo = try operations.withLock { try $0.undo() }
        versions.withLock { $0[last] = photo.flatMap { FileRevision(of: $0) } }
      } catch let error as FileOperationError {
        throw Failure(sentence: error.description)
      }
    } completion: { [weak self] result in
      self?.forgetOthers()
      completion(result.map { last })
    }
  }

  /// Forgets the photos of the changes that cannot be undone any more.
  private func forgetOthers() {
    let count = operations.withLock { $0.undoCount }
    savedPhotos.removeFirst(max(savedPhotos.count - FileOperations.historyLimit, 0))
    savedPhotos.removeLast(max(savedPhotos.count - count, 0))
  }

  private func run(
    _ body: @escaping @Sendable () throws -> Void,
    completion: @escaping @MainActor (Result<Void, Failure>) -> Void
  ) {
    guard !isBusy else { return completion(.failure(Failure(sentence: "Another file is being changed."))) }
    isBusy = true
    let isStarted = SystemThread.startDetached {
      let result = Result { try body() }.mapError { error in
        error as? Failure ?? Failure(sentence: "\(error)")
      }
      DispatchQueue.main.async { [weak self] in
        self?.isBusy = false
        completion(result)
      }
    }
    guard !isStarted else { return }
    isBusy = false
    completion(.failure(Failure(sentence: "The system refuses a thread. Raise the limit of processes.")))
  }

  /// The helper, which may have been taken over by a hostile file, states where the orientation is. The operation checks it.
  private nonisolated static func change(
    _ shown: LibraryPhoto, _ orientation: ImageOrientation, _ decoder: PhotoDecoder,
    _ operations: Monitor<FileOperations>,
    _ versions: Monitor<[PhotoID: FileRevision]>
  ) throws {
    let photo = shown.photo
    let name = DisplayText.printable(photo.name)
    do {
      // The user has rotated another picture if the file was replaced meanwhile.
      let known = [shown.revision, versions.withLock { $0[shown.id] }].compactMap(\.self)
      if !known.isEmpty, let now = FileRevision(of: photo), !known.contains(where: now.hasSameContent(as:)) {
        throw FileOperationError.changed(path: DisplayText.printable(photo.path))
      }
      let header = try decoder.decode(photo, DecodeRequest(.header), Cancellation()).result.header
      guard let place = header.orientationPlace, let old = ImageOrientation(rawValue: header.orientation)
      else {
        throw Failure(
          sentence:
            "“\(name)” (\(header.format)) has no place for the rotation. It is rotated only in this window.")
      }
      let change = OrientationChange(
        offset: place.offset, isLittleEndian: place.isLittleEndian, from: old.rawValue,
        to: old.followed(by: orientation).rawValue)
      try operations.withLock { try $0.setOrientation(of: photo, change) }
      versions.withLock { $0[shown.id] = FileRevision(of: photo) }
    } catch let error as FileOperationError {
      throw Failure(sentence: error.description)
    } catch let error as PhotoError {
      throw Failure(sentence: error.description)
    }
  }
}
