import CSystem
import Glibc
import Wayland

/// Data that a program offers through the clipboard or a drag. The program can be this one.
///
/// Wayland: `wl_data_offer`, `zwp_primary_selection_offer_v1`.
@MainActor
public final class ContentOffer {
  /// The requests of the protocol object.
  struct Requests {
    /// Requests the data of a type. The other program writes the data to the descriptor.
    var receive: (_ type: String, _ descriptor: Int32) -> Void
    /// Destroys the object.
    var destroy: () -> Void
  }

  /// The offered MIME types, in the order in which they were sent. At most 256 are kept.
  ///
  /// Wayland: `wl_data_offer.offer`.
  public private(set) var types: [String] = []
  private let scheduler: any Scheduler
  private var requests: Requests?

  init(on scheduler: any Scheduler, _ requests: Requests) {
    self.scheduler = scheduler
    self.requests = requests
  }

  /// Whether the data can still be read. An offer ends when another offer replaces it.
  public var isValid: Bool { requests != nil }

  /// The type with which the data can be read as text; nil if the data is not offered as text.
  public var textType: String? { ContentType.plainTexts.first { types.contains($0) } }

  /// Reads the data in one of the offered types.
  ///
  /// The data arrives through a pipe while the main loop runs. A read that has begun continues even if the offer ends.
  ///
  /// - Parameters:
  ///   - type: One of `types`.
  ///   - limit: The largest number of bytes to accept.
  ///   - seconds: The time limit for reading all data.
  ///   - completion: Called once on the main actor. If reading cannot begin, it is called before this method returns.
  /// - Returns: The read, with which it can be canceled; nil if reading cannot begin.
  ///
  /// Wayland: `wl_data_offer.receive`.
  @discardableResult
  public func read(
    _ type: String, limit: Int = 64 << 20, seconds: Double = 30,
    completion: @escaping @MainActor (Result<[UInt8], ContentError>) -> Void
  ) -> ContentRead? {
    guard let requests, types.contains(type) else {
      completion(.failure(.notOffered(type: type)))
      return nil
    }
    var ends: [Int32] = [-1, -1]
    guard csystem_pipe(&ends) == 0 else {
      let reason = errno
      for end in ends where end >= 0 { close(end) }
      completion(.failure(.system(call: "pipe2", errno: reason)))
      return nil
    }
    requests.receive(type, ends[1])
    // libwayland has duplicated the descriptor to send it.
    close(ends[1])
    return ContentRead(ends[0], limit: limit, seconds: seconds, on: scheduler, completion: completion)
  }

  /// Reads the data as text. Invalid UTF-8 is replaced by U+FFFD. CR LF is not converted.
  ///
  /// - Parameters:
  ///   - limit: The largest number of bytes to accept.
  ///   - seconds: The time limit for reading all data.
  ///   - completion: As in `read(_:limit:seconds:completion:)`.
  @discardableResult
  public func readText(
    limit: Int = 16 << 20, seconds: Double = 30,
    completion: @escaping @MainActor (Result<String, ContentError>) -> Void
  ) -> ContentRead? {
    read(textType ?? ContentType.text, limit: limit, seconds: seconds) { result in
      completion(result.map { String(decoding: $0, as: UTF8.self) })
    }
  }

  /// Reads the data as a list of files and links.
  ///
  /// - Parameters:
  ///   - limit: The largest number of bytes to accept.
  ///   - seconds: The time limit for reading all data.
  ///   - completion: As in `read(_:limit:seconds:completion:)`.
  ///
  /// MIME: `text/uri-list`.
  @discardableResult
  public func readURIList(
    limit: Int = 16 << 20, seconds: Double = 30,
    completion: @escaping @MainActor (Result<URIList, ContentError>) -> Void
  ) -> ContentRead? {
    read(ContentType.uriList, limit: limit, seconds: seconds) { result in
      completion(result.map { URIList(parsing: $0) })
    }
  }

  func add(_ type: String) {
    if types.count < 256, !types.contains(type) { types.append(type) }
  }

  /// Ends the offer and destroys its protocol object.
  func end() {
    let requests = requests
    self.requests = nil
    requests?.destroy()
  }
}
