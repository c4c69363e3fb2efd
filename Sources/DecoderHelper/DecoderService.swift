internal import CSystem
internal import DecoderProtocol
internal import Glibc
internal import PhotoDecoders
internal import Threads

/// Serves the commands of the program that started this process.
enum DecoderService {
  /// The descriptor of the connection.
  static let socket: Int32 = 3

  /// Performs the initialization that the sandbox would refuse.
  static func prepare(_ codecs: CodecTable) {
    // Large blocks of memory return to the system when they are freed.
    csystem_map_blocks_from(1 << 20)
    codecs.warmUp()
  }

  /// Reports that the process is ready, and serves commands until the connection ends.
  static func serve(_ codecs: CodecTable, missingParts: [SandboxPart]) -> Never {
    send(.ready(missingParts: missingParts))
    while true {
      switch receive(flags: 0) {
      case .decode(let id, let request, let limits, let content)?:
        let (file, memory) = (descriptors[0], descriptors[1])
        guard file >= 0 else { exit(65) }
        answer(id, request, limits, content, file, memory, by: codecs)
      case .cancel?: continue  // of a request that was answered already
      case nil: exit(0)
      }
    }
  }

  /// The descriptors that came with the last message: the file, and the memory for its pixels; -1 if absent.
  nonisolated(unsafe) private static var descriptors: [Int32] = [-1, -1]  // the process has one thread

  private static func answer(
    _ id: Int, _ request: DecodeRequest, _ limits: DecodingLimits, _ content: FileContent?, _ file: Int32,
    _ memory: Int32, by codecs: CodecTable
  ) {
    let output = OutputMemory(memory)
    do throws(DecodeFailure) {
      let checkpoint = Checkpoint(seconds: limits.seconds, now: MonotonicClock.now) { isCanceled(id) }
      let session = try begin(content, file, limits, checkpoint, by: codecs)
      defer { keepIndex(of: session) }
      let result = try session.decoder.decode(request, checkpoint: checkpoint, allocate: output.allocate)
      keep(session)
      output.close()
      send(.result(id: id, result))
    } catch {
      output.close()
      send(.failure(id: id, error))
    }
  }

  /// The decoder of an animation, and what it belongs to.
  private struct Session {
    let content: FileContent?
    let limits: DecodingLimits
    /// Keeps the bytes that the decoder reads.
    let input: InputFile
    let decoder: DecodingSession
  }

  /// The animations of the last requests, the latest last. The next request is often for the next frame of one.
  nonisolated(unsafe) private static var kept: [Session] = []

  /// The largest number of kept decoders, as many as ``DecoderPool`` remembers.
  private static let keptCount = FileContent.keptCount
  private static let keptBytes = FileContent.keptBytes

  /// Takes a kept decoder, or creates one.
  private static func begin(
    _ content: FileContent?, _ file: Int32, _ limits: DecodingLimits, _ checkpoint: Checkpoint,
    by codecs: CodecTable
  ) throws(DecodeFailure) -> Session {
    if let content, let index = kept.firstIndex(where: { $0.content == content }) {
      let former = kept.remove(at: index)
      if former.limits == limits {
        close(file)
        return former
      }
    }
    let input = try InputFile(file, limits: limits)
    let index = content.flatMap { content in indexes.last { $0.content == content }?.rows } ?? JPEGRowIndex()
    let decoder = try DecodingSession(
      input.bytes, limits: limits, checkpoint: checkpoint, codecs: codecs, rowIndex: index)
    return Session(content: content, limits: limits, input: input, decoder: decoder)
  }

  /// The indexes of the last JPEG files of which parts were decoded, the latest last. The next part is often one of the same file.
  nonisolated(unsafe) private static var indexes: [(content: FileContent, rows: JPEGRowIndex)] = []

  /// Keeps the index of a JPEG file, also of a decode that was canceled.
  private static func keepIndex(of session: Session) {
    guard let content = session.content, !session.decoder.rowIndex.isEmpty else { return }
    indexes.removeAll { $0.content == content }
    indexes.append((content, session.decoder.rowIndex))
    if indexes.count > keptCount { indexes.removeFirst() }
  }

  /// Keeps the decoder of an animation, and releases the earlier ones that exceed the limits.
  private static func keep(_ session: Session) {
    guard session.content != nil, (1...keptBytes).contains(session.decoder.keptBytes) else { return }
    kept.append(session)
    while kept.count > keptCount || kept.reduce(0, { $0 + $1.decoder.keptBytes }) > keptBytes {
      kept.removeFirst()
    }
  }

  private static func isCanceled(_ id: Int) -> Bool {
    switch receive(flags: Int32(MSG_DONTWAIT)) {
    case .cancel(id)?: true
    case .cancel?, nil: false
    case .decode?: exit(65)  // the caller waits for an answer before it sends the next request
    }
  }

  /// Returns the next message, or `nil` if there is none yet. Ends the process when the connection has ended.
  private static func receive(flags: Int32) -> HelperCommand? {
    var bytes = [UInt8](repeating: 0, count: HelperCommand.longest)
    let count = csystem_receive_message(
      socket, &bytes, UInt(bytes.count), &descriptors, Int32(descriptors.count), flags)
    if count < 0, errno == EAGAIN { return nil }
    guard count > 0, let command = HelperCommand(Array(bytes[..<count])) else { exit(count == 0 ? 0 : 65) }
    return command
  }

  private static func send(_ reply: HelperReply) {
    let bytes = reply.bytes
    if csystem_send_message(socket, bytes, UInt(bytes.count), nil, 0, 0) != 0 { exit(0) }
  }

  /// Writes a text to standard output.
  static func print(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}
