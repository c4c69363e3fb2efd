import CarouselUI
import HeadlessCompositor
import Testing

/// Dialogs and toasts in front of the content of a window.
@MainActor
struct DialogTests {
  @MainActor private final class Parts {
    let field = TextField("name")
    let save = Button("Save")
    lazy var dialog = DialogView("Rename", content: StackView(.vertical, spacing: 10, [field, save]))
    var closeCount = 0
  }

  private func present(_ rig: PopupRig) -> Parts {
    let parts = Parts()
    parts.dialog.onClose = { parts.closeCount += 1 }
    rig.ui.present(parts.dialog)
    rig.rig.runUntilSettled()
    return parts
  }

  @Test("A dialog is centered, its first view gets the focus, and Tab stays in it")
  func focusTrap() throws {
    let rig = try PopupRig()
    let parts = present(rig)
    let center = try #require(parts.dialog.convert(parts.dialog.bounds.center, to: nil))
    #expect(abs(center.x - 200) <= 1 && abs(center.y - 120) <= 1)
    #expect(parts.field.isFocused && parts.dialog.isPresented)
    rig.tap(.tab)
    #expect(parts.save.isFocused)
    rig.tap(.tab)
    #expect(parts.field.isFocused)
    rig.seat.keyboard.press(.shift)
    rig.tap(.tab)
    rig.seat.keyboard.release(.shift)
    #expect(parts.save.isFocused)
    #expect(!rig.ui.carouselView.becomeFocused())
    rig.tap(.right)
    #expect(rig.rig.carousel.currentItemIndex == 0, "keys do not reach the content")
    let dialog = try rig.ui.accessibilityTree().find(.dialog, "Rename").node()
    #expect(dialog.states.contains(.modal))
  }

  @Test("Escape and a press beside the card close a dialog, and the focus returns", arguments: Hand.allCases)
  func dismiss(hand: Hand) throws {
    let rig = try PopupRig()
    rig.ui.carouselView.becomeFocused()
    let first = present(rig)
    rig.rig.tap(hand, at: rig.at(200, 120))
    rig.rig.runUntilSettled()
    #expect(first.closeCount == 0)
    rig.rig.tap(hand, at: rig.at(5, 200))
    rig.rig.runUntilSettled()
    #expect(first.closeCount == 1 && !first.dialog.isInWindow && rig.ui.carouselView.isFocused)
    let second = present(rig)
    rig.tap(.escape)
    #expect(second.closeCount == 1 && rig.ui.carouselView.isFocused)
    let third = present(rig)
    third.dialog.isDismissible = false
    rig.tap(.escape)
    rig.rig.tap(hand, at: rig.at(5, 200))
    rig.rig.runUntilSettled()
    #expect(third.closeCount == 0 && third.dialog.isInWindow)
    rig.ui.present(third.dialog)  // shown already
    third.dialog.close()
    third.dialog.close()
    rig.rig.runUntilSettled()
    #expect(third.closeCount == 1 && !third.dialog.isInWindow)
    rig.tap(.right)
    #expect(rig.rig.carousel.currentItemIndex == 1)
  }

  @Test("A command of the dialog is performed in it, and one of the content only by a button of the dialog")
  func commands() throws {
    let rig = try PopupRig()
    let save = Command("save", title: "Save", shortcuts: [Shortcut("s", .control)])
    let next = Command("next", title: "Next", shortcuts: [Shortcut("n", .control)])
    var log: [String] = []
    rig.ui.contentView.handle(next) { log.append("next") }
    let parts = present(rig)
    parts.dialog.handle(save) { log.append("save") }
    for letter in ["s", "n"] {
      rig.seat.keyboard.press(.control)
      rig.seat.keyboard.type(letter)
      rig.seat.keyboard.release(.control)
    }
    rig.rig.runUntilSettled()
    #expect(log == ["save"])
  }

  // MARK: Toasts

  /// Runs half a second of frames, and paints the views that have changed.
  private func settle(_ rig: PopupRig) {
    for _ in 0..<15 {
      rig.rig.compositor.run(frames: 2)
      rig.rig.queue.runAll()
    }
  }

  @Test("A toast appears at the bottom, disappears after its time, and leaves the window at rest")
  func toast() throws {
    let rig = try PopupRig()
    let toast = ToastView("The photo was deleted.", duration: 4)
    var closeCount = 0
    toast.onClose = { closeCount += 1 }
    #expect(rig.button.present(toast))
    #expect(rig.rig.runUntilSettled())
    let center = try #require(toast.convert(toast.bounds.center, to: nil))
    #expect(abs(center.x - 200) <= 1 && center.y > 180 && toast.alpha == 1)
    rig.rig.wait(2.5)
    rig.rig.runUntilSettled()
    #expect(toast.isInWindow)
    rig.rig.wait(1.1)
    #expect(rig.rig.runUntilSettled())
    #expect(!toast.isInWindow && closeCount == 1)
  }

