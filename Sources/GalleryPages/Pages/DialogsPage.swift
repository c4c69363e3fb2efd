import CarouselUI

/// A dialog, a question, a toast, a banner, and the progress of a task.
final class DialogsPage: StackView {
  private let name = ThemedLabel("Prints", role: .title, alignment: .center)
  private let banner = BannerView("The folder cannot be read.", style: .problem, action: "Try again")
  private let task = TaskProgressView("Copying 12 prints")
  private var timer: (any ViewTimer)?

  init() {
    super.init(.vertical, spacing: 14)
    let buttons = StackView(
      .vertical, spacing: 10,
      [
        Button("Rename …") { [weak self] in self?.rename() },
        Button("Delete …", style: .destructive) { [weak self] in self?.ask() },
        Button("Copy") { [weak self] in self?.startCopy() },
        Button("Problem") { [weak self] in self?.banner.isHidden = false },
      ])
    banner.onAction = { [weak self] in self?.banner.isHidden = true }
    banner.isHidden = true
    task.isHidden = true
    task.onCancel = { [weak self] in self?.endCopy("The copy was canceled.") }
    addSubview(banner)
    addSubview(
      DepthStackView(StackView(.vertical, spacing: 18, [name, buttons]), maximumWidth: 260).growing())
    addSubview(task)
  }

  private func rename() {
    let field = TextField(name.text)
    field.accessibilityLabel = "Name"
    let save = Button("Save", style: .suggested)
    let dialog = DialogView("Rename", content: StackView(.vertical, spacing: 14, [field, save]))
    save.onClick = { [weak self, weak dialog, weak field] in
      if let field { self?.name.text = field.text }
      dialog?.close()
    }
    field.onSubmit = { [weak save] _ in save?.onClick?() }
    field.selectAll()
    present(dialog)
  }

  private func ask() {
    present(
      AlertView(
        "Delete “\(name.text)”?", message: "The prints go to the trash.",
        responses: [.init("close", title: "Cancel"), .init("delete", title: "Delete", style: .destructive)],
        defaultResponse: "delete"
      ) { [weak self] in
        if $0 == "delete" { self?.delete() }
      })
  }

  private func delete() {
    let old = name.text
    name.text = "No prints"
    present(ToastView("“\(old)” was deleted.", action: "Undo") { [weak self] in self?.name.text = old })
  }

  private func startCopy() {
    task.progress = 0
    task.isHidden = false
    timer?.cancel()
    timer = startTimer(after: 0.25, every: 0.25) { [weak self] in
      guard let self else { return }
      let progress = (task.progress ?? 0) + 1 / 12.0
      task.progress = progress
      if progress > 0.999 { endCopy("12 prints were copied.") }
    }
  }

  private func endCopy(_ result: String) {
    timer?.cancel()
    timer = nil
    task.isHidden = true
    present(ToastView(result))
  }
}
