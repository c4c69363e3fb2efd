import CSystem
import Glibc
import HeadlessCompositor
import Testing
import Wayland

/// A client of the tested compositor, dispatched on the same thread.
@MainActor final class TestClient {
  let server: Compositor
  let connection: Connection
  let registry: Registry
  let compositor: WlCompositor
  let shm: WlShm
  let wmBase: XdgWmBase?
  private(set) var failure: ConnectionError?
  private(set) var pings = 0
  private var answersPings = true

  init(_ server: Compositor, answeringPings: Bool = true) throws {
    self.server = server
    connection = try Connection(descriptor: server.connect())
    registry = Registry(of: connection)
    let connection = connection
    server.settle { connection.dispatch() }
    compositor = try registry.bind(WlCompositor.self, versions: 1...6)
    shm = try registry.bind(WlShm.self, versions: 1...1)
    wmBase = registry.bindIfOffered(XdgWmBase.self, versions: 1...5)
    answersPings = answeringPings
    connection.onFailure = { [weak self] in self?.failure = $0 }
    wmBase?.onEvent = { [weak self] event in
      guard let self, case .ping(let serial) = event else { return }
      pings += 1
      if answersPings { wmBase?.pong(serial: serial) }
    }
    let previous = server.dispatchClients
    server.dispatchClients = {
      previous?()
      connection.dispatch()
    }
    server.settle()
  }

  func bind<Object: Proxy>(_ type: Object.Type, version: UInt32? = nil) throws -> Object {
    let newest = version ?? type.newestVersion
    return try registry.bind(type, versions: 1...newest)
  }

  /// The compositor's object for this client, if no other client has connected later.
  var peer: Client? { server.clients.last }

  func settle() { server.settle() }

  /// Creates a buffer filled with one color, in its own memory pool.
  func buffer(
    _ width: Int, _ height: Int, _ color: UInt32 = 0xff33_6699, format: WlShm.Format = .argb8888
  ) throws -> TestBuffer {
    try TestBuffer(shm, width: width, height: height, color: color, format: format)
  }
}

/// A buffer in shared memory that the test can read and write.
@MainActor final class TestBuffer {
  let width: Int
  let height: Int
  let file: Int32
  let words: UnsafeMutablePointer<UInt32>
  let object: WlBuffer
  private(set) var releases = 0

  init(_ shm: WlShm, width: Int, height: Int, color: UInt32, format: WlShm.Format) throws {
    self.width = width
    self.height = height
    let bytes = width * height * 4
    file = csystem_memfd("test")
    try #require(file >= 0)
    try #require(ftruncate(file, bytes) == 0)
    let memory = try #require(mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
    words = memory.bindMemory(to: UInt32.self, capacity: width * height)
    words.update(repeating: color, count: width * height)
    let pool = shm.createPool(fd: file, size: Int32(bytes))
    object = pool.createBuffer(
      offset: 0, width: Int32(width), height: Int32(height), stride: Int32(width * 4), format: format)
    pool.destroy()
    object.onEvent = { [weak self] event in
      if case .release = event { self?.releases += 1 }
    }
  }

  func fill(_ color: UInt32) { words.update(repeating: color, count: width * height) }

  subscript(x: Int, y: Int) -> UInt32 {
    get { words[y * width + x] }
    set { words[y * width + x] = newValue }
  }

  isolated deinit {
    munmap(words, width * height * 4)
    close(file)
  }
}

extension TestBuffer {
  /// Truncates the file to zero bytes, as a hostile client might.
  func truncate() { ftruncate(file, 0) }
}
