import CarouselDescription
import CarouselEngine
import CarouselViews
import Controls
import Drawing
import Geometry
import TestSupport
import Testing
import Views

@MainActor
@Suite("Views described in a file")
struct DescriptionTests {
  private let cards = """
    {
      "title": "Cards",
      "width": 640, "height": 400,
      "theme": "dark",
      "templates": {
        "card": {
          "view": "box", "width": 160, "height": 120, "background": "{color}", "cornerRadius": 12,
          "shadow": {"opacity": 0.5, "radius": 8, "y": 4},
          "reflection": {"scale": 0.4},
          "children": [{"view": "label", "text": "{index}: {name}", "width": 160, "height": 120}]
        }
      },
      "root": {
        "view": "column", "insets": 8, "spacing": 8,
        "children": [
          {
            "view": "carousel", "id": "cards", "type": "coverFlow", "grow": 1, "isVertical": false,
            "bounces": false, "options": {"spacing": 0.4, "wrap": false},
            "items": [{"name": "Lake", "color": "#204060"}, {"name": "Hill", "color": "teal"}],
            "item": {"use": "card"}
          },
          {"view": "button", "id": "next", "title": "Next", "action": "next", "style": "suggested"}
        ]
      }
    }
    """

  private func load(_ text: String) throws -> LoadedDescription { try DescriptionLoader().load(text.utf8) }

  /// Returns the error message for a text.
  private func mistake(_ text: String) -> String {
    let view = DescriptionView()
    view.update(text.utf8)
    return view.error?.description ?? "none"
  }

  @Test(
    "A description is loaded as a carousel with the described properties and items",
    .proves("F04", "R53", "C22"))
  func loads() throws {
    let loaded = try load(cards)
    #expect(loaded.title == "Cards" && loaded.size == Size(width: 640, height: 400))
    #expect(loaded.view.effectiveTheme == .dark)
    let view = try #require(loaded.carouselView(named: "cards"))
    let carousel = view.carousel
    #expect(carousel.type == .coverFlow && !carousel.bounces && carousel.options.spacing == 0.4)
    let tree = ViewTree(root: loaded.view)
    loaded.view.size = Size(width: 640, height: 400)
    tree.prepareFrame(at: Timestamp(seconds: 0))
    #expect(carousel.numberOfItems == 2 && carousel.bounds == view.size)
    let card = try #require(carousel.currentItemView as? View)
    #expect(card.size == Size(width: 160, height: 120) && card.backgroundColor == Color(hex: 0x204060))
    #expect((card.subviews.first as? LabelView)?.text == "0: Lake")
    #expect(card.reflection?.scale == 0.4 && card.shadowRadius == 8)
    #expect(view.size.height > 300)
  }

