package import CarouselUI
internal import CommandLineText
package import DecoderClient
package import DecoderProtocol
package import Photos
internal import Views

/// The texts that a screen reader speaks after the name of a photo: the day on which it was taken, and its caption.
///
/// The file of the current photo is read for them while an assistive technology is in use.
@MainActor
package final class SpokenFacts {
  private struct Facts {
    /// The version of the file that was read.
    let revision: FileRevision?
    let taken: Int64?
    let caption: String?
  }

  private let inspection: PhotoInspection
  private var known: [PhotoID: Facts] = [:]
  /// The photo whose file is being read.
  private var reading: LibraryPhoto?
  /// The number of photos whose texts are kept.
  private static let mostKnown = 256
  /// A longer caption is cut off, in characters.
  private static let longestCaption = 500

  convenience init(_ decoder: PhotoDecoder) { self.init(decode: PhotoInspection.decode(by: decoder)) }

  /// - Parameters:
  ///   - delivery: Runs closures on the main actor.
  ///   - decode: Decodes a part of a photo. It is called on another thread, and blocks.
  package init(
    delivery: MainDelivery = .mainQueue,
    decode:
      @escaping @Sendable (Photo, DecodeRequest, Cancellation) throws(PhotoError) -> (
        result: DecodeResult, image: Image?
      )
  ) {
    inspection = PhotoInspection(decode, delivery: delivery)
  }

  /// The texts that are known about a photo; empty without any.
  package func description(of photo: LibraryPhoto) -> String {
    let facts = known[photo.id].flatMap { $0.revision == photo.revision ? $0 : nil }
    return [photo.spokenDay(facts?.taken), facts?.caption].compactMap { $0 }.joined(separator: ", ")
  }

  /// Reads the file of a photo, in place of the one before.
  ///
  /// - Parameter completion: Called if there is a text that was not known.
  package func read(_ photo: LibraryPhoto, _ completion: @escaping @MainActor () -> Void) {
    guard AccessibilityHub.isAnyListening else { return }
    if let reading, reading.id == photo.id, reading.revision == photo.revision { return }
    reading = nil
    if let facts = known[photo.id], facts.revision == photo.revision { return inspection.cancel() }
    reading = photo
    inspection.read(photo.photo) { [weak self] report, _ in
      guard let self else { return }
      // The histogram is not needed.
      inspection.cancel()
      reading = nil
      let caption = report.metadata?.caption.map {
        String(DisplayText.printable($0).prefix(Self.longestCaption))
      }
      if known.count >= Self.mostKnown { known = [:] }
      known[photo.id] = Facts(
        revision: photo.revision, taken: report.header?.taken.map { Int64($0) },
        caption: caption?.isEmpty == true ? nil : caption)
      if !description(of: photo).isEmpty { completion() }
    }
  }
}
