// `import CarouselUI` is enough for an application: the one place that re-exports.
@_exported import CarouselEngine
@_exported import CarouselViews
@_exported import Drawing
@_exported import Geometry
