internal import Geometry

/// The properties of a view that can be animated.
enum AnimatedProperty: Hashable, CaseIterable {
  case frame, scrollOrigin, transform, alpha, cornerRadius

  /// The distances below which the components of a value count as equal: points, radians, factors.
  var precision: SIMD8<Double> {
    switch self {
    case .frame, .scrollOrigin, .cornerRadius: SIMD8(repeating: 0.05)
    case .alpha: SIMD8(repeating: 0.002)
    case .transform: [0.05, 0.05, 0.0005, 0.0005, 0.0005, 0.0005, 1, 1]
    }
  }

  /// Returns the value with the given components.
  func value(_ parts: SIMD8<Double>) -> AnimatedValue {
    switch self {
    case .frame: .frame(Rect(x: parts[0], y: parts[1], width: max(parts[2], 0), height: max(parts[3], 0)))
    case .scrollOrigin: .scrollOrigin(Point(x: parts[0], y: parts[1]))
    case .transform: .transform(Transform2D(parts))
    case .alpha: .alpha(min(max(parts[0], 0), 1))
    case .cornerRadius: .cornerRadius(max(parts[0], 0))
    }
  }
}

/// A value of a property that can be animated.
enum AnimatedValue: Hashable {
  case frame(Rect)
  case scrollOrigin(Point)
  case transform(Transform2D)
  case alpha(Double)
  case cornerRadius(Double)

  var property: AnimatedProperty {
    switch self {
    case .frame: .frame
    case .scrollOrigin: .scrollOrigin
    case .transform: .transform
    case .alpha: .alpha
    case .cornerRadius: .cornerRadius
    }
  }

  /// The numbers that move independently; unused ones are 0. A transform moves by its translation, rotation, scale and shear,
  /// so that a turn by 180° does not shrink the view.
  var components: SIMD8<Double> {
    switch self {
    case .frame(let rect): [rect.minX, rect.minY, rect.size.width, rect.size.height, 0, 0, 0, 0]
    case .scrollOrigin(let point): [point.x, point.y, 0, 0, 0, 0, 0, 0]
    case .transform(let transform): transform.components
    case .alpha(let number), .cornerRadius(let number): [number, 0, 0, 0, 0, 0, 0, 0]
    }
  }

  /// Returns the components next to `start`: a rotation takes the shorter way.
  func components(near start: SIMD8<Double>) -> SIMD8<Double> {
    var parts = components
    if case .transform = self {
      parts[2] += ((start[2] - parts[2]) / (2 * .pi)).rounded() * 2 * .pi
    }
    return parts
  }
}

extension Transform2D {
  /// The translation, the rotation in radians, the scale along both axes, and the shear.
  fileprivate var components: SIMD8<Double> {
    let (across, down) = (Point(x: a, y: b), Point(x: d, y: -c))
    let width = across.distance(to: .zero)
    guard width > 1e-12 else {
      return [tx, ty, down.angle, 0, down.distance(to: .zero), 0, 0, 0]
    }
    return [tx, ty, across.angle, width, (a * d - b * c) / width, (a * c + b * d) / width, 0, 0]
  }

  /// Creates the map with the given components.
  fileprivate init(_ parts: SIMD8<Double>) {
    let turn = Transform2D.rotation(by: parts[2])
    let (width, height, shear) = (parts[3], parts[4], parts[5])
    self.init(
      a: width * turn.a, b: width * turn.b, c: shear * turn.a - height * turn.b,
      d: shear * turn.b + height * turn.a, tx: parts[0], ty: parts[1])
  }
}

extension SIMD8<Double> {
  /// Whether every component is a finite number.
  var isFinite: Bool { (self * 0).sum() == 0 }
}
