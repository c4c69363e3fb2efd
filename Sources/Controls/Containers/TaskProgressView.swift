internal import Geometry
public import Views

/// The progress of a task: a text, a bar or a spinner, and a button that cancels the task.
///
/// GTK: `GtkProgressBar:show-text`.
public final class TaskProgressView: StackView {
  /// What the task does, such as "Copying 12 photos".
  public var text: String {
    get { label.text }
    set { label.text = newValue }
  }
  /// The part of the task that is done, in `0...1`; `nil`, the default, if it is not known. Then a spinner is shown in place of the
  /// bar.
  public var progress: Double? { didSet { if progress != oldValue { show() } } }
  /// Called when the user cancels the task; `nil`, the default, if it cannot be canceled.
  public var onCancel: (() -> Void)? { didSet { cancel.isHidden = onCancel == nil } }

  private let label: ThemedLabel
  private let bar = ProgressBar()
  private let spinner = ActivityIndicator(size: 16)
  private let cancel = Button(icon: .close, style: .flat)

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - text: The task.
  ///   - progress: The part that is done; `nil`, the default, if it is not known.
  ///   - onCancel: Called when the user cancels the task; `nil`, the default, if it cannot be canceled.
  public init(_ text: String, progress: Double? = nil, onCancel: (() -> Void)? = nil) {
    label = ThemedLabel(text)
    self.progress = progress
    self.onCancel = onCancel
    let column = StackView(.vertical, spacing: 4, [label, bar])
    super.init(.horizontal, spacing: 10, alignment: .center, [spinner, column.growing(), cancel])
    bar.accessibilityLabelView = label
    cancel.accessibilityLabel = "Cancel"
    cancel.shape = .circular
    cancel.isHidden = onCancel == nil
    cancel.onClick = { [weak self] in self?.onCancel?() }
    show()
    sizeToFit()
  }

  private func show() {
    spinner.isHidden = progress != nil
    spinner.isAnimating = progress == nil
    bar.isHidden = progress == nil
    bar.progress = progress ?? 0
  }
}
