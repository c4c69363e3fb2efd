public import Geometry
package import Views
public import Windowing

/// Lets the user drop content on a view, from another view or from another program.
///
///     list.dropTarget = .uriList { list, _ in open(list.paths) }
///
/// The deepest view under the drag whose target accepts it receives the drag, also in a tilted item. While it is there, the
/// view has a ring.
///
/// UIKit: `UIDropInteraction`. GTK: `GtkDropTarget`.
@MainActor
public final class DropTarget: ViewInteraction {
  /// The MIME types that the target reads, the preferred one first.
  public let types: [String]
  /// The actions that the target supports; by default a copy.
  public var actions: DragActions
  /// The action that the target prefers; by default a copy.
  public var preferredAction = DragActions.copy
  /// Whether the view has a ring while content can be dropped on it; by default `true`.
  public var showsRing = true
  /// Returns whether the content can be dropped at a point, in the view's coordinates; `nil`, the default, if it can be
  /// dropped anywhere. It is called for each motion and in each frame while a drag is over the view.
  ///
  /// UIKit: `dropInteraction(_:sessionDidUpdate:)`.
  public var accepts: ((Drop, Point) -> Bool)?
  /// Called when a drag that the target accepts enters the view or moves over it, with its point in the view's coordinates.
  ///
  /// GTK: `GtkDropTarget::motion`.
  public var onMove: ((Drop, Point) -> Void)?
  /// Called when the last drag that the target has accepted leaves the view, is canceled or is dropped, or when the window
  /// closes. A drag that returns to the view leaves it again.
  ///
  /// GTK: `GtkDropTarget::leave`.
  public var onLeave: (() -> Void)?
  private let perform: (Drop, Point, CarouselWindow) -> Void

  /// Creates a target that reads the content itself.
  ///
  /// - Parameters:
  ///   - types: The MIME types that the target reads, the preferred one first. The first one that is offered is
  ///     `Drop.acceptedType`.
  ///   - actions: The actions that the target supports.
  ///   - perform: Called with a drop and its point in the view's coordinates. It reads `Drop.content`, retains the drop until
  ///     the data has arrived, and calls `Drop.finish(with:)`. If the drop is released before, the drag is canceled.
  ///
  /// UIKit: `dropInteraction(_:performDrop:)`.
  public convenience init(
    types: [String], actions: DragActions = .copy, perform: @escaping (Drop, Point) -> Void
  ) {
    self.init(types: types, actions: actions) { drop, point, _ in perform(drop, point) }
  }

  private init(
    types: [String], actions: DragActions, perform: @escaping (Drop, Point, CarouselWindow) -> Void
  ) {
    (self.types, self.actions, self.perform) = (types, actions, perform)
  }

  /// Returns a target of text. The text arrives after the drop, within 30 s and up to 16 MiB.
  ///
  /// - Parameters:
  ///   - actions: The actions that the target supports, without `.ask`: the target does not ask.
  ///   - action: Called with the text and the point of the drop, in the view's coordinates. Content that cannot be read is
  ///     reported to ``CarouselWindow/onProblem``, and the drag is canceled.
  public static func text(
    actions: DragActions = .copy, _ action: @escaping (String, Point) -> Void
  ) -> DropTarget {
    text(actions: actions) { text, point in
      action(text, point)
      return true
    }
  }

  /// - Parameter insert: Returns `false` to cancel the drag.
  private static func text(
    actions: DragActions, insert: @escaping (String, Point) -> Bool
  ) -> DropTarget {
    DropTarget(types: ContentType.plainTexts, actions: actions.subtracting(.ask)) { drop, point, window in
      drop.content.readText { [weak window] in
        drop.finish($0, in: window) { insert($0, point) }
      }
    }
  }

  /// Returns a target of files and links. The list arrives after the drop, within 30 s and up to 16 MiB.
  ///
  /// - Parameters:
  ///   - actions: The actions that the target supports, without `.ask`: the target does not ask.
  ///   - action: Called with the list and the point of the drop, in the view's coordinates. Content that cannot be read is
  ///     reported to ``CarouselWindow/onProblem``, and the drag is canceled.
  ///
  /// MIME: `text/uri-list`.
  public static func uriList(
    actions: DragActions = .copy, _ action: @escaping (URIList, Point) -> Void
  ) -> DropTarget {
    DropTarget(types: [ContentType.uriList], actions: actions.subtracting(.ask)) { drop, point, window in
      drop.content.readURIList { [weak window] in
        drop.finish($0, in: window) {
          action($0, point)
          return true
        }
      }
    }
  }

  /// Returns the target of a view that inserts dropped text.
  static func inserting(into client: any TextDropClient) -> DropTarget {
    let target = text(actions: [.copy, .move]) { [weak client] in
      client?.insertDroppedText($0, at: $1) ?? false
    }
    target.onMove = { [weak client] in client?.showInsertion(at: $1) }
    target.onLeave = { [weak client] in client?.showInsertion(at: nil) }
    return target
  }

  /// Returns the type in which the target would read a drop at a point; `nil` if it does not accept the drop.
  func type(of drop: Drop, at point: Point) -> String? {
    guard let type = types.first(where: drop.content.types.contains), accepts?(drop, point) ?? true else {
      return nil
    }
    return type
  }

  /// Reads and uses dropped content.
  func perform(_ drop: Drop, at point: Point, in window: CarouselWindow) { perform(drop, point, window) }
}

extension Drop {
  /// Passes content that was read to `use`, and finishes the drop if the result is `true`. An error is reported, and the
  /// drop is rejected.
  fileprivate func finish<Content>(
    _ result: Result<Content, ContentError>, in window: CarouselWindow?, _ use: (Content) -> Bool
  ) {
    switch result {
    case .success(let content): if use(content) { finish() }
    case .failure(let error): window?.report("the dropped content cannot be read: \(error)")
    }
  }
}

extension View {
  /// Lets the user drop content on the view; `nil`, the default, for no drops. Without a target, a text field accepts text
  /// (see ``/Controls/TextField/acceptsDrops``). A label or a picture also needs ``/Views/View/isUserInteractionEnabled``.
  ///
  /// UIKit: `UIView.addInteraction(_:)`. GTK: `gtk_widget_add_controller`.
  public var dropTarget: DropTarget? {
    get { interaction(of: DropTarget.self) }
    set {
      setInteraction(newValue)
      // In the next frame, a drag over the view leaves the former target.
      requestFrame()
    }
  }

  /// The clipboard for any content; `nil` outside of a window, and if the compositor has no clipboard. It belongs to the seat
  /// with the latest input.
  ///
  /// UIKit: `UIPasteboard.general`. GTK: `gtk_widget_get_clipboard`.
  public var clipboard: Clipboard? { (tree?.presenter as? CarouselWindow)?.system.clipboard }
}