  @Test("The size of items follows the size of the carousel, and mistakes in it are reported")
  func itemSize() throws {
    func text(_ size: String) -> String {
      """
      {"root": {"view": "carousel", "id": "cards", "itemSize": \(size), "items": [{}, {}], "item": {"view": "label"}}}
      """
    }
    let loaded = try load(text(#"{"width": 0.5, "height": 0.8, "aspectRatio": 2}"#))
    let carousel = try #require(loaded.carouselView(named: "cards")).carousel
    let tree = ViewTree(root: loaded.view)
    for (width, expected) in [(400.0, Size(width: 200, height: 100)), (600, Size(width: 300, height: 150))] {
      loaded.view.size = Size(width: width, height: 400)
      tree.prepareFrame(at: Timestamp(seconds: 0))
      #expect((carousel.currentItemView as? View)?.size == expected)
    }
    #expect(throws: DescriptionError.self) { try load(text(#"{"width": 0}"#)) }
    #expect(throws: DescriptionError.self) { try load(text(#"{"widht": 1}"#)) }
    #expect(throws: DescriptionError.self) { try load(text("0.5")) }
  }

  @Test("When a button is pressed, onAction is called with the action in the button's description")
  func action() throws {
    var actions: [String] = []
    let loader = DescriptionLoader(handlers: DescriptionHandlers(onAction: { actions.append($0) }))
    let loaded = try loader.load(cards.utf8)
    (loaded.view(named: "next") as? Button)?.onClick?()
    #expect(actions == ["next"])
  }

  @Test(
    "After an invalid edit, the former view remains; after a valid edit, the carousel keeps its offset",
    .proves("C22"))
  func reloads() throws {
    let view = DescriptionView(size: Size(width: 640, height: 400))
    let tree = ViewTree(root: view)
    #expect(view.update(cards.utf8) && view.error == nil)
    tree.prepareFrame(at: Timestamp(seconds: 0))
    let carousel = try #require(view.description?.carouselView(named: "cards")).carousel
    carousel.scrollOffset = 1
    let old = view.description?.view
    #expect(!view.update(cards.replacing("\"spacing\": 0.4", with: "\"spacing\": \"wide\"").utf8))
    #expect(view.error?.line == 18)
    #expect(view.description?.view === old && view.subviews.first === old)
    #expect(view.update(cards.replacing("coverFlow", with: "rotary").utf8) && view.error == nil)
    let new = try #require(view.description?.carouselView(named: "cards")).carousel
    #expect(new !== carousel && new.type == .rotary && new.scrollOffset == 1)
    #expect(view.subviews.count == 1)
  }

  @Test(
    "Each mistake is reported with its line and column",
    arguments: [
      ("", "line 1, column 1"), ("{", "line 1, column 2"), ("{\n  \"root\": }", "line 2, column 11"),
      ("{\"root\": {\"view\": \"bax\"}}", "line 1, column 19: There is no view “bax”"),
      ("{\"root\": {\"view\": \"box\", \"widht\": 3}}", "line 1, column 26: A box has no property “widht”"),
      (
        "{\"root\": {\"view\": \"box\",\n\"width\": \"3\"}}",
        "line 2, column 10: “width” must be a number, not a text"
      ),
      ("{\"root\": {\"view\": \"box\", \"width\": -1}}", "line 1, column 35: “width” must be from 0"),
      ("{\"root\": {\"view\": \"box\", \"width\": NaN}}", "line 1, column 35: A value is expected"),
      ("{\"root\": {\"view\": \"box\", \"width\": 1e999}}", "line 1, column 35: “1e999” is not a number"),
      ("{\"root\": {\"view\": \"box\", \"width\": 0x10}}", "line 1, column 35: “0x10” is not a number"),
      ("{\"root\": {\"view\": \"box\", \"width\": 012}}", "line 1, column 35: “012” is not a number"),
      (
        "{\"a\": 1, \"a\": 2}",
        "line 1, column 10: The key “a” is declared twice in this object, first in line 1, column 2. Remove or rename"
      ),
      ("{\"root\": {\"use\": \"x\"}}", "line 1, column 18: There is no such template"),
      ("{\"äöü\": 1}", "line 1, column 9"), ("{\"root\": \"\\ud800\"}", "line 1, column 17"),
      ("{\"root\": {\"view\": \"label\", \"text\": \"a\nb\"}}", "line 1, column 38"),
      (
        "{\"root\": {\"view\": \"label\", \"color\": \"mauve\"}}",
        "line 1, column 37: “color” must be a color"
      ),
      (
        "{\"root\": {\"view\": \"carousel\", \"type\": \"custom\"}}",
        "line 1, column 39: “type” must be one of"
      ),
      ("{} {}", "line 1, column 4"),
    ])
  func mistakes(text: String, expected: String) {
    let shown = mistake(text)
    let isExpected =
      shown.hasPrefix(expected) || text == "{\"äöü\": 1}" && shown.hasPrefix("line 1, column 1: The view")
    #expect(isExpected, "\(shown)")
  }

  @Test(
    "If an item has no value for a name in the template, the error is reported when the description is loaded"
  )
  func missingValue() {
    let text = cards.replacing("\"name\": \"Hill\"", with: "\"nome\": \"Hill\"")
    #expect(
      mistake(text).hasPrefix(
        "line 10, column 46: The item has no value “name”. It has “color”, “index”, “nome”."))
    let wrong = cards.replacing("\"color\": \"teal\"", with: "\"color\": 7")
    #expect(mistake(wrong).hasPrefix("line 19, column 83: “background” must be a color"))
  }

  @Test(
    "A mistake in a template that no item uses is reported",
    arguments: [
      ("\"view\": \"label\", \"txet\": \"{name}\"", "line 1, column 39: A label has no property “txet”"),
      ("\"view\": \"label\", \"text\": \"{name\"", "line 1, column 47: A placeholder does not end with }"),
      ("\"view\": \"label\", \"width\": \"7\"", "line 1, column 48: “width” must be a number"),
      ("\"use\": \"b\"", "line 1, column 29: There is no such template"),
      ("\"use\": \"a\"", "line 1, column 29: The template “a” contains itself"),
      ("\"view\": \"label\", \"text\": \"{name}\", \"width\": \"{wide}\"", "none"),
      ("\"view\": \"slider\", \"maximum\": \"{most}\", \"value\": 7, \"action\": \"a\"", "none"),
      ("\"view\": \"{kind}\", \"text\": \"a\"", "none"),
    ])
  func unusedTemplate(members: String, expected: String) {
    let text = "{\"templates\": {\"a\": {\(members)}}, \"root\": {\"view\": \"box\"}}"
    #expect(mistake(text).hasPrefix(expected), "\(mistake(text))")
    let empty = "{\"root\": {\"view\": \"carousel\", \"item\": {\"view\": \"lable\", \"text\": \"{name}\"}}}"
    #expect(mistake(empty).contains("There is no view “lable”"))
  }

  @Test("A name in braces is replaced by the item's value, and two opening braces are replaced by one")
  func placeholders() throws {
    let text = """
      {"root": {"view": "carousel", "id": "c", "items": [{"a": 1.5, "b": true}],
        "item": {"view": "label", "text": "{{a} is {a}, {b}"}}}
      """
    let loaded = try load(text)
    let view = try #require(loaded.carouselView(named: "c"))
    #expect(
      (view.carousel.dataSource?.carousel(view.carousel, viewForItemAt: 0, reusing: nil) as? LabelView)?.text
        == "{a} is 1.5, true")
  }

