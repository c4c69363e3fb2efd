// `import CarouselUI` is enough for an application: the one place that re-exports.
@_exported import CarouselEngine
@_exported import CarouselViews
@_exported import Drawing
@_exported import Geometry
@_exported import Windowing

// What can go wrong with a connection; nothing else of the Wayland layer.
@_exported import enum Wayland.ConnectionError
