// The steps of the article "Getting started" in one program: a list of items, a delegate, scrolls, and two windows.
import CarouselUI

struct Photo: Identifiable {
  let id: Int
  let title: String
}

final class Chooser: CarouselDelegate {
  func carousel(_ carousel: Carousel, didSelectItemAt index: Int) {
    print("item \(index) was tapped")
  }
}

@MainActor func openDetails(of photo: Photo) throws(ConnectionError) {
  let details = try CarouselWindow(title: photo.title, size: Size(width: 400, height: 300))
  details.contentView = StackView(
    .vertical, spacing: 12, insets: EdgeInsets(16),
    [
      ThemedLabel(photo.title, role: .title),
      Button("Done") { [unowned details] in details.close() },
    ])
  details.onClose = { print("the details of \(photo.title) are closed") }
}

@MainActor func allowDrags(of cover: View, at path: String, to tray: ThemedLabel) {
  func open(_ paths: [String]) { tray.text = paths.joined(separator: ", ") }
  cover.dragSource = DragSource { _ in .uriList(URIList([.file(path)])) }
  tray.dropTarget = .uriList { list, _ in open(list.paths) }
}

let photos = (1...20).map { Photo(id: $0, title: "Photo \($0)") }
let chooser = Chooser()
do {
  let window = try CarouselWindow(title: "Photos", size: Size(width: 800, height: 480))
  let carousel = window.carousel
  carousel.type = .coverFlow2
  carousel.motionStyle = .fluid
  carousel.options.spacing = 0.3
  carousel.delegate = chooser
  carousel.setItems(photos) { photo, reusing in
    let size = Size(width: 320, height: 240)
    let label = reusing as? LabelView ?? LabelView("", size: size)
    label.background = .blue
    label.text = photo.title
    return label
  }
  carousel.scrollToItem(at: 3, animated: true)
  let events = carousel.events
  Task {
    for await event in events {
      if case .didSettle(let index, _) = event { print("item \(index) is in the center") }
    }
  }
  try openDetails(of: photos[0])
  let application = try Application.shared
  application.onQuit = { print("goodbye") }
  window.run()
} catch {
  print(error)
}