  @Test(
    "Descriptions that are too large or too deeply nested, or whose templates contain themselves, are rejected"
  )
  func hostile() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(mistake(deep).hasPrefix("line 1, column 65: More than 64"))
    let nested = String(repeating: "{\"root\":", count: 70) + "1" + String(repeating: "}", count: 70)
    #expect(mistake(nested).contains("More than 64"))
    #expect(mistake(String(repeating: " ", count: 2 << 20)).contains("more than 1048576 bytes"))
    let cycle = """
      {"templates": {"a": {"view": "box", "children": [{"use": "b"}]}, "b": {"use": "a"}},
       "root": {"use": "a"}}
      """
    #expect(mistake(cycle) == "line 1, column 79: The template “a” contains itself.")
    let doubling = (0..<40).map {
      "\"t\($0)\": {\"view\": \"row\", \"children\": [{\"use\": \"t\($0 + 1)\"}, {\"use\": \"t\($0 + 1)\"}]}"
    }
    let bomb =
      "{\"templates\": {\(doubling.joined(separator: ",")), \"t40\": {\"view\": \"box\"}}, \"root\": {\"use\": \"t0\"}}"
    #expect(mistake(bomb).contains("more than 20000 views"))
    let view = DescriptionView()
    #expect(!view.update([0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x3A, 0x31, 0x7D]))
    #expect(view.error?.column == 2)
    // Random bytes never trap.
    var random = SplitMix(seed: 5)
    let good = Array(cards.utf8)
    for _ in 0..<300 {
      var bytes = good
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      view.update(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
    }
  }

  @Test("The pictures are loaded by the loader of the program")
  func imageLoader() throws {
    let loader = ImageLoader(cacheByteLimit: 0)
    let text = #"{"root": {"view": "image", "id": "picture"}}"#
    let loaded = try DescriptionLoader(handlers: DescriptionHandlers(imageLoader: loader)).load(text.utf8)
    #expect((loaded.view(named: "picture") as? AsyncImageView)?.loader === loader)
    let shared = try load(text).view(named: "picture") as? AsyncImageView
    #expect(shared?.loader === ImageLoader.shared)
  }
}
