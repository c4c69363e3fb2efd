internal import CGIO
internal import Desktop
internal import Foundation
internal import TestSupport
import Testing

/// Tests of GLib sources that Dispatch's main queue runs.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct MainContextTests {
  /// A context that is not shared with other tests, so that they do not wake it.
  private let context = MainContext()

  /// Counts and reports the calls of a GLib source.
  private final class Listener: Sendable {
    let calls = ReportQueue<Void>()

    func next(sourceLocation: SourceLocation = #_sourceLocation) async throws {
      try await calls.next("the call of the source", sourceLocation: sourceLocation)
    }
  }

  /// Attaches a source to the main context. The source is removed when `callback` returns 0.
  private func attach(
    _ source: UnsafeMutablePointer<GSource>, to listener: Listener, callback: GSourceFunc
  ) {
    context.perform {
      let own = g_main_context_ref_thread_default()
      g_source_set_callback(source, callback, Unmanaged.passUnretained(listener).toOpaque(), nil)
      g_source_attach(source, own)
      g_main_context_unref(own)
    }
  }

  @Test("A timer source of GLib fires on the main actor") func timer() async throws {
    let listener = Listener()
    let source = g_timeout_source_new(20)!
    attach(source, to: listener) { data in
      MainActor.assertIsolated()
      Unmanaged<Listener>.fromOpaque(data!).takeUnretainedValue().calls.report(())
      return 0
    }
    try await listener.next()
    #expect(g_source_is_destroyed(source) != 0)
    g_source_unref(source)
  }

  @Test("If another thread attaches a timer source, the source fires on the main actor")
  func timerOfAnotherThread() async throws {
    let listener = Listener()
    nonisolated(unsafe) let source = g_timeout_source_new(0)!
    nonisolated(unsafe) let own = context.perform { g_main_context_ref_thread_default() }
    await Task.detached {
      g_source_set_callback(
        source,
        { data in
          MainActor.assertIsolated()
          Unmanaged<Listener>.fromOpaque(data!).takeUnretainedValue().calls.report(())
          return 0
        }, Unmanaged.passUnretained(listener).toOpaque(), nil)
      g_source_attach(source, own)
    }.value
    try await listener.next()
    g_source_unref(source)
    g_main_context_unref(own)
  }

  @Test("If a source is always ready, the main queue still runs other work") func busySource() async throws {
    let listener = Listener()
    let source = g_idle_source_new()!
    attach(source, to: listener) { data in
      Unmanaged<Listener>.fromOpaque(data!).takeUnretainedValue().calls.report(())
      return 1
    }
    // Each iteration needs a turn of the main queue, even though the source is always ready.
    for _ in 0..<10 {
      try await listener.next()
      await Task { @MainActor in }.value
    }
    g_source_destroy(source)
    g_source_unref(source)
  }

  @Test("A source is called while its descriptor is readable") func descriptor() async throws {
    let listener = Listener()
    let pipe = Pipe()
    let channel = g_io_channel_unix_new(pipe.fileHandleForReading.fileDescriptor)
    let source = g_io_create_watch(channel, G_IO_IN)!
    attach(
      source, to: listener,
      callback: unsafeBitCast(
        { channel, _, data in
          var byte: UInt8 = 0
          read(g_io_channel_unix_get_fd(channel), &byte, 1)
          Unmanaged<Listener>.fromOpaque(data!).takeUnretainedValue().calls.report(())
          return 1
        } as GIOFunc, to: GSourceFunc.self))
    try pipe.fileHandleForWriting.write(contentsOf: Data([1, 2]))
    try await listener.next()
    try await listener.next()
    try pipe.fileHandleForWriting.write(contentsOf: Data([3]))
    try await listener.next()
    g_source_destroy(source)
    g_source_unref(source)
    g_io_channel_unref(channel)
  }

  @Test("When a source is destroyed, its descriptor is no longer watched") func destroyedSource() async throws
  {
    let listener = Listener()
    let pipe = Pipe()
    let channel = g_io_channel_unix_new(pipe.fileHandleForReading.fileDescriptor)
    let source = g_io_create_watch(channel, G_IO_IN)!
    attach(
      source, to: listener,
      callback: unsafeBitCast(
        { channel, _, data in
          var byte: UInt8 = 0
          read(g_io_channel_unix_get_fd(channel), &byte, 1)
          Unmanaged<Listener>.fromOpaque(data!).takeUnretainedValue().calls.report(())
          return 1
        } as GIOFunc, to: GSourceFunc.self))
    // The second byte is written while the descriptor is watched.
    for byte in 1...2 {
      try pipe.fileHandleForWriting.write(contentsOf: Data([UInt8(byte)]))
      try await listener.next()
    }
    g_source_destroy(source)
    g_source_unref(source)
    g_io_channel_unref(channel)
    try pipe.fileHandleForReading.close()
    // The writing end reports an error when the reading end and all duplicates of it are closed.
    let writing = pipe.fileHandleForWriting.fileDescriptor
    let events = await Task.detached {
      var descriptor = pollfd(fd: writing, events: 0, revents: 0)
      _ = poll(&descriptor, 1, 60_000)  // ms
      return descriptor.revents
    }.value
    #expect(events & Int16(POLLERR) != 0)
  }

  @Test("A source is called while its descriptor is writable") func writableDescriptor() async throws {
    let listener = Listener()
    let pipe = Pipe()
    let channel = g_io_channel_unix_new(pipe.fileHandleForWriting.fileDescriptor)
    let source = g_io_create_watch(channel, G_IO_OUT)!
    attach(
      source, to: listener,
      callback: unsafeBitCast(
        { _, _, data in
          Unmanaged<Listener>.fromOpaque(data!).takeUnretainedValue().calls.report(())
          return 0
        } as GIOFunc, to: GSourceFunc.self))
    try await listener.next()
    g_source_unref(source)
    g_io_channel_unref(channel)
  }
}
