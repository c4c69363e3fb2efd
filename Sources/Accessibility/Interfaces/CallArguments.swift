internal import Desktop

/// The arguments of a call, by their number, so that a pattern matches their types.
enum CallArguments {
  case none
  case one(BusValue)
  case two(BusValue, BusValue)
  case three(BusValue, BusValue, BusValue)
  case four(BusValue, BusValue, BusValue, BusValue)
  case five(BusValue, BusValue, BusValue, BusValue, BusValue)
  /// Six arguments and more, which no method has that this program answers.
  case many

  init(_ values: [BusValue]) {
    switch values.count {
    case 0: self = .none
    case 1: self = .one(values[0])
    case 2: self = .two(values[0], values[1])
    case 3: self = .three(values[0], values[1], values[2])
    case 4: self = .four(values[0], values[1], values[2], values[3])
    case 5: self = .five(values[0], values[1], values[2], values[3], values[4])
    default: self = .many
    }
  }
}
