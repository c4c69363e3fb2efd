public import Geometry

/// The meaning of a view for assistive technologies, tests and remote controls.
///
/// A view computes it from its state when it is asked: see ``View/semantics``. An application changes parts of it with
/// properties such as ``View/accessibilityLabel``.
///
/// Flutter: `SemanticsConfiguration`.
public struct Semantics {
  /// The elements inside a view.
  public enum Children {
    /// There are none: the subviews are parts of the view's own picture.
    case omitted
    /// The elements of the subviews, in reading order.
    case subviews
    /// Elements that are no views, or that show views, in this order.
    case parts([AccessibilityPart])
  }

  /// The kind of the element; `nil`, the default, if the view is no element. The elements inside it then belong to the
  /// superview's element.
  public var role: AccessibilityRole?
  /// A word that replaces the role for the user, such as "carousel"; `nil`, the default, for none.
  ///
  /// ARIA: `aria-roledescription`.
  public var roleDescription: String?
  /// The name of the element.
  public var label: String?
  /// The value as text.
  public var value: String?
  /// A sentence about the effect of an action.
  public var hint: String?
  /// Whether the element reacts to actions; by default `true`. A disabled view has no actions in any case.
  public var isEnabled = true
  /// The states that the view knows. The tree adds those that follow from the views around it.
  public var states: AccessibilityStates = []
  /// The position in a list; `nil` for an element that is not in a list.
  public var position: AccessibilityPosition?
  /// The value as a number; `nil` for none.
  public var number: AccessibilityNumber?
  /// The text that the user edits; `nil` for none.
  public var text: AccessibilityText?
  /// The actions. The tree adds those that each element of its kind has, such as the focus.
  public var actions: [AccessibilityAction] = []
  /// The elements inside the view.
  public var children: Children

  /// Creates the semantics of a view.
  ///
  /// - Parameters:
  ///   - role: The kind of the element; `nil`, the default, if the view is no element.
  ///   - label: The name.
  ///   - children: The elements inside the view; by default none for an element, and those of the subviews for a view that
  ///     is no element.
  public init(_ role: AccessibilityRole? = nil, label: String? = nil, children: Children? = nil) {
    self.role = role
    self.label = label
    self.children = children ?? (role == nil ? .subviews : .omitted)
  }
}

/// The position of an element in a list.
///
/// ARIA: `aria-posinset`, `aria-setsize`.
public struct AccessibilityPosition: Hashable, Sendable {
  /// The index, from 0 on.
  public var index: Int
  /// The number of items of the list.
  public var count: Int

  /// Creates a position.
  public init(index: Int, count: Int) { (self.index, self.count) = (index, count) }
}

/// A value of an element as a number.
///
/// AT-SPI: `org.a11y.atspi.Value`.
public struct AccessibilityNumber {
  /// The current number.
  public var value: Double
  /// The smallest and the largest number.
  public var range: ClosedRange<Double>
  /// The distance between two numbers; 0 if all numbers are possible.
  public var step: Double
  /// Sets the number like the user; `nil` if the user cannot change it.
  public var set: (@MainActor (Double) -> Void)?

  /// Creates a value.
  public init(
    _ value: Double, in range: ClosedRange<Double>, step: Double = 0,
    set: (@MainActor (Double) -> Void)? = nil
  ) {
    (self.value, self.range, self.step, self.set) = (value, range, step, set)
  }
}

/// A text of an element that the user edits.
///
/// AT-SPI: `org.a11y.atspi.Text`, `org.a11y.atspi.EditableText`.
public struct AccessibilityText {
  /// The text; empty for a secret.
  public var characters: String
  /// The position of the cursor, in characters; 0 for a secret.
  public var caret: Int
  /// The range of the selected characters; empty for none.
  public var selection: Range<Int>
  /// Replaces the whole text like the user.
  public var replace: @MainActor (String) -> Void
  /// Selects a range of characters, or places the cursor.
  public var select: @MainActor (Range<Int>) -> Void

  /// Creates a text.
  public init(
    _ characters: String, caret: Int, selection: Range<Int>, replace: @escaping @MainActor (String) -> Void,
    select: @escaping @MainActor (Range<Int>) -> Void
  ) {
    (self.characters, self.caret, self.selection) = (characters, caret, selection)
    (self.replace, self.select) = (replace, select)
  }
}

/// An element inside a view that is not a view itself, such as an entry of a menu or an item of a list.
///
/// UIKit: `UIAccessibilityElement`.
public struct AccessibilityPart {
  /// The area of a part.
  public enum Area {
    /// A rectangle in the coordinates of the view.
    case rect(Rect)
    /// A descendant of the view. The elements inside it belong to the part.
    case view(View)
  }

  /// Identifies the part in its view, such as the index of an item.
  public var key: Int
  /// The area of the part.
  public var area: Area
  /// The meaning of the part.
  public var semantics: Semantics

  /// Creates a part.
  public init(_ key: Int, area: Area, _ semantics: Semantics) {
    (self.key, self.area, self.semantics) = (key, area, semantics)
  }
}
