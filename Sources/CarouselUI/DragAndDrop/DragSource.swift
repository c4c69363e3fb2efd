public import Geometry
package import Views
public import Windowing

/// Lets the user drag content out of a view, to another view or to another program.
///
///     photo.dragSource = DragSource { _ in .uriList(URIList([.file(path)])) }
///
/// A drag begins when the pointer moves by 8 points with the primary button pressed, or when a finger or a pen rests on the view
/// for half a second. It comes before a scroll or a drag that a superview recognizes. Views inside the view come first, and so
/// does a context menu that a resting finger opens. A picture of the view follows the pointer, upright and not tilted.
///
/// UIKit: `UIDragInteraction`. GTK: `GtkDragSource`.
@MainActor
public final class DragSource {
  /// The actions that the program supports; by default a copy.
  public var actions: DragActions
  /// Called when a drag of the view has ended. After a move, remove the content that was moved.
  public var onEnd: ((Drag.Outcome) -> Void)?
  /// The current drag; `nil` if there is none.
  public private(set) var drag: Drag?

  private let content: (Point) -> ContentProvider?
  /// A press that may become a drag. A finger or a pen has a timer.
  private var press: (id: Int, timer: (any ViewTimer)?)?

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - actions: The actions that the program supports.
  ///   - content: Returns the content of a drag that begins at a point, in the view's coordinates. With `nil` or without
  ///     types, no drag begins.
  public init(actions: DragActions = .copy, content: @escaping (Point) -> ContentProvider?) {
    self.actions = actions
    self.content = content
  }

  /// Begins a drag of `view`. Returns whether it has begun.
  private func begin(_ contact: Contact, on view: View) -> Bool {
    let start = contact.startLocation(in: view)
    guard let window = view.tree?.presenter as? CarouselWindow, let content = content(start),
      let drag = window.window.beginDrag(
        content, actions: actions, picture: DragPicture(of: view, heldAt: start))
    else { return false }
    self.drag = drag
    // The source stays until the end of the drag, also if its view is removed meanwhile.
    drag.onEnd = { outcome in
      self.drag = nil
      self.onEnd?(outcome)
    }
    return true
  }
}

extension DragSource: ContactInteraction {
  package func contactBegan(_ contact: Contact, on view: View) -> ContactResponse {
    guard contact.isPrimary, !contact.isHandedOver, press == nil else { return .ignored }
    press = (contact.id, nil)
    guard contact.kind != .pointer(.primary) else { return .tracking }
    press?.timer = view.tree?.startTimer?(LongPress.duration, nil) { [weak self, weak view] in
      guard let self, let view, let tree = view.tree else { return }
      tree.deliverMotions()
      guard press?.id == contact.id else { return }
      tree.claimContact(contact.id, by: self)
      if press?.id == contact.id { _ = begin(contact, on: view) }
    }
    return .tracking
  }

  package func contactMoved(_ contact: Contact, on view: View) -> ContactResponse {
    guard let press, press.id == contact.id else { return .ignored }
    func distance(in view: View) -> Double { contact.translation(in: view).distance(to: .zero) }
    guard press.timer == nil else {
      return view.chain.contains { distance(in: $0) > LongPress.slop } ? .ignored : .tracking
    }
    // The distance is that of the view in which it is longest. So the drag begins before a superview of another scale
    // recognizes its own.
    guard view.chain.contains(where: { distance(in: $0) >= DragThreshold.distance }) else { return .tracking }
    return begin(contact, on: view) ? .claimed : .ignored
  }

  package func contactCanceled(_ contact: Contact) {
    guard press?.id == contact.id else { return }
    press?.timer?.cancel()
    press = nil
  }
}

extension View {
  /// Lets the user drag content out of the view; `nil`, the default, for no drags. A label or a picture also needs
  /// ``/Views/View/isUserInteractionEnabled``. A source belongs to one view.
  ///
  /// UIKit: `UIView.addInteraction(_:)`. GTK: `gtk_widget_add_controller`.
  public var dragSource: DragSource? {
    get { interaction(of: DragSource.self) }
    set { setInteraction(newValue) }
  }
}
