import CarouselDescription
import CarouselUI

/// Views, a carousel and its items, created from a text. If the text has an error, it is reported, and the
/// views stay.
final class DescribedPage: StackView {
  private let problemView = ProblemView()
  private let message = ThemedLabel("Press a button of the description.", isSecondary: true)
  private let edits = SegmentedControl(["Covers", "Ring", "Mistake"])

  private static let text = """
    {
      "root": {
        "view": "column", "spacing": 12,
        "children": [
          {
            "view": "carousel", "id": "cities", "type": "coverFlow", "grow": 1,
            "options": {"spacing": 0.4, "wrap": true}, "accessibilityLabel": "Cities",
            "items": [
              {"name": "Lisbon", "color": "#C65D3B"}, {"name": "Oslo", "color": "#2F6690"},
              {"name": "Kyoto", "color": "#81A684"}, {"name": "Quito", "color": "#D9A441"},
              {"name": "Dakar", "color": "#7B506F"}
            ],
            "item": {
              "view": "label", "text": "{name}", "width": 220, "height": 260,
              "color": "white", "background": "{color}", "cornerRadius": 14,
              "reflection": {"scale": 0.4}
            }
          },
          {
            "view": "row", "distribution": "center",
            "children": [{"view": "button", "title": "Book", "action": "book", "style": "suggested"}]
          }
        ]
      }
    }
    """

  init() {
    super.init(.vertical, spacing: 12)
    edits.accessibilityLabel = "Description"
    let view = DescriptionView(
      handlers: DescriptionHandlers(onAction: { [message] in message.text = "The action is “\($0)”." }))
    problemView.content = view
    edits.onSelect = { [weak self] in self?.edit($0, in: view) }
    addSubview(problemView.growing())
    addSubview(message)
    addSubview(edits)
    edit(0, in: view)
  }

  private func edit(_ index: Int, in view: DescriptionView) {
    let edited =
      switch index {
      case 1:
        Self.text.replacing("\"coverFlow\"", with: "\"rotary\"").replacing(
          "spacing\": 0.4", with: "spacing\": 1.1")
      case 2: Self.text.replacing("\"coverFlow\"", with: "\"coverflow\"")
      default: Self.text
      }
    view.update(edited.utf8)
    problemView.problem = view.error?.description
  }
}
