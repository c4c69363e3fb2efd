// Re-exports all that an application needs, so that `import CarouselUI` is sufficient.
@_exported import CarouselEngine
@_exported import CarouselViews
@_exported import Controls
@_exported import Drawing
@_exported import Geometry
@_exported import Views
@_exported import Windowing

// Types of the Wayland layer that occur in the public API: the error of a lost connection, and the timers of a
// window system.
@_exported import enum Wayland.ConnectionError
@_exported import class Wayland.MainQueueScheduler
@_exported import class Wayland.ManualScheduler
@_exported import protocol Wayland.ScheduledTimer
@_exported import protocol Wayland.Scheduler
