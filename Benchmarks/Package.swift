// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who uses the libraries builds it.
let package = Package(
  name: "carousel-benchmarks",
  dependencies: [.package(name: "swift-carousel", path: "..")],
  targets: [
    .executableTarget(
      name: "raster-frame-cost",
      dependencies: [.product(name: "Raster", package: "swift-carousel")],
      swiftSettings: [
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
