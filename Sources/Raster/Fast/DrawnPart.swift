/// The part of a frame that is drawn.
struct DrawnPart {
  /// What encloses all of it.
  let area: PixelRect
  /// If not empty, only what lies in one of these is drawn. They may overlap.
  let clips: UnsafeBufferPointer<PixelRect>
}
