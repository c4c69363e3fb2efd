package import CarouselUI

/// A page of the gallery: a running example and its source.
package nonisolated struct GalleryPage: Identifiable, Sendable {
  /// The name of the page on the command line.
  package let id: String
  package let title: String
  /// A sentence that suggests what to try on the page.
  package let summary: String
  /// The name of the source file, without `.swift`.
  private let file: String
  /// Creates the view of the page.
  package let makeView: @MainActor () -> View

  private init(
    _ id: String, _ title: String, _ summary: String, file: String, makeView: @escaping @MainActor () -> View
  ) {
    (self.id, self.title, self.summary, self.file, self.makeView) = (id, title, summary, file, makeView)
  }

  /// The source of the page.
  package var source: String { PageSources.texts[file] ?? "" }

  /// Returns the page with a name; `nil` if there is none.
  package static func named(_ name: String) -> GalleryPage? { all.first { $0.id == name } }

  /// All pages, in the order in which the gallery lists them.
  package static let all = [
    GalleryPage(
      "basic", "Basic", "Insert and remove pictures, and choose another type.", file: "BasicPage",
      makeView: { BasicPage() }),
    GalleryPage(
      "everything", "Everything", "All types and settings, each with a switch.", file: "EverythingPage",
      makeView: { EverythingPage() }),
    GalleryPage(
      "buttons", "Buttons", "Press a button, or drag it to turn the ring.", file: "ButtonsPage",
      makeView: { ButtonsPage() }),
    GalleryPage(
      "controls", "Controls", "Controls work in tilted cards; these change the carousel around them.",
      file: "ControlsPage", makeView: { ControlsPage() }),
    GalleryPage(
      "commands", "Commands", "Press S, Delete or Ctrl+Z, or open the menu; ? shows all keys.",
      file: "CommandsPage", makeView: { CommandsPage() }),
    GalleryPage(
      "dialogs", "Dialogs and Toasts",
      "A dialog, a question, a toast with an action, and a task that can be canceled.",
      file: "DialogsPage", makeView: { DialogsPage() }),
    GalleryPage(
      "navigation", "Navigation",
      "Open a print, and swipe back from the side. In a narrow window, the panel is a sheet.",
      file: "NavigationPage", makeView: { NavigationPage() }),
    GalleryPage(
      "multiple", "Multiple Carousels", "Two carousels in one window, each on its own.",
      file: "MultiplePage", makeView: { MultiplePage() }),
    GalleryPage(
      "linked", "Linked Carousels", "A large picture and a strip that scroll together.",
      file: "LinkedPage", makeView: { LinkedPage() }),
    GalleryPage(
      "options", "Options", "A slider for each option.", file: "OptionsPage", makeView: { OptionsPage() }),
    GalleryPage(
      "offsets", "Offsets", "Move the carousel, or the eye that looks at it.", file: "OffsetsPage",
      makeView: { OffsetsPage() }),
    GalleryPage(
      "fading", "Fading", "Items fade beside the center.", file: "FadingPage", makeView: { FadingPage() }),
    GalleryPage(
      "placeholders", "Placeholders", "Empty frames stand beside few items.", file: "PlaceholdersPage",
      makeView: { PlaceholdersPage() }),
    GalleryPage(
      "paging", "Paging", "Each flick moves by one page.", file: "PagingPage", makeView: { PagingPage() }),
    GalleryPage(
      "item-size", "Item Size", "The items follow the size of the window; choose how many it shows.",
      file: "ItemSizePage", makeView: { ItemSizePage() }),
    GalleryPage(
      "autoscroll", "Autoscroll", "A ring that turns by itself.", file: "AutoscrollPage",
      makeView: { AutoscrollPage() }),
    GalleryPage(
      "vertical", "Vertical", "Covers and a wheel that turn up and down.", file: "VerticalPage",
      makeView: { VerticalPage() }),
    GalleryPage(
      "nested", "Nested Carousels", "Turn the pictures up and down, the cards left and right.",
      file: "NestedPage", makeView: { NestedPage() }),
    GalleryPage(
      "lists", "Lists", "Scroll a list up and down, the albums left and right.", file: "ListsPage",
      makeView: { ListsPage() }),
    GalleryPage(
      "grid", "Grid",
      "Select with clicks, keys, a rectangle or a long press; drag a picture to another place.",
      file: "GridPage", makeView: { GridPage() }),
    GalleryPage(
      "reordering", "Reordering", "Hold a picture until it lifts, then drag it to another place.",
      file: "ReorderingPage", makeView: { ReorderingPage() }),
    GalleryPage(
      "drag-and-drop", "Drag and Drop",
      "Drag a print to the tray, to the note, or to another program; with a finger, hold it first.",
      file: "DragAndDropPage", makeView: { DragAndDropPage() }),
    GalleryPage(
      "stack", "Swipe Stack", "Swipe a card to the right to keep it, to the left to skip it.",
      file: "StackPage", makeView: { StackPage() }),
    GalleryPage(
      "unfolding", "Unfolding", "Tap a ticket to unfold it, and again to fold it.", file: "UnfoldingPage",
      makeView: { UnfoldingPage() }),
    GalleryPage(
      "animation", "Animation", "Press the board and the buttons, also while the picture moves.",
      file: "AnimationPage", makeView: { AnimationPage() }),
    GalleryPage(
      "shared-element", "Shared Element", "Tap a cover to open it, and drag it back into its place.",
      file: "SharedElementPage", makeView: { SharedElementPage() }),
    GalleryPage(
      "zoom", "Zoom", "Zoom with two fingers, Control and the wheel, a double tap or the keys + and -.",
      file: "ZoomPage", makeView: { ZoomPage() }),
    GalleryPage(
      "kiosk", "Kiosk", "A slide show that pauses while it is touched.", file: "KioskPage",
      makeView: { KioskPage() }),
    GalleryPage(
      "rtl", "Right to Left", "The week begins at the right.", file: "RightToLeftPage",
      makeView: { RightToLeftPage() }),
    GalleryPage(
      "mixed", "Mixed Items", "A text, a drawing, pictures and controls in one carousel.",
      file: "MixedPage", makeView: { MixedPage() }),
    GalleryPage(
      "described", "Described in a File", "Views from a JSON text. After a mistake they stay as they are.",
      file: "DescribedPage", makeView: { DescribedPage() }),
    GalleryPage(
      "reflections", "Reflections", "A floor that mirrors the items, and the controls in them.",
      file: "ReflectionsPage", makeView: { ReflectionsPage() }),
    GalleryPage(
      "effects", "Effects", "Shadows, borders, corners and masks.", file: "EffectsPage",
      makeView: { EffectsPage() }),
    GalleryPage(
      "layers", "Background and Foreground", "An application's own views behind, among and before the items.",
      file: "LayersPage", makeView: { LayersPage() }),
    GalleryPage(
      "remote", "Remote Pictures", "Pictures of a server, with a reflection and filters.", file: "RemotePage",
      makeView: { RemotePage() }),
  ]
}
