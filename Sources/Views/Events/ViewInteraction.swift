/// A way to interact with a view that another module adds to it, such as a context menu.
///
/// UIKit: `UIInteraction`.
@MainActor
package protocol ViewInteraction: AnyObject {
  /// Called after the view has entered or left a window; by default it does nothing.
  ///
  /// UIKit: `didMoveToView:`.
  func viewDidMoveToWindow()
}

extension ViewInteraction {
  package func viewDidMoveToWindow() {}
}

/// An interaction that recognizes a gesture of contacts on its view, such as the begin of a drag. It is offered a contact after
/// the view itself, and before the superviews of the view. The methods correspond to those of ``Responder``.
///
/// UIKit: `UIGestureRecognizer`.
@MainActor
package protocol ContactInteraction: ViewInteraction {
  func contactBegan(_ contact: Contact, on view: View) -> ContactResponse
  func contactMoved(_ contact: Contact, on view: View) -> ContactResponse
  /// Called when the contact is lifted; by default like ``contactCanceled(_:)``.
  func contactEnded(_ contact: Contact)
  func contactCanceled(_ contact: Contact)
}

extension ContactInteraction {
  package func contactEnded(_ contact: Contact) { contactCanceled(contact) }
}

/// An interaction that handles the keys that its view has not used, such as the shortcuts of commands. It receives a key before
/// the superviews of the view.
///
/// GTK: `GtkShortcutController`.
@MainActor
package protocol KeyInteraction: ViewInteraction {
  /// Handles a key that went down or repeats. Returns whether the interaction has used the key.
  func keyPressed(_ key: KeyPress, on view: View) -> Bool
}

extension Responder {
  /// Returns the interaction of a type; `nil` if the view has none.
  package func interaction<Interaction: ViewInteraction>(of type: Interaction.Type) -> Interaction? {
    for interaction in interactions { if let found = interaction as? Interaction { return found } }
    return nil
  }

  /// Replaces the interaction of a type; `nil` removes it.
  package func setInteraction<Interaction: ViewInteraction>(_ interaction: Interaction?) {
    interactions.removeAll { $0 is Interaction }
    if let interaction { interactions.append(interaction) }
  }
}
