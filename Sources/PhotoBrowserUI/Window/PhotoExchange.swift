internal import CarouselUI
internal import DecoderClient
internal import Dispatch
internal import PhotoLibrary
internal import Photos
internal import Threads

/// Exchanges photos with other programs: it copies photos, and receives dropped files and folders.
@MainActor
package final class PhotoExchange {
  /// Called with the paths of dropped files and folders. With `nil`, the window accepts none.
  package var onOpen: (([[UInt8]]) -> Void)? { didSet { ui.contentView.dropTarget = onOpen.map(makeTarget) } }

  private let ui: CarouselWindow
  private let decoder: PhotoDecoder
  private let print: (String) -> Void
  /// The view that is shown while a drag over the window can be dropped.
  private var hint: View?
  /// The number of copies. Only the last one is offered.
  private var copyCount = 0

  /// A request of another program for a copied picture.
  private struct Request {
    /// The number of the copy.
    let copy: Int
    let type: String
    let content: PhotoCopy
    let deliver: @MainActor ([UInt8]) -> Void
  }

  /// The requests that wait for their bytes. One picture is read or encoded at a time.
  private var requests: [Request] = []
  private var isLoading = false

  /// Creates an exchange.
  ///
  /// - Parameter pipeline: Decodes the pictures that other programs paste, and prints errors.
  init(_ ui: CarouselWindow, _ pipeline: PhotoPipeline) {
    (self.ui, decoder, print) = (ui, pipeline.decoder, pipeline.print)
  }

  // MARK: Copying

  /// Copies photos to the clipboard: as files, as the text of their paths, and a single one also as a picture.
  func copy(_ photos: [Photo]) {
    copyCount += 1
    let (number, decoder) = (copyCount, decoder)
    let isStarted = SystemThread.startDetached {
      let picture = photos.count == 1 ? photos.first.map { PhotoCopy($0, decoder) } : nil
      let paths = picture.map { [$0.path] } ?? photos.map { PhotoCopy.resolvedPath(of: $0) }
      DispatchQueue.main.async { [weak self] in self?.offer(paths, picture, number) }
    }
    if !isStarted { reportMissingThread() }
  }

  private func offer(_ paths: [[UInt8]], _ copy: PhotoCopy?, _ number: Int) {
    guard number == copyCount else { return }
    let list = URIList(paths.map { .file(path: $0) })
    var content = ContentProvider()
    content.add(ContentType.uriList) { Array(list.text.utf8) }
    // The file managers of GNOME paste files of this type only.
    content.add("x-special/gnome-copied-files") {
      Array("copy\n\(list.entries.map(\.description).joined(separator: "\n"))".utf8)
    }
    if let copy {
      for type in copy.types {
        content.add(type) { [weak self] deliver in
          self?.load(Request(copy: number, type: type, content: copy, deliver: deliver))
        }
      }
    }
    content.addText { String(decoding: Array(paths.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self) }
    ui.contentView.clipboard?.set(content)
  }

  private func load(_ request: Request) {
    requests.append(request)
    loadNext()
  }

  private func loadNext() {
    guard !isLoading, let request = requests.first else { return }
    isLoading = true
    let (number, type, content) = (request.copy, request.type, request.content)
    let isStarted = SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement) {
      let bytes = Result { try content.bytes(of: type) }
      DispatchQueue.main.async { [weak self] in self?.answer(number, type, bytes) }
    }
    guard !isStarted else { return }
    isLoading = false
    requests = []
    reportMissingThread()
  }

  /// Answers all requests for a picture. Without bytes, the other programs get none.
  private func answer(_ number: Int, _ type: String, _ bytes: Result<[UInt8], any Error>) {
    isLoading = false
    let answered = requests.filter { $0.copy == number && $0.type == type }
    requests.removeAll { $0.copy == number && $0.type == type }
    switch bytes {
    case .success(let bytes): for request in answered { request.deliver(bytes) }
    case .failure(let error): print("the copied photo cannot be pasted as \(type): \(error)")
    }
    loadNext()
  }

  private func reportMissingThread() {
    print(
      "the photo cannot be copied: the system refuses a thread; raise the limit of processes (ulimit -u)")
  }

  // MARK: Drops

  private func makeTarget(_ open: @escaping ([[UInt8]]) -> Void) -> DropTarget {
    let target = DropTarget.uriList { list, _ in
      let paths = list.entries.compactMap { entry in
        if case .file(let path) = entry { path } else { nil }
      }
      if !paths.isEmpty { open(paths) }
    }
    target.showsRing = false
    target.onMove = { [weak self] _, _ in if self?.hint == nil { self?.showHint() } }
    target.onLeave = { [weak self] in self?.hideHint() }
    return target
  }

  /// Fits the hint to the new size of the window, if it is shown.
  func layOut() { if hint != nil { showHint() } }

  private func showHint() {
    hideHint()
    let view = DropHint.makeView(
      in: ui.contentView.size, theme: ui.contentView.effectiveTheme)
    ui.contentView.addSubview(view)
    hint = view
  }

  private func hideHint() {
    hint?.removeFromSuperview()
    hint = nil
  }
}
