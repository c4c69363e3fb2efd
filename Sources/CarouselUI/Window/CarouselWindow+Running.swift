internal import Dispatch
internal import Glibc
internal import Wayland
internal import Windowing

extension CarouselWindow {
  /// Shows the window until it is closed, then ends the program; serves the connection on Dispatch's main queue.
  ///
  /// The exit code is 0 after closing, and 1 with one sentence on standard error when the compositor went away, unless
  /// `onClose` and `onFailure` do something else.
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
