internal import CarouselUI

/// The page of a window without photos: a sentence, and a button that opens a folder.
package enum EmptyPage: Equatable {
  /// The folders are still read.
  case looking
  /// The user's Pictures folder has no photos.
  case welcome
  /// No photo can be shown, for this reason.
  case problem(String)

  /// The name in the log of states.
  var name: String {
    switch self {
    case .looking: "looking"
    case .welcome: "welcome"
    case .problem: "problem"
    }
  }

  private var title: String {
    switch self {
    case .looking: "Looking for photos…"
    case .welcome: "Welcome"
    case .problem: "No photos"
    }
  }

  private var sentence: String? {
    switch self {
    case .looking: nil
    case .welcome: "Your Pictures folder has no photos. Open another folder, or drop one here."
    case .problem(let text): text
    }
  }

  private static let sentenceWidth = 480.0  // points

  /// Creates the view.
  ///
  /// - Parameters:
  ///   - size: The size of the window's content, in points.
  ///   - onOpen: Called by the button.
  @MainActor func makeView(in size: Size, onOpen: @escaping () -> Void) -> View {
    var rows: [View] = [Self.label(title, TextStyle(size: 22, weight: .bold, color: .white), in: size)]
    if let sentence {
      let style = TextStyle(size: 15, color: Color(white: 0.78), alignment: .center)
      rows.append(Self.label(sentence, style, in: size))
      rows.append(Button("Open Folder…", style: .suggested, onClick: onOpen))
    }
    let page = StackView(.vertical, spacing: 16, alignment: .center, rows)
    page.sizeToFit()
    return page
  }

  @MainActor private static func label(_ text: String, _ style: TextStyle, in size: Size) -> LabelView {
    let label = LabelView(text, style: style)
    label.padding = 0
    label.preferredSize = label.sizeThatFits(
      Size(width: max(48, min(sentenceWidth, size.width - 32)), height: size.height))
    return label
  }
}
