internal import Drawing
internal import Geometry
internal import Views

/// The headers of the sections in sight, with reused views. During an animated change of the items, they move to their new places.
@MainActor
final class CollectionHeaders {
  private struct Header {
    let label: ThemedLabel
    /// The frame at rest.
    var rest = Rect.zero
    /// The motion to the frame at rest; `nil` without one.
    var motion: CellMotion?

    /// Places the label at rest, or where its motion is.
    @MainActor
    func place() {
      label.frame = Rect(origin: rest.origin + (motion?.displacement ?? .zero), size: rest.size)
      label.alpha = motion?.alpha ?? 1
    }

    /// Advances the motion. Returns whether it goes on.
    @MainActor
    mutating func advance(to now: Timestamp) -> Bool {
      if motion?.advance(to: now) == false { motion = nil }
      place()
      return motion != nil
    }
  }

  private var headers: [Int: Header] = [:]
  private var spare: [ThemedLabel] = []
  /// The headers that fade out.
  private var leaving: [Header] = []
  /// The places of headers before an animated change, by their new sections; `nil` without a change.
  private var formerOrigins: [Int: Point]?

  private static let inset = 4.0  // points

  /// Returns the height of the second and the later lines of a header, in a collection view with a width.
  static func extraHeight(_ title: String, width: Double, insets: EdgeInsets, _ theme: Theme) -> Double {
    let room = width - insets.left - insets.right - 2 * inset
    // Most titles are so short that they need not be measured: letters are narrower than this part of the font size.
    let widest = Double(title.utf8.count) * theme.textStyle(.title).size * 0.7
    return room > 0 && widest > room
      ? WrappedTitle(title, .title, theme, available: room).extraHeight : 0
  }
  private static let mostSpare = 2

  /// The sections with views, in order, each with its view.
  var shown: [(section: Int, label: ThemedLabel)] {
    headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value.label) }
  }

  /// Shows the headers of sections.
  ///
  /// - Parameter isMirrored: Whether the left inset is at the right, as that of the items.
  func show(_ wantedHeaders: [ItemPlaces.Header], insets: EdgeInsets, isMirrored: Bool, in viewport: View) {
    let (left, right) = isMirrored ? (insets.right, insets.left) : (insets.left, insets.right)
    let wanted = Set(wantedHeaders.map(\.section))
    for section in Array(headers.keys) where !wanted.contains(section) {
      guard let header = headers.removeValue(forKey: section) else { continue }
      guard let formerOrigins else {
        makeSpare(header)
        continue
      }
      if let origin = formerOrigins[section] { header.label.frame.origin = origin }
      leave(header)
    }
    for place in wantedHeaders {
      let isNew = headers[place.section] == nil
      var header =
        headers[place.section] ?? Header(label: spare.popLast() ?? makeLabel(in: viewport))
      header.label.isHidden = false
      header.label.text = place.title
      header.rest = place.frame.inset(by: EdgeInsets(left: left + Self.inset, right: right + Self.inset))
      if let formerOrigins {
        if let origin = formerOrigins[place.section] {
          header.motion = motion(of: header, from: origin)
        } else if isNew {
          header.motion = CellMotion(from: .zero, alpha: 0, fade: .fadesIn)
        }
      }
      header.place()
      headers[place.section] = header
    }
    formerOrigins = nil
    for label in spare.dropFirst(Self.mostSpare) { label.removeFromSuperview() }
    spare.removeLast(max(spare.count - Self.mostSpare, 0))
  }

  private func motion(of header: Header, from origin: Point) -> CellMotion? {
    let displacement = origin - header.rest.origin
    let least = 0.25  // points
    guard header.motion != nil || displacement.distance(to: .zero) > least else { return nil }
    let alpha = header.label.alpha
    return CellMotion(
      from: displacement, velocity: header.motion?.velocity ?? .zero, alpha: alpha,
      fade: alpha < 1 ? .fadesIn : .none)
  }

  private func makeLabel(in viewport: View) -> ThemedLabel {
    let label = ThemedLabel("", role: .title)
    label.isLayered = true
    viewport.insertSubview(label, at: 0)
    return label
  }

  private func makeSpare(_ header: Header) {
    header.label.isHidden = true
    header.label.accessibilityElementsHidden = false
    spare.append(header.label)
  }

  // MARK: Motion

  /// Prepares an animated change of the items. The next call of ``show(_:insets:isMirrored:in:)`` lets the headers move to their
  /// new places. Other headers fade in and out.
  ///
  /// - Parameters:
  ///   - shift: The distance by which the content has scrolled with the change, in points.
  ///   - newSection: Returns the new number of a section; `nil` if it is removed.
  func move(by shift: Double, _ newSection: (Int) -> Int?) {
    let old = headers
    headers = [:]
    var origins: [Int: Point] = [:]
    for (section, header) in old.sorted(by: { $0.key < $1.key }) {
      let origin = header.label.frame.origin
      if let new = newSection(section), headers[new] == nil {
        headers[new] = header
        origins[new] = Point(x: origin.x, y: origin.y + shift)
      } else {
        header.label.frame.origin.y += shift
        leave(header)
      }
    }
    for index in leaving.indices where !old.values.contains(where: { $0.label === leaving[index].label }) {
      leaving[index].rest.origin.y += shift
      leaving[index].place()
    }
    formerOrigins = origins
  }

  private func leave(_ header: Header) {
    var header = header
    header.rest = header.label.frame
    header.motion = CellMotion(from: .zero, alpha: header.label.alpha, fade: .fadesOut)
    header.label.accessibilityElementsHidden = true
    leaving.append(header)
  }

  /// Whether a header moves or fades.
  var isMoving: Bool { !leaving.isEmpty || headers.values.contains { $0.motion != nil } }

  /// Advances the motions. Returns whether one of them goes on.
  func advance(to now: Timestamp) -> Bool {
    var isMoving = false
    for section in Array(headers.keys) where headers[section]?.motion != nil {
      if headers[section]?.advance(to: now) == true { isMoving = true }
    }
    var staying: [Header] = []
    for var header in leaving {
      if header.advance(to: now) { staying.append(header) } else { makeSpare(header) }
    }
    leaving = staying
    return isMoving || !leaving.isEmpty
  }

  /// Ends all motions.
  func stopMotions() {
    formerOrigins = nil
    for header in leaving { makeSpare(header) }
    leaving = []
    for section in Array(headers.keys) {
      headers[section]?.motion = nil
      headers[section]?.place()
    }
  }
}