  @Test(
    "The action of a toast is called once and closes it; the content still receives presses",
    arguments: Hand.allCases)
  func action(hand: Hand) throws {
    let rig = try PopupRig()
    var (undone, clicks) = (0, 0)
    let content = Button("Content") { clicks += 1 }
    content.frame = Rect(x: 20, y: 60, width: 80, height: 34)
    rig.ui.contentView.addSubview(content)
    let toast = ToastView("Deleted.", action: "Undo") { undone += 1 }
    rig.ui.present(toast)
    settle(rig)
    rig.rig.tap(hand, at: rig.at(60, 77))
    settle(rig)
    #expect(clicks == 1 && toast.isInWindow)
    let undo = try toast.accessibilityTree().find(.button, "Undo").node().frame.center
    rig.rig.tap(hand, at: rig.at(undo.x, undo.y))
    settle(rig)
    #expect(undone == 1 && !toast.isInWindow)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test("A toast stays while the pointer is over it, and another toast replaces it")
  func staysAndReplaces() throws {
    let rig = try PopupRig()
    let first = ToastView("First", duration: 1)
    var closed: [String] = []
    first.onClose = { closed.append("first") }
    rig.ui.present(first)
    rig.rig.runUntilSettled()
    let center = try #require(first.convert(first.bounds.center, to: nil))
    rig.hover(rig.at(center.x, center.y))
    rig.rig.wait(3)
    rig.rig.runUntilSettled()
    #expect(first.isInWindow)
    let second = ToastView("Second", duration: .infinity)
    rig.ui.present(second)
    rig.rig.runUntilSettled()
    #expect(closed == ["first"] && !first.isInWindow && second.isInWindow)
    second.close()
    second.close()
    rig.rig.runUntilSettled()
    #expect(!second.isInWindow)
    rig.ui.present(ToastView("", duration: .nan))
    rig.rig.runUntilSettled()
    rig.ui.close()
    rig.rig.compositor.settle()
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
    #expect(!View().present(ToastView("outside")))
  }

  @Test(
    "A toast whose closure presents another one when it is replaced leaves one toast, which has its place")
  func toastAfterToast() throws {
    let rig = try PopupRig()
    let (a, b, c) = (ToastView("A"), ToastView("B"), ToastView("C", duration: .infinity))
    var closed: [String] = []
    a.onClose = {
      closed.append("a")
      rig.ui.present(c)
    }
    b.onClose = { closed.append("b") }
    rig.ui.present(a)
    settle(rig)
    rig.ui.present(b)
    settle(rig)
    #expect(closed == ["a", "b"] && !a.isInWindow && !b.isInWindow && c.isInWindow)
    #expect(c.frame.minY > 100)
    c.close()
    rig.rig.runUntilSettled()
    #expect(!c.isInWindow)
  }

  @Test("A toast that slides out is removed although the program sets its opacity meanwhile")
  func toastWithOpacity() throws {
    let rig = try PopupRig()
    let toast = ToastView("Closed", duration: .infinity)
    var closeCount = 0
    toast.onClose = { closeCount += 1 }
    rig.ui.present(toast)
    rig.rig.runUntilSettled()
    toast.close()
    rig.rig.compositor.run(frames: 2)
    (toast.alpha, toast.transform) = (0.5, .identity)
    rig.rig.runUntilSettled()
    #expect(!toast.isInWindow && closeCount == 1)
  }

  @Test("A toast that is presented again while it slides out is shown")
  func toastAgain() throws {
    let rig = try PopupRig()
    let toast = ToastView("Again", duration: .infinity)
    var closeCount = 0
    toast.onClose = { closeCount += 1 }
    rig.ui.present(toast)
    settle(rig)
    toast.close()
    rig.ui.present(toast)
    settle(rig)
    #expect(toast.isInWindow && toast.alpha == 1 && toast.isUserInteractionEnabled && closeCount == 0)
    toast.close()
    settle(rig)
    #expect(!toast.isInWindow && closeCount == 1)
  }

  // MARK: Keys without a focus

  @Test("Escape closes a dialog without focusable views, and one whose focused view was disabled")
  func escapeWithoutFocus() throws {
    let rig = try PopupRig()
    let plain = DialogView("Info", content: ThemedLabel("text"))
    rig.ui.present(plain)
    rig.rig.runUntilSettled()
    rig.tap(.right)
    #expect(rig.rig.carousel.currentItemIndex == 0, "keys do not reach the content")
    rig.tap(.escape)
    #expect(!plain.isInWindow)
    let parts = present(rig)
    (parts.field.isEnabled, parts.save.isEnabled) = (false, false)
    rig.rig.runUntilSettled()
    rig.tap(.escape)
    #expect(parts.closeCount == 1)
    rig.tap(.right)
    #expect(rig.rig.carousel.currentItemIndex == 1)
  }

  @Test("Without a focus, a key reaches the commands of the content view of the window")
  func commandsOfContent() throws {
    let rig = try PopupRig()
    let content = StackView(.vertical, [ThemedLabel("x")])
    rig.ui.contentView = content
    var count = 0
    content.handle(Command("h", title: "H", shortcuts: [Shortcut("h")])) { count += 1 }
    rig.rig.runUntilSettled()
    rig.seat.keyboard.type("h")
    rig.rig.runUntilSettled()
    #expect(count == 1)
  }
}
