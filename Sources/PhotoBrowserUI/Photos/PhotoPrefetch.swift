internal import DecoderProtocol
internal import Photos

/// The requests for photos that may come into view next. Their images stay in the loader's cache.
@MainActor
final class PhotoPrefetch {
  private let loader: PhotoLoader
  private var requests: [PhotoID: PhotoLoader.Request] = [:]

  /// The numbers of hidden photos to decode in the direction of travel and behind.
  private static let ahead = 4
  private static let behind = 2

  init(_ loader: PhotoLoader) { self.loader = loader }

  var isEmpty: Bool { requests.isEmpty }

  /// Cancels all requests.
  func removeAll() { requests = [:] }

  /// Cancels the request for a photo.
  func remove(_ id: PhotoID) { requests[id] = nil }

  /// Requests the photos near the current one, and cancels the other requests.
  ///
  /// - Parameter isLoading: Returns whether the view of a photo loads it already.
  func update(
    _ photos: [LibraryPhoto], around travel: Travel, at target: (PhotoID) -> TargetSize,
    isLoading: (PhotoID) -> Bool
  ) {
    let former = requests
    requests = [:]
    var priorities: [(PhotoLoader.Request, LoadPriority)] = []
    for index in travel.neighbors(ahead: Self.ahead, behind: Self.behind) where photos.indices.contains(index)
    {
      let (id, photo, priority) = (photos[index].id, photos[index].photo, travel.priority(of: index))
      let target = target(id)
      if let request = former[id] {
        requests[id] = request
        priorities.append((request, priority))
      } else if !isLoading(id), loader.cached(photo, at: target) == nil {
        // A photo that is not visible needs no preview.
        requests[id] = loader.load(photo, at: target, priority: priority, hasPicture: true) { _ in }
      }
    }
    loader.setPriorities(priorities)
  }
}
