import Geometry

/// Areas of a surface, in points with whole numbers; nil for the whole surface.
struct SurfaceRegions: Equatable {
  /// The areas that are opaque if the surface is.
  var opaque: [Rect]?
  /// The areas that accept input.
  var input: [Rect]?
}
