internal import DecoderClient
internal import DecoderProtocol
internal import Dispatch
package import PhotoLibrary
package import Photos
package import Threads

/// Reads the proportions of pictures in the background, one picture at a time.
@MainActor
package final class PictureShapes {
  /// Called after the proportions of more pictures are known.
  package var onChange: (() -> Void)?

  private let decoder: PhotoDecoder
  /// The width divided by the height of each picture; 0 for a file that cannot be read.
  private var ratios: [PhotoID: Double] = [:]
  private var waiting: [LibraryPhoto] = []
  /// The reading that runs; its results count.
  private var cancellation: Cancellation?
  private let worker: WorkerThreads

  /// The proportions of more pictures are not read. A show of so many pictures has no pairs after them.
  private static let mostPictures = 20_000
  /// The time over which results are collected, in seconds.
  private nonisolated static let interval = 0.5

  /// - Parameter worker: Its thread reads the files.
  package init(_ decoder: PhotoDecoder, _ worker: WorkerThreads = WorkerThreads(count: 1)) {
    (self.decoder, self.worker) = (decoder, worker)
  }

  isolated deinit { cancellation?.cancel() }

  /// The paths of pictures that were portraits in the last run, and are taken for portraits until their proportions are read.
  var formerPortraits: Set<String> = []

  package func isPortrait(_ photo: LibraryPhoto) -> Bool {
    ratios[photo.id].map { $0 > 0 && $0 < 1 } ?? formerPortraits.contains(photo.photo.path)
  }

  /// Reads the proportions of the pictures of a list that are not known yet, and forgets those of all others.
  ///
  /// - Parameter changed: The pictures whose files have changed.
  package func read(_ list: [LibraryPhoto], changed: Set<PhotoID>) {
    let former = ratios
    ratios = [:]
    for photo in list where !changed.contains(photo.id) { ratios[photo.id] = former[photo.id] }
    waiting = list.prefix(Self.mostPictures).filter { ratios[$0.id] == nil }
    // The results may be those of a former file.
    if !changed.isEmpty {
      cancellation?.cancel()
      cancellation = nil
    }
    continueReading()
  }

  private func continueReading() {
    guard cancellation == nil, !waiting.isEmpty else { return }
    let (photos, decoder, cancellation) = (waiting, decoder, Cancellation())
    self.cancellation = cancellation
    worker.run {
      let end = MonotonicClock.now() + Self.interval
      var read: [PhotoID: Double] = [:]
      for photo in photos where !cancellation.isCanceled && (read.isEmpty || MonotonicClock.now() < end) {
        let header = try? decoder.decode(photo.photo, DecodeRequest(.header), cancellation).result.header
        read[photo.id] = header.map { Double($0.width) / Double(max($0.height, 1)) } ?? 0
      }
      let results = read
      DispatchQueue.main.async { [weak self] in self?.take(results, of: cancellation) }
    } onFailure: {
      DispatchQueue.main.async { [weak self] in self?.take([:], of: cancellation) }
    }
  }

  private func take(_ results: [PhotoID: Double], of reading: Cancellation) {
    guard reading === cancellation else { return }
    cancellation = nil
    let asked = Set(waiting.map(\.id))
    for (id, ratio) in results where asked.contains(id) { ratios[id] = ratio }
    waiting.removeAll { results[$0.id] != nil }
    if results.values.contains(where: { $0 > 0 && $0 < 1 }) { onChange?() }
    if !results.isEmpty { continueReading() }
  }
}
