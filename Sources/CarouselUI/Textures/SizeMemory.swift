internal import Raster

/// At which sizes the items of carousels were shown, by how far from the centre they stood: whoever comes to a
/// place will want what its neighbours wanted there.
///
/// Sizes are numbers of steps. They follow from how many texels fall on a pixel, so items of different widths
/// have them in common.
struct SizeMemory {
  private struct Note {
    let size: LevelSize
    /// When it was last wanted.
    var time: Int
  }

  /// The places of one carousel.
  private struct Row {
    /// How many frames had something to note.
    var time = 0
    var hasNews = false
    var places = [[Note]](repeating: [], count: 2 * farthest + 1)

    mutating func note(_ size: LevelSize, at place: Int) {
      hasNews = true
      if let known = places[place].firstIndex(where: { $0.size == size }) {
        places[place][known].time = time
      } else {
        let oldest = time - memory
        places[place].removeAll { $0.time < oldest }
        places[place].append(Note(size: size, time: time))
      }
    }

    func add(_ place: Int, to sizes: inout [LevelSize]) {
      for note in places[place] where note.time >= time - memory && !sizes.contains(note.size) {
        sizes.append(note.size)
      }
    }
  }

  private var rows: [Int: Row] = [:]

  /// The number of places on either side; what stands farther away counts as in the last one.
  private static let farthest = 64
  private static let placesAnItem = 4.0
  // A few flicks; what was noted before may be of another type or another size of the window.
  private static let memory = 240  // frames

  /// Begins the notes of a frame.
  mutating func beginFrame() {
    for number in rows.keys where rows[number]?.hasNews == true {
      rows[number]?.hasNews = false
      rows[number]?.time += 1
    }
  }

  /// Notes that an item of carousel number `row` was shown at `size`.
  mutating func note(_ size: LevelSize, row: Int, offset: Double) {
    let place = Self.place(at: offset)
    rows[row, default: Row()].note(size, at: place)
  }

  mutating func removeAll() { rows = [:] }

  /// Returns the sizes that were wanted between two places; where nothing was shown, those of the nearest
  /// place towards the centre.
  func wanted(row: Int, from offset: Double, to other: Double) -> [LevelSize] {
    guard let row = rows[row] else { return [] }
    let (first, last) = (Self.place(at: min(offset, other)), Self.place(at: max(offset, other)))
    var sizes: [LevelSize] = []
    for place in first...last { row.add(place, to: &sizes) }
    let centre = Self.farthest
    // Does nothing where the centre lies between the two.
    var (place, step) = first > centre ? (first, -1) : (min(last, centre), 1)
    while sizes.isEmpty, place != centre {
      place += step
      row.add(place, to: &sizes)
    }
    return sizes
  }

  private static func place(at offset: Double) -> Int {
    let place = (offset * placesAnItem).rounded()
    // A view may stand nowhere.
    guard place.isFinite else { return farthest }
    return Int(min(max(place, -Double(farthest)), Double(farthest))) + farthest
  }
}
