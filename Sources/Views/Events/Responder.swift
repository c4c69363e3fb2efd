public import Geometry
public import Input

/// The events of a view: contacts, the pointer, keys and the focus. The base class of ``View``.
///
/// A subclass of ``View`` overrides the methods for the events that it handles. By default a view handles no event.
///
/// UIKit: `UIResponder`.
@MainActor
open class Responder {
  /// Creates a responder that handles no event.
  public init() {}

  /// The interactions that other modules have added to the view.
  ///
  /// UIKit: `UIView.interactions`.
  package var interactions: [any ViewInteraction] = []

  // MARK: Contacts

  /// Called when a finger, a pen or a pointer button comes down on the view or a subview.
  ///
  /// By default the contact is ignored. A view that returns `.tracking` or `.claimed` later receives either
  /// ``contactEnded(_:)`` or ``contactCanceled(_:)``, once.
  ///
  /// UIKit: `touchesBegan:withEvent:`.
  open func contactBegan(_ contact: Contact) -> ContactResponse { .ignored }

  /// Called when a contact that the view tracks moves; by default the view goes on tracking.
  ///
  /// UIKit: `touchesMoved:withEvent:`.
  open func contactMoved(_ contact: Contact) -> ContactResponse { .tracking }

  /// Called when a contact that the view tracks is lifted. A view that performs an action returns `.claimed`.
  /// The contact is then canceled for all other views that track it.
  ///
  /// UIKit: `touchesEnded:withEvent:`.
  open func contactEnded(_ contact: Contact) -> ContactResponse { .ignored }

  /// Called when another view claims a contact that this view tracks, or when the contact is lost.
  ///
  /// UIKit: `touchesCancelled:withEvent:`.
  open func contactCanceled(_ contact: Contact) {}

  /// Called once when this view is the only one that tracks the contact. A superview can then no longer turn it
  /// into a drag.
  ///
  /// UIKit: `delaysContentTouches`.
  open func contactBecameExclusive(_ contact: Contact) {}

  // MARK: Pointer

  /// The shape of the pointer over the view; `nil`, the default, means the shape of the superview.
  open var cursor: CursorShape? { nil }
  /// The text of the tooltip that a window shows when the pointer rests over the view; `nil`, the default, for none.
  ///
  /// GTK: `tooltip-text`.
  public var tooltip: String?
  /// The text of a tooltip if ``tooltip`` is `nil`, such as a truncated title; `nil`, the default, for none.
  @_spi(Subclassing) open var automaticTooltip: String? { nil }
  /// Whether a pointer is over the view or a subview.
  public var isHovered: Bool { hoveringPointers > 0 }
  /// The number of pointers over the view; each seat has one.
  var hoveringPointers = 0
  /// Called when the first pointer enters the view or a subview.
  open func hoverEntered(at point: Point) {}
  /// Called when the pointer moves over the view or a subview.
  open func hoverMoved(to point: Point) {}
  /// Called when no pointer is over the view anymore: the last pointer has moved away, or the view has.
  open func hoverLeft() {}

  /// Called for a turn of the wheel or a touchpad scroll over the view. Returns whether the view has used the
  /// scroll. If not, the superview receives it.
  ///
  /// A touchpad scroll belongs to the first view that returns `true`, until the fingers are lifted.
  open func scrolled(_ gesture: ScrollGesture) -> Bool { false }
  /// Called for a pinch or a rotation of two fingers on a touchpad. Returns whether the view has used the
  /// gesture.
  open func pinched(_ gesture: PinchGesture) -> Bool { false }

  // MARK: Keys and focus

  /// Called for a key while the view or a subview has the focus. Returns whether the view has used the key. If
  /// not, the superview receives it.
  ///
  /// UIKit: `pressesBegan:withEvent:`.
  open func keyPressed(_ key: KeyPress) -> Bool { false }
  /// Called for a key that went up while the view or a subview has the focus. Returns whether the view has used the
  /// release. If not, the superview receives it.
  ///
  /// The press of the key may have gone to another view, because the focus has moved in between. If the window loses the
  /// keyboard while the key is held, no release follows.
  ///
  /// UIKit: `pressesEnded:withEvent:`.
  open func keyReleased(_ key: KeyPress) -> Bool { false }
  /// Whether the view can have the focus, by Tab or by a tap; by default `false`.
  ///
  /// UIKit: `canBecomeFocused`.
  open var canBecomeFocused: Bool { false }
  /// Whether a tap gives the focus to the view, if it can have it; by default `true`. If not, a tap on it does not move the focus.
  ///
  /// GTK: `focus-on-click`.
  @_spi(Subclassing) open var takesFocusByTap: Bool { true }
  /// The descendant at which keys begin while no view has the focus, such as the top page; `nil`, the default, for the view
  /// itself.
  @_spi(Subclassing) open var keyEntrance: View? { nil }
  /// The group of views of which Tab visits one, such as radio buttons; by default `nil`. The arrow keys reach the others.
  ///
  /// WAI-ARIA: roving focus.
  @_spi(Subclassing) open var tabGroup: AnyObject? { nil }
  /// Whether Tab visits this view of its group, if none of them has the focus; by default `false`. Without such a view,
  /// Tab visits the first one.
  @_spi(Subclassing) open var isTabStopOfGroup: Bool { false }
  /// Called after the view got or lost the focus; by default it does nothing.
  open func focusChanged() {}
  /// Called after ``isFocusVisible`` has changed while the view has the focus.
  package func focusVisibilityChanged() {}
  /// Whether a ring is shown along the inside of the bounds while the view has the focus, if keys have moved the focus
  /// to it; by default `true`. The ring is in front of all views.
  open var hasFocusRing: Bool { true }
  /// The subviews that Tab may reach; by default all of them.
  open var focusCandidates: [View] { [] }
  /// Whether Tab skips the views inside this one: Enter moves the focus into the view, and Escape back to the
  /// view itself. By default `false`.
  open var isFocusScope: Bool { false }
}
