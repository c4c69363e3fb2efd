package import Views

/// The ways to press a control: on a flat or a tilted card, with a finger or the pointer.
package struct Way: CustomStringConvertible, Sendable {
  package let plane: ControlStage.Plane
  package let kind: Contact.Kind
  package var description: String { "\(plane), \(kind)" }

  package static let all = ControlStage.Plane.allCases.flatMap { plane in
    [Contact.Kind.touch, .pointer(.primary)].map { Way(plane: plane, kind: $0) }
  }
}
