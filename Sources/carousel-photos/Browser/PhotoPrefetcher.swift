import DecoderProtocol
import Photos

/// Loads photos that may come into view next. Their images stay in the loader's cache.
final class PhotoPrefetcher {
  private let loader: PhotoLoader
  /// The requests by the index of their photo.
  private var requests: [Int: PhotoLoader.Request] = [:]

  init(_ loader: PhotoLoader) { self.loader = loader }

  /// Whether nothing is loaded ahead.
  var isEmpty: Bool { requests.isEmpty }
  /// The indexes of the photos that are loaded ahead.
  var indexes: Dictionary<Int, PhotoLoader.Request>.Keys { requests.keys }

  /// Loads the photos near the current one, and cancels the other requests.
  ///
  /// - Parameters:
  ///   - travel: The position and the motion of the carousel.
  ///   - photos: The photos in order.
  ///   - target: The box that each photo must fit into, in pixels.
  ///   - isLoading: Whether the photo at an index is loaded for its view, so that it need not be loaded ahead.
  func follow(
    _ travel: Travel, _ photos: [LibraryPhoto], at target: TargetSize, isLoading: (Int) -> Bool
  ) {
    let wanted = travel.neighbors(ahead: Self.ahead, behind: Self.behind)
    for index in requests.keys where !wanted.contains(index) { requests[index] = nil }
    for index in wanted where photos.indices.contains(index) && !isLoading(index) {
      let photo = photos[index].photo
      if let request = requests[index] {
        request.setPriority(travel.priority(of: index))
      } else if loader.cachedImage(of: photo, at: target) == nil {
        // A photo that is not visible needs no preview.
        requests[index] = loader.load(
          photo, at: target, priority: travel.priority(of: index), hasPicture: true
        ) { _ in }
      }
    }
  }

  /// Cancels all requests.
  func cancelAll() { requests = [:] }

  /// Moves the requests to the new indexes of their photos. A photo without a new index was removed.
  func move(_ newIndexes: [Int: Int]) {
    requests = Dictionary(
      requests.compactMap { index, request in newIndexes[index].map { ($0, request) } }
    ) { first, _ in first }
  }

  /// The numbers of hidden photos to decode in the direction of travel and behind.
  private static let ahead = 4
  private static let behind = 2
}
