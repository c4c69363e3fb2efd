/// An error of a recording or a replay.
public enum JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The recording cannot begin, because the carousel already has had content, frames or gestures.
  case carouselInUse
  /// A line is not an entry of a journal.
  case unreadable(line: Int, reason: String)
  /// The first line does not contain the settings of a carousel.
  case noBeginning
  /// The journal has a format that this version cannot read.
  case unknownVersion(Int)
  /// The journal uses a custom layout of this name, which was not supplied.
  case unknownLayout(line: Int, name: String)
  /// The journal uses an effect of a closure with this name, which was not supplied.
  case unknownEffect(line: Int, name: String)
  /// An entry does not fit the state of the carousel: the journal was changed, or another version has
  /// recorded it.
  case unexpected(line: Int)
  /// A replayed frame differs from the recorded frame.
  case differentFrame(number: Int, line: Int)

  public var description: String {
    switch self {
    case .carouselInUse:
      "a recording begins before the carousel has a data source, a frame or a gesture"
    case .unreadable(let line, let reason): "line \(line) is no entry of a journal: \(reason)"
    case .noBeginning:
      "line 1 does not contain a carousel's settings: this is no journal, or its beginning is missing"
    case .unknownVersion(let version):
      "the journal has format \(version), this version reads format \(JournalStart.currentVersion)"
    case .unknownLayout(let line, let name):
      "line \(line) uses the custom layout \(name); pass it to the replay"
    case .unknownEffect(let line, let name):
      "line \(line) uses an effect of a closure named “\(name)”; pass it to the replay"
    case .unexpected(let line):
      "line \(line) does not fit the state of the carousel: the journal was changed, or recorded by another version"
    case .differentFrame(let number, let line): "frame \(number), line \(line), differs from the recorded one"
    }
  }
}
