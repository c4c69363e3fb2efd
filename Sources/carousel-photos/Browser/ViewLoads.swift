import DecoderProtocol
import Dispatch
import Photos

/// The running loads of the item views, by the index of their photo.
final class ViewLoads {
  private struct Load {
    let request: PhotoLoader.Request
    /// A number that no other load has.
    let ticket: Int
  }

  private let loader: PhotoLoader
  private var loads: [Int: Load] = [:]
  private var nextTicket = 0

  init(_ loader: PhotoLoader) { self.loader = loader }

  var isEmpty: Bool { loads.isEmpty }
  var count: Int { loads.count }
  /// The indexes of the photos that are loaded.
  var indexes: some Sequence<Int> { loads.keys }

  func contains(_ index: Int) -> Bool { loads[index] != nil }

  /// Loads a photo, and cancels the former load of its index.
  ///
  /// - Parameters:
  ///   - index: The index of the photo.
  ///   - photo: The photo.
  ///   - target: The box that the photo must fit into, in pixels.
  ///   - priority: The priority among all loads.
  ///   - hasPicture: Whether the view already shows a picture of the photo.
  ///   - deliver: Called with each stage, and with the index that the photo has then. It is not called after ``end(_:)``.
  func begin(
    _ index: Int, _ photo: Photo, at target: TargetSize, priority: LoadPriority, hasPicture: Bool,
    deliver: @escaping @MainActor (_ index: Int, _ stage: PhotoLoader.Stage) -> Void
  ) {
    let former = loads[index]
    let ticket = nextTicket
    nextTicket += 1
    let request = loader.load(photo, at: target, priority: priority, hasPicture: hasPicture) {
      [weak self] stage in
      DispatchQueue.main.async {
        // A stage may arrive on the main queue after its load was canceled, or after the index of the photo has changed.
        guard let index = self?.loads.first(where: { $0.value.ticket == ticket })?.key else { return }
        deliver(index, stage)
      }
    }
    loads[index] = Load(request: request, ticket: ticket)
    // It is canceled only now, so that its decode goes on for the new request.
    former?.request.cancel()
  }

  /// Cancels the load of an index.
  func end(_ index: Int) { loads.removeValue(forKey: index)?.request.cancel() }

  /// Changes the priorities of all loads.
  func setPriorities(_ priority: (Int) -> LoadPriority) {
    for (index, load) in loads { load.request.setPriority(priority(index)) }
  }

  /// Moves the loads to the new indexes of their photos. The loads of photos without a new index are canceled.
  func move(_ newIndexes: [Int: Int]) {
    for index in loads.keys where newIndexes[index] == nil { end(index) }
    loads = Dictionary(loads.compactMap { index, load in newIndexes[index].map { ($0, load) } }) { first, _ in
      first
    }
  }
}
