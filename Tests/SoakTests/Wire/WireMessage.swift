import TestSupport

/// A message in the wire format.
struct WireMessage {
  var bytes: [UInt8]
  var files: [Int32] = []

  /// - Parameters:
  ///   - object: The id of the object that receives the message.
  ///   - opcode: The index of the request or event.
  ///   - values: The arguments.
  init(to object: UInt32, opcode: Int, _ values: [WireValue]) {
    var body: [UInt8] = []
    for value in values {
      switch value {
      case .word(let word): body.append(word: word)
      case .null: body.append(word: 0)
      case .descriptor(let file): files.append(file)
      case .bytes(let content):
        body.append(word: UInt32(content.count))
        body += content
        body += [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
      }
    }
    bytes = []
    bytes.append(word: object)
    bytes.append(word: UInt32(truncatingIfNeeded: body.count + 8) << 16 | UInt32(truncatingIfNeeded: opcode))
    bytes += body
  }

  /// Changes bytes of the message, so that the receiver cannot accept it or should reject it.
  mutating func damage(_ random: inout SplitMix) {
    switch random.whole(0...5) {
    case 0: bytes[random.whole(0...bytes.count - 1)] ^= UInt8(random.whole(1...255))
    case 1: bytes[random.choice([4, 5])] = UInt8(random.whole(0...255))  // the opcode
    case 2: bytes[random.choice([6, 7])] = UInt8(random.whole(0...255))  // the size
    case 3: bytes.removeLast(random.whole(1...min(7, bytes.count)))
    case 4: bytes += (0..<random.whole(1...64)).map { _ in UInt8(random.whole(0...255)) }
    default: for index in 0..<4 { bytes[index] = UInt8(random.whole(0...255)) }  // the receiver
    }
  }
}

/// The arguments of a received message, decoded according to its signature.
struct ReceivedMessage {
  /// The arguments that are numbers, objects or new ids: their shapes and values.
  var words: [(shape: ArgumentShape, value: UInt32)] = []
  /// The strings, without their terminating zeros.
  var texts: [String] = []

  /// - Returns: The arguments; nil if the body is shorter than the signature requires.
  init?(_ shape: MessageShape, _ body: [UInt8]) {
    var offset = 0
    for argument in shape.arguments where argument.kind != "h" {
      guard let word = body.word(at: offset) else { return nil }
      offset += 4
      guard argument.kind == "s" || argument.kind == "a" else {
        words.append((argument, word))
        continue
      }
      let count = Int(word)
      guard count <= body.count - offset else { return nil }
      if argument.kind == "s" {
        texts.append(String(decoding: body[offset..<offset + max(0, count - 1)], as: UTF8.self))
      }
      offset += (count + 3) / 4 * 4
    }
  }

  /// Returns the value of the first unsigned number.
  var firstNumber: UInt32? { words.first { $0.shape.kind == "u" }?.value }

  /// Returns the object that the message creates.
  var created: (id: UInt32, interface: String?)? {
    words.first { $0.shape.kind == "n" }.map { ($0.value, $0.shape.interface) }
  }
}
