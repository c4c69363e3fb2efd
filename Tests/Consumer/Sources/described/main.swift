// The code of the front page of CarouselDescription.
import CarouselDescription
import CarouselUI

let json = """
  {
    "title": "Lakes", "width": 800, "height": 480,
    "root": {
      "view": "column", "spacing": 12, "insets": 12,
      "children": [
        { "view": "carousel", "id": "lakes", "grow": 1, "type": "coverFlow2", "options": { "wrap": true },
          "items": [ { "name": "Como", "color": "#2a6f97" }, { "name": "Garda", "color": "#52796f" } ],
          "item": { "view": "label", "text": "{name}", "width": 260, "height": 180, "background": "{color}" } },
        { "view": "button", "title": "Next", "action": "next" }
      ]
    }
  }
  """
let page = DescriptionView(
  size: Size(width: 800, height: 480),
  handlers: DescriptionHandlers(onAction: { action in
    if action == "next" { print("The user pressed Next.") }
  }))
if !page.update(json.utf8), let error = page.error { print(error) }
page.description?.carouselView(named: "lakes")?.carousel.scrollByNumberOfItems(1, duration: 0.4)

precondition(page.error == nil && page.description?.title == "Lakes")
precondition(page.description?.carouselView(named: "lakes")?.carousel.numberOfItems == 2)
precondition(!page.update(json.replacing("Next", with: "\"").utf8) && page.error?.line == 9)
precondition(page.description?.title == "Lakes", "after a mistake, the last correct views stay")
