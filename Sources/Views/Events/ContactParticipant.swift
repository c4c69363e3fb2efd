/// A view or an interaction of a view that a contact is offered to.
@MainActor
struct ContactParticipant {
  let view: View
  private let interaction: (any ContactInteraction)?

  /// Returns the views of a chain with their interactions, in the order in which they are offered a contact.
  static func all(in chain: [View]) -> [ContactParticipant] {
    chain.flatMap { view in
      [ContactParticipant(view: view, interaction: nil)]
        + view.interactions.lazy.compactMap { $0 as? any ContactInteraction }
        .map { ContactParticipant(view: view, interaction: $0) }
    }
  }

  /// Whether this is a view, or an interaction.
  func isSame(as object: AnyObject) -> Bool { (interaction ?? view) as AnyObject === object }

  func perform(_ call: ContactClaims.Call, _ contact: Contact) -> ContactResponse {
    switch call {
    case .began: return interaction?.contactBegan(contact, on: view) ?? view.contactBegan(contact)
    case .moved: return interaction?.contactMoved(contact, on: view) ?? view.contactMoved(contact)
    case .ended:
      if let interaction { interaction.contactEnded(contact) } else { return view.contactEnded(contact) }
    case .canceled:
      if let interaction { interaction.contactCanceled(contact) } else { view.contactCanceled(contact) }
    case .exclusive: if interaction == nil { view.contactBecameExclusive(contact) }
    }
    return .ignored
  }
}
