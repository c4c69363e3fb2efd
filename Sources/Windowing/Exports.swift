// The public interface uses types of `Input`. With this export, importing `Windowing` is enough.
@_exported import Input

// The default clock of a window system.
@_exported import enum Threads.MonotonicClock
