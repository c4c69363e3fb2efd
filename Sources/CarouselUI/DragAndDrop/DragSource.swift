public import Geometry
package import Views
public import Windowing

/// Lets the user drag content out of a view, to another view or to another program.
///
///     photo.dragSource = DragSource { _ in .uriList(URIList([.file(path)])) }
///
/// A drag begins when the pointer moves by 8 points with the primary button pressed, or when a finger or a pen rests on the view
/// for half a second. It comes before a scroll or a drag that a superview recognizes. Views inside the view come first, and so
/// does a context menu that a resting finger opens. A picture of the view follows the pointer, upright and at most 256 points
/// wide and high.
///
/// Compositors with wl_data_device_manager 1 or 2 report only the end of canceled drags. Compositors that accept only presses of
/// a pointer or a finger, as `HeadlessCompositor`, cancel the drag of a pen at once.
///
/// UIKit: `UIDragInteraction`. GTK: `GtkDragSource`.
@MainActor
public final class DragSource {
  /// The actions that the program supports; by default a copy.
  public var actions: DragActions
  /// Returns whether a press may become a drag, for example only with a modifier key; `nil`, the default, if each may.
  public var canBegin: ((Contact) -> Bool)?
  /// Called when a drag of the view has ended. After a move, remove the content that was moved.
  public var onEnd: ((Drag.Outcome) -> Void)?
  /// The current drag; `nil` if there is none.
  public private(set) var drag: Drag?

  private let content: (Point) -> ContentProvider?

  /// A press that may become a drag.
  private enum Press {
    case pointer(id: Int)
    /// A finger or a pen, which begins a drag when the timer fires.
    case resting(id: Int, timer: (any ViewTimer)?)
    /// The press has begun a drag.
    case dragging(id: Int)

    var id: Int {
      switch self {
      case .pointer(let id), .resting(let id, _), .dragging(let id): id
      }
    }
  }
  private var press: Press?

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
    // The program may have replaced the source during the press.
    guard view.dragSource === self, let window = view.tree?.presenter as? CarouselWindow,
      let content = content(start),
      let drag = window.window.beginDrag(
        content, actions: actions, picture: DragPicture(of: view, heldAt: start, in: window),
        contact: contact.id)
    else { return false }
    self.drag = drag
    if press?.id == contact.id { press = .dragging(id: contact.id) }
    // The source stays until the end of the drag, also if its view is removed meanwhile.
    drag.onFinish = { outcome in
      if self.drag === drag { self.drag = nil }
      self.onEnd?(outcome)
    }
    return true
  }

  /// Begins a drag with a finger or a pen that has rested on the view.
  private func rested(_ contact: Contact, on view: View) {
    guard let tree = view.tree else { return }
    tree.deliverMotions()
    // Without content, the contact may still become a tap or a scroll.
    if press?.id == contact.id, begin(contact, on: view) { tree.claimContact(contact.id, by: self) }
  }
}

extension DragSource: ContactInteraction {
  package func contactBegan(_ contact: Contact, on view: View) -> ContactResponse {
    guard contact.isPrimary, !contact.isHandedOver, press == nil, canBegin?(contact) != false else {
      return .ignored
    }
    if contact.kind == .pointer(.primary) {
      press = .pointer(id: contact.id)
    } else {
      let timer = view.tree?.startTimer?(LongPress.duration, nil) { [weak self, weak view] in
        if let view { self?.rested(contact, on: view) }
      }
      press = .resting(id: contact.id, timer: timer)
    }
    return .tracking
  }

  package func contactMoved(_ contact: Contact, on view: View) -> ContactResponse {
    // The largest distance in any view of the chain, so that a scaled superview does not recognize its drag first.
    let distance = view.chain.map { contact.translation(in: $0).distance(to: .zero) }.max() ?? 0
    switch press {
    case .pointer(contact.id):
      guard distance >= DragThreshold.distance else { return .tracking }
      return begin(contact, on: view) ? .claimed : .ignored
    case .resting(contact.id, _): return distance > LongPress.slop ? .ignored : .tracking
    case .dragging(contact.id): return .tracking
    default: return .ignored
    }
  }

  package func contactCanceled(_ contact: Contact) {
    guard let press, press.id == contact.id else { return }
    if case .resting(_, let timer) = press { timer?.cancel() }
    self.press = nil
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
