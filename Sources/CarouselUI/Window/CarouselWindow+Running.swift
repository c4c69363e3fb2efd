internal import Wayland
internal import Windowing

extension CarouselWindow {
  /// Runs the main queue until all windows of the connection are closed, and then ends the program with exit code 0.
  ///
  /// A window closes when the user closes it, or by ``close()``. It does not matter on which window this method is
  /// called. If the connection fails, the error is printed to standard error and the exit code is 1. Set
  /// ``shouldClose`` and ``onFailure`` for another behavior.
  ///
  /// The method also changes an option of the C library's allocator for the whole process: each block of 64 KiB
  /// or more gets its own mapping, and its memory returns to the system when it is freed. To keep the
  /// allocator's default, call `Application.run()` instead.
  ///
  /// glibc: `mallopt`, `M_MMAP_THRESHOLD`.
  public func run() -> Never { system.runApplication() }
}

extension WindowSystem {
  /// Runs the application of the connection with the allocator's settings of ``CarouselWindow/run()``.
  func runApplication() -> Never {
    Allocator.returnLargeBlocksWhenFreed()
    (application ?? Application(on: self)).run()
  }
}
