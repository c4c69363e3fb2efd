/// When, and with which margin, the exact pixels of zoomed content replace its enlarged ones.
package enum ZoomTiming {
  /// The time from the rest of the content to the painting, in seconds, so that a new gesture does not wait for it.
  package static let restTime = 0.1
  /// The part around the visible one that is painted, too, in points.
  package static let margin = 64.0
  /// Pixels that have not been painted in the background after this time are painted in a frame, in seconds.
  package static let longestPreparation = 0.5
}
