internal import Geometry
internal import Views

/// The headers of the sections in sight, with reused views.
@MainActor
final class CollectionHeaders {
  private var headers: [Int: ThemedLabel] = [:]
  private var spare: [ThemedLabel] = []

  private static let inset = 4.0  // points

  /// The sections with views, in order, each with its view.
  var shown: [(section: Int, label: ThemedLabel)] {
    headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Shows the headers of sections.
  ///
  /// - Parameter isMirrored: Whether the left inset is at the right, as that of the items.
  func show(_ wantedHeaders: [ItemPlaces.Header], insets: EdgeInsets, isMirrored: Bool, in viewport: View) {
    let (left, right) = isMirrored ? (insets.right, insets.left) : (insets.left, insets.right)
    let wanted = Set(wantedHeaders.map(\.section))
    for (section, header) in headers where !wanted.contains(section) {
      header.isHidden = true
      spare.append(header)
      headers[section] = nil
    }
    for place in wantedHeaders {
      let header = headers[place.section] ?? spare.popLast() ?? makeHeader(in: viewport)
      headers[place.section] = header
      header.isHidden = false
      header.text = place.title
      header.frame = place.frame.inset(
        by: EdgeInsets(left: left + Self.inset, right: right + Self.inset))
    }
    for header in spare.dropFirst(2) { header.removeFromSuperview() }
    spare.removeLast(max(spare.count - 2, 0))
  }

  private func makeHeader(in viewport: View) -> ThemedLabel {
    let header = ThemedLabel("", role: .title)
    header.maxLines = 1
    header.isLayered = true
    viewport.insertSubview(header, at: 0)
    return header
  }
}
