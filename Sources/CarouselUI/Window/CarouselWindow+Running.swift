internal import Dispatch
internal import Glibc
internal import Wayland
internal import Windowing

extension CarouselWindow {
  /// Shows the window until it is closed, then ends the program; serves the connection on Dispatch's main
  /// queue.
  ///
  /// The exit code is 0 after closing, and 1 with one sentence on standard error when the compositor went
  /// away, unless `onClose` and `onFailure` do something else.
  ///
  /// It also changes the C library's allocator, for all of the process: from here on each block of 256 KiB
  /// and more is mapped by itself and goes back to the system as soon as it is freed. A program that does not
  /// want that starts the connection and Dispatch itself.
  ///
  /// glibc: `mallopt`, `M_MMAP_THRESHOLD`.
  public func run() -> Never {
    if onClose == nil {
      onClose = { [self] in
        close()
        exit(0)
      }
    }
    if onFailure == nil {
      onFailure = { error in
        let sentence = Array("\(error)\n".utf8)
        _ = write(STDERR_FILENO, sentence, sentence.count)
        exit(1)
      }
    }
    LargeBlocks.areReturned()
    system.start()
    dispatchMain()
  }
}
