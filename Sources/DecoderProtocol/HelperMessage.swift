/// A message to a helper process.
public enum HelperCommand: Hashable, Sendable {
  /// Requests a part of a file. The descriptor of the file comes with the message. Unless the request is for
  /// the header or the metadata, a second descriptor follows, for the memory that receives the pixels.
  ///
  /// `file` identifies the content of the file, so that the helper can continue with a decoder that it kept;
  /// `nil` if the content is not known.
  case decode(id: Int, DecodeRequest, DecodingLimits, file: FileContent?)
  /// Ends the decoding of a request. The helper replies ``DecodeFailure/canceled``, or the result if it is
  /// already finished.
  case cancel(id: Int)

  /// The longest message, in bytes.
  public static let longest = 4096

  /// The message as bytes.
  public var bytes: [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .decode(let id, let request, let limits, let file):
      writer.write(1)
      writer.write(id)
      writer.write(Int(request.subject.rawValue))
      writer.write(request.size != nil)
      if let size = request.size {
        writer.write(size.width)
        writer.write(size.height)
        writer.write(size.shape == .filling)
      }
      writer.write(request.region != nil)
      if let region = request.region {
        for value in [region.x, region.y, region.width, region.height] { writer.write(value) }
      }
      writer.write(request.frame)
      for value in [limits.pixels, limits.workingBytes, limits.fileBytes, limits.scanPixels] {
        writer.write(value)
      }
      writer.write(limits.seconds)
      writer.write(file != nil)
      if let file {
        for value in [file.device, file.number, file.byteCount, file.seconds, file.nanoseconds] {
          writer.write(value)
        }
      }
    case .cancel(let id):
      writer.write(2)
      writer.write(id)
    }
    return writer.bytes
  }

  /// Parses a message. Fails if the message is malformed.
  public init?(_ bytes: [UInt8]) {
    do { self = try Self.read(MessageReader(bytes)) } catch { return nil }
  }

  private static func read(_ start: MessageReader) throws(MessageReader.Malformed) -> HelperCommand {
    var reader = start
    let kind = try reader.number(in: 1...2)
    let id = try reader.number()
    if kind == 2 { return .cancel(id: id) }
    guard let subject = DecodeRequest.Subject(rawValue: UInt8(try reader.number(in: 0...255))) else {
      throw MessageReader.Malformed()
    }
    var request = DecodeRequest(subject)
    if try reader.flag() {
      let (width, height) = (try reader.number(), try reader.number())
      request.size = TargetSize(width: width, height: height, shape: try reader.flag() ? .filling : .fitting)
    }
    if try reader.flag() {
      request.region = PixelRegion(
        x: try reader.number(), y: try reader.number(), width: try reader.number(),
        height: try reader.number())
    }
    request.frame = try reader.number()
    var limits = DecodingLimits()
    limits.pixels = try reader.number()
    limits.workingBytes = try reader.number()
    limits.fileBytes = try reader.number()
    limits.scanPixels = try reader.number()
    limits.seconds = try reader.duration()
    var file: FileContent?
    if try reader.flag() {
      file = FileContent(
        device: try reader.number(), number: try reader.number(), byteCount: try reader.number(),
        seconds: try reader.number(), nanoseconds: try reader.number())
    }
    guard reader.isAtEnd else { throw MessageReader.Malformed() }
    return .decode(id: id, request, limits, file: file)
  }
}

/// A message from a helper process.
public enum HelperReply: Hashable, Sendable {
  /// The helper reads commands. It is in its sandbox, except for the parts that the kernel refused.
  case ready(missingParts: [SandboxPart])
  /// The helper belongs to another release, which uses other messages.
  case otherVersion(Int)
  /// A request succeeded. The pixels are in the memory that came with the request.
  case result(id: Int, DecodeResult)
  /// A request failed.
  case failure(id: Int, DecodeFailure)

  /// The longest message, in bytes.
  public static let longest = 32 << 10

  /// The version of the messages, stated in the first message. It increases when any message changes.
  public static let version = 4
}

/// A part of the sandbox of a helper process.
public enum SandboxPart: Int, Hashable, Sendable, CaseIterable {
  /// Landlock, which denies access to the file system.
  case landlock = 1
  /// seccomp, which denies system calls.
  case seccomp = 2
  /// Limits of memory, processor time and descriptors.
  case limits = 4
}
