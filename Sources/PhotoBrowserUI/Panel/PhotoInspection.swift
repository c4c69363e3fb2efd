internal import CarouselUI
internal import DecoderClient
internal import DecoderProtocol
internal import Photos
internal import Threads

/// Reads the facts and the histogram of one photo after another, on a thread of low priority. The helper process parses the file.
@MainActor
final class PhotoInspection {
  /// The facts that were read.
  struct Report: Sendable {
    var header: ImageHeader?
    var metadata: ImageMetadata?
    var histogram: Histogram?
    /// Why the image cannot be read, as a sentence.
    var problem: String?
  }

  /// The answer of a decoder.
  typealias Answer = (result: DecodeResult, image: Image?)
  /// Decodes a part of a photo. It is called on another thread, and blocks.
  typealias Decode = @Sendable (Photo, DecodeRequest, Cancellation) throws(PhotoError) -> Answer

  private let decode: Decode
  private let delivery: MainDelivery
  private var cancellation: Cancellation?
  /// Whether the thread runs, perhaps for a photo that is no longer wanted: a file may not answer.
  private var isThreadBusy = false
  /// The photo that the thread reads next.
  private var next: (photo: Photo, receive: Receiver)?

  /// Receives the facts, and then with `isLast` the histogram, too.
  typealias Receiver = @MainActor (_ report: Report, _ isLast: Bool) -> Void

  /// The box of the image whose pixels are counted, in pixels.
  private nonisolated static let side = 512

  /// Returns the function that decodes a part of a photo with a decoder.
  static func decode(by decoder: PhotoDecoder) -> Decode {
    { photo, request, cancellation throws(PhotoError) in
      let decoded = try decoder.decode(photo, request, cancellation)
      return (decoded.result, decoded.image)
    }
  }

  init(_ decode: @escaping Decode, delivery: MainDelivery) {
    (self.decode, self.delivery) = (decode, delivery)
  }

  /// Whether a photo is being read.
  var isRunning: Bool { cancellation != nil || next != nil }

  /// Ends the reading. No report follows.
  func cancel() {
    cancellation?.cancel()
    (cancellation, next) = (nil, nil)
  }

  /// Reads a photo, in place of the one before.
  func read(_ photo: Photo, _ receive: @escaping Receiver) {
    cancel()
    next = (photo, receive)
    startThread()
  }

  private func startThread() {
    guard !isThreadBusy, let (photo, receive) = next else { return }
    next = nil
    let cancellation = Cancellation()
    self.cancellation = cancellation
    let (decode, delivery) = (decode, delivery)
    @Sendable func report(_ report: Report, isLast: Bool) {
      delivery.run { [weak self] in
        guard let self else { return }
        if isLast { isThreadBusy = false }
        if self.cancellation === cancellation {
          if isLast { self.cancellation = nil }
          receive(report, isLast)
        }
        if isLast { startThread() }
      }
    }
    isThreadBusy = true
    let isStarted = SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement) {
      report(Self.report(of: photo, decode, cancellation) { report($0, isLast: false) }, isLast: true)
    }
    if !isStarted { report(Report(), isLast: true) }
  }

  private nonisolated static func report(
    of photo: Photo, _ decode: Decode, _ cancellation: Cancellation, _ first: (Report) -> Void
  ) -> Report {
    var report = Report()
    do throws(PhotoError) {
      let result = try decode(photo, DecodeRequest(.metadata), cancellation).result
      (report.header, report.metadata) = (result.header, result.metadata)
    } catch {
      // Metadata that cannot be read are no reason to state none of the other facts.
      report.header = try? decode(photo, DecodeRequest(.header), cancellation).result.header
      if report.header == nil { report.problem = error.description }
    }
    guard report.header != nil else { return report }
    first(report)
    let request = DecodeRequest(size: TargetSize(width: side, height: side))
    do throws(PhotoError) {
      report.histogram = try decode(photo, request, cancellation).image.map { Histogram($0) }
    } catch {
      report.problem = error.description
    }
    return report
  }
}
