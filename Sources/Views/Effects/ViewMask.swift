public import Drawing
public import Geometry

/// The visible part of a view: the part where the mask is opaque.
///
/// UIKit: `UIView.mask`.
public struct ViewMask: Sendable {
  /// Paints the mask, in points from the view's top left corner. Only the opacity of the painted pixels
  /// matters.
  let paint: @Sendable (Canvas, Size) -> Void

  /// Creates a mask from a closure that paints it on any thread. The closure receives the size of the view.
  public init(_ paint: @escaping @Sendable (Canvas, Size) -> Void) { self.paint = paint }

  /// A mask with the largest ellipse that fits the view.
  public static let ellipse = ViewMask { canvas, size in
    guard !size.isEmpty else { return }
    canvas.saved {
      canvas.scale(x: size.width / 2, y: size.height / 2)
      canvas.fill(.circle(center: Point(x: 1, y: 1), radius: 1), with: .black)
    }
  }

  /// A mask with the opaque parts of `image`, which is stretched to the size of the view.
  public static func image(_ image: Image) -> ViewMask {
    ViewMask { canvas, size in canvas.draw(image, in: Rect(origin: .zero, size: size)) }
  }

  /// A mask with the interior of a path. `path` receives the size of the view.
  public static func path(_ path: @escaping @Sendable (Size) -> Path) -> ViewMask {
    ViewMask { canvas, size in canvas.fill(path(size), with: .black) }
  }
}
