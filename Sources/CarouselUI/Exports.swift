// Re-exports all an application needs, so that `import CarouselUI` suffices.
@_exported import CarouselEngine
@_exported import CarouselViews
@_exported import Drawing
@_exported import Geometry
@_exported import Windowing

// The only type of the Wayland layer in the public API.
@_exported import enum Wayland.ConnectionError
