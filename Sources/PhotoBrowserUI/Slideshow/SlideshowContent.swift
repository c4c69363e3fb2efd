package import CarouselUI

/// The content of a slideshow: it makes a view for each entry.
@MainActor
package protocol SlideshowContent<ID>: AnyObject {
  associatedtype ID: Hashable & Sendable

  /// Makes the slide of an entry.
  ///
  /// - Parameters:
  ///   - id: The entry.
  ///   - setting: The screen on which the slide is shown.
  ///   - completion: Called once, on the main actor, with the slide or with the reason why there is none. It is not called after the
  ///     result was released.
  /// - Returns: An object that cancels the work when it is released.
  func makeSlide(
    of id: ID, for setting: SlideSetting,
    completion: @escaping @MainActor (Result<any SlideView, SlideFailure>) -> Void
  ) -> AnyObject?
}

/// The screen on which a slide is shown.
package struct SlideSetting: Equatable, Sendable {
  /// The size of the slide and the number of pixels per point.
  package let box: PhotoBox
  /// The number of slides that were shown before. Random choices depend on it, so that they are the same in each run.
  package let number: Int
  /// Whether the slide may move while it is shown.
  package let allowsMotion: Bool

  package init(box: PhotoBox, number: Int, allowsMotion: Bool) {
    (self.box, self.number, self.allowsMotion) = (box, number, allowsMotion)
  }
}

/// The reason why an entry has no slide.
package struct SlideFailure: Error, Hashable {
  /// A sentence for the user.
  package let reason: String
  /// Whether the content is there, but cannot be decoded.
  package let isDamage: Bool

  package init(_ reason: String, isDamage: Bool = false) {
    (self.reason, self.isDamage) = (reason, isDamage)
  }
}

/// The view of an entry of a slideshow. It covers the page with opaque pixels, so that a cross-fade between two slides is never
/// darker than both of them.
@MainActor
package protocol SlideView: View {
  /// Called once, when the pixels of the slide are painted. The slide is in the page, and transparent, until then.
  var onReady: (() -> Void)? { get set }
  /// Whether the content moves while the slide is shown.
  var moves: Bool { get }
  /// Moves the content to its place at a part of the time for which the slide is shown, in `0...1`. It is called when the slide begins
  /// to appear, and later only if it moves.
  func move(to progress: Double)
  /// The page has another size. A slide for this size follows soon.
  func fit(_ size: Size)
}

extension SlideView {
  package var moves: Bool { false }
  package func move(to progress: Double) {}
  package func fit(_ size: Size) { self.size = size }
}
