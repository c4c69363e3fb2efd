/// Finds the name that a person probably meant.
enum NameSuggestion {
  /// Returns “ Did you mean …?” if a name is similar; otherwise an empty text.
  static func sentence(for name: String, among names: [String]) -> String {
    let distances = names.map {
      (name: $0, distance: distance(Array(name.lowercased()), Array($0.lowercased())))
    }
    guard let best = distances.min(by: { $0.distance < $1.distance }),
      best.distance <= max(1, best.name.count / 3)
    else { return "" }
    return " Did you mean “\(best.name)”?"
  }

  /// The number of characters to insert, to remove, to replace or to swap with the next one, to make a text from another one.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    // The names of a configuration are short. A longer one is similar to none.
    guard first.count <= 40, second.count <= 40 else { return .max }
    var before: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var line = [row + 1]
      for column in second.indices {
        let isSame = first[row] == second[column]
        var least = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, line[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          least = min(least, before[column - 1] + 1)
        }
        line.append(least)
      }
      (before, last) = (last, line)
    }
    return last[second.count]
  }
}
