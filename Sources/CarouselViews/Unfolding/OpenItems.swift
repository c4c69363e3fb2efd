internal import Views

/// The items of a carousel whose cards are open.
///
/// A carousel reuses views. Connect each view to its item, so that the view shows the state of this item and records its
/// changes:
///
///     func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?) -> any ItemView {
///       let card = view as? TicketView ?? TicketView()
///       openItems.connect(card, to: index)
///       return card
///     }
///
/// If items are inserted or removed, use identifiers that stay the same instead of indexes.
///
/// FoldingCell: the cell heights that the table's data source keeps.
@MainActor
public final class OpenItems<ID: Hashable> {
  /// The identifiers of the open items. A change does not affect the connected views.
  public var ids: Set<ID>

  /// Creates the states of items.
  public init(_ ids: Set<ID> = []) { self.ids = ids }

  /// Shows the state of an item in a view, without animation. Until the view is connected to another item, each change of the
  /// view's state is recorded for this item.
  public func connect(_ view: UnfoldingView, to id: ID) {
    view.onOpenChange = nil
    view.setOpen(ids.contains(id), animated: false)
    view.onOpenChange = { [weak self] isOpen in
      if isOpen { self?.ids.insert(id) } else { self?.ids.remove(id) }
    }
  }
}
