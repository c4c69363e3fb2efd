// The engine's public interface uses types of `Geometry`. With this export, importing `CarouselEngine` is
// enough.
@_exported import Geometry
