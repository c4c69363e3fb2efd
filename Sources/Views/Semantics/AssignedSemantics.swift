/// The values that an application has set for a view, in place of those of its class.
final class AssignedSemantics {
  var isElement: Bool?
  var hidesElements = false
  var role: AccessibilityRole?
  var label, value, hint, identifier: String?
  weak var labelledBy: View?
  /// The last view that the view's text names.
  weak var labels: View?
  var actions: [AccessibilityAction] = []
  var controlled = WeakViews()

  /// Views that are not retained.
  struct WeakViews {
    private struct Entry { weak var view: View? }
    private var entries: [Entry] = []

    @MainActor var views: [View] {
      get { entries.compactMap(\.view) }
      set { entries = newValue.map(Entry.init) }
    }
  }
}
