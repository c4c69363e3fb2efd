/// The source of a watcher's messages about changes. Tests use the others than the kernel.
package enum WatchMessages: Hashable, Sendable {
  /// inotify.
  case kernel
  /// None: all folders are listed periodically, as on a file system without messages.
  case none
  /// inotify, but all messages are lost, as after an overflow of the kernel's queue.
  case lost
}
