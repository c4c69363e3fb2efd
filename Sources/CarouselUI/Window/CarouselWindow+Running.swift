internal import Dispatch
internal import Glibc
internal import Wayland
internal import Windowing

extension CarouselWindow {
  /// Runs the main queue until the window is closed, and then ends the program.
  ///
  /// When the user has closed the window, the exit code is 0. If the connection fails, the error is printed to
  /// standard error and the exit code is 1. Set ``onClose`` and ``onFailure`` for another behavior.
  ///
  /// The method also changes an option of the C library's allocator for the whole process: each block of 64 KiB
  /// or more gets its own mapping, and its memory returns to the system when it is freed. To keep the
  /// allocator's default, call `system.start()` and `dispatchMain()` instead.
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
    Allocator.returnLargeBlocksWhenFreed()
    system.start()
    dispatchMain()
  }
}
