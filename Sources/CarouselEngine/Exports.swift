// Every public type of the engine is described in these: `import CarouselEngine` is enough.
@_exported import Geometry
