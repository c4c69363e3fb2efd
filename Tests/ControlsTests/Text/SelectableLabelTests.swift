import Controls
import Drawing
import Geometry
import Input
import TestSupport
import Testing
import ViewFixtures
@_spi(Subclassing) import Views

/// A text that can be selected and copied, in flat and tilted views.
@MainActor
struct SelectableLabelTests {
  private let clipboard = LocalClipboard()

  private func stage(_ text: String, _ plane: ControlStage.Plane = .flat, width: Double = 200) -> (
    ControlStage, SelectableLabel
  ) {
    let stage = ControlStage(plane)
    let label = stage.add(SelectableLabel(text), x: 20, y: 20)
    label.size = Size(width: width, height: label.sizeThatFits(Size(width: width, height: .infinity)).height)
    label.clipboard = clipboard
    stage.settle()
    return (stage, label)
  }

  private var copied: String? {
    var copied: String?
    clipboard.read { copied = $0 }
    return copied
  }

  @Test("The context menu copies the selection or, without one, the whole text; an empty text has no menu")
  func menu() {
    let (stage, label) = stage("holiday photo")
    func choose(_ title: String) { label.contextMenu?(.zero).first { $0.title == title }?.action?() }
    choose("Copy")
    #expect(copied == "holiday photo" && label.selection.isEmpty)
    label.selection = 0..<7
    choose("Copy")
    #expect(copied == "holiday")
    choose("Select All")
    stage.settle()
    #expect(label.isFocused && label.selectedText == "holiday photo")
    label.text = ""
    #expect(label.contextMenu?(.zero).isEmpty == true)
  }

  @Test("The focus ring is around the text and covers no letter")
  func ring() throws {
    let (stage, label) = stage("holiday photo")
    #expect(label.focusOutline == nil)
    stage.key(.tab)
    let outline = try #require(label.focusOutline)
    #expect(label.isFocused && outline.rect == label.bounds.inset(by: -4))
  }

  @Test(
    "A double click selects a word, a triple click all, and a click nothing",
    arguments: ControlStage.Plane.allCases)
  func clicks(plane: ControlStage.Plane) {
    let (stage, label) = stage("holiday photo", plane)
    stage.tap(label, 10, 8, as: .pointer(.primary))
    #expect(label.isFocused && label.selectedText == "")
    stage.tap(label, 10, 8, as: .pointer(.primary))
    #expect(label.selectedText == "holiday")
    stage.tap(label, 10, 8, as: .pointer(.primary))
    #expect(label.selectedText == "holiday photo")
    stage.advance(2)
    stage.tap(label, 10, 8, as: .pointer(.primary))
    #expect(label.selectedText == "")
  }

  @Test("A drag selects over several lines")
  func lines() {
    let (stage, label) = stage("one two three four five six seven eight", width: 90)
    #expect(label.size.height > 40)
    stage.drag(
      label, from: Point(x: 1, y: 6), to: Point(x: 89, y: label.size.height - 4), as: .pointer(.primary))
    stage.drop()
    #expect(label.selectedText == label.text)
  }

  @Test("Keys with Shift select, Ctrl+A selects all, Ctrl+C copies; other keys go to the superviews")
  func keys() {
    let (stage, label) = stage("holiday")
    label.becomeFocused()
    #expect(!stage.key(.left) && !stage.key(.down) && !stage.key(Key("c"), .control) && copied == nil)
    #expect(stage.key(.right, .shift) && stage.key(.right, .shift) && label.selectedText == "ho")
    #expect(stage.key(Key("c"), .control) && copied == "ho")
    #expect(stage.key(.end, .shift) && label.selectedText == "holiday")
    #expect(stage.key(.home, .shift) && label.selectedText == "")
    #expect(stage.key(Key("a"), .control) && label.selectedText == "holiday")
    #expect(!stage.key(Key("x"), text: "x") && label.text == "holiday")
  }

  @Test("Another text ends the selection; an empty label gets no focus and is no element")
  func texts() {
    let (_, label) = stage("holiday")
    label.selectAll()
    label.text = "other"
    #expect(label.selectedText == "" && label.semantics.label == "other")
    label.title = "Name"
    #expect(label.semantics.label == "Name" && label.semantics.value == "other")
    label.text = ""
    #expect(!label.canBecomeFocused && label.semantics.role == nil)
  }

  @Test("Selected text is marked")
  func marks() throws {
    let (stage, label) = stage("holiday")
    let before = try stage.picture(scale: 1)
    label.selectAll()
    let after = try stage.picture(scale: 1)
    #expect(before.pixel(22, 24) != after.pixel(22, 24))
  }
}
