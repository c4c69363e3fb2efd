public import Drawing
public import Geometry

/// The part of a view that is shown: where the mask is opaque.
///
/// UIKit: `UIView.mask`.
public struct ViewMask: Sendable {
  /// Paints the mask, in the view's points from its top left corner. Only the opacity matters.
  let paint: @Sendable (Canvas, Size) -> Void

  /// Creates a mask that `paint` draws, on any thread. It receives the size of the view.
  public init(_ paint: @escaping @Sendable (Canvas, Size) -> Void) { self.paint = paint }

  /// The largest ellipse in the view.
  public static let ellipse = ViewMask { canvas, size in
    guard !size.isEmpty else { return }
    canvas.saved {
      canvas.scale(x: size.width / 2, y: size.height / 2)
      canvas.fill(.circle(center: Point(x: 1, y: 1), radius: 1), with: .black)
    }
  }

  /// The opaque parts of an image, which is stretched over the view.
  public static func image(_ image: Image) -> ViewMask {
    ViewMask { canvas, size in canvas.draw(image, in: Rect(origin: .zero, size: size)) }
  }

  /// The inside of a path that depends on the size of the view.
  public static func path(_ path: @escaping @Sendable (Size) -> Path) -> ViewMask {
    ViewMask { canvas, size in canvas.fill(path(size), with: .black) }
  }
}
