// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

// A separate package, so that users of the libraries do not build it.
let package = Package(
  name: "carousel-benchmarks",
  dependencies: [.package(name: "swift-carousel", path: "..")],
  targets: [
    .target(name: "Measuring", swiftSettings: settings),
    .target(name: "CAllocations"),
    .executableTarget(
      name: "raster-frame-cost",
      dependencies: ["Measuring", "CAllocations", .product(name: "Raster", package: "swift-carousel")],
      swiftSettings: settings),
    .executableTarget(
      name: "engine-frame-cost",
      dependencies: [
        "Measuring", "CAllocations", .product(name: "CarouselEngine", package: "swift-carousel"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "motion-plots",
      dependencies: [
        .product(name: "CarouselEngine", package: "swift-carousel")
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "frame-damage",
      dependencies: [
        "Measuring", .product(name: "CarouselUI", package: "swift-carousel"),
        .product(name: "HeadlessCompositor", package: "swift-carousel"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "items-frame-cost",
      dependencies: [
        "Measuring", .product(name: "CarouselUI", package: "swift-carousel"),
        .product(name: "HeadlessCompositor", package: "swift-carousel"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "views-frame-cost",
      dependencies: [
        "Measuring", .product(name: "CarouselUI", package: "swift-carousel"),
        .product(name: "HeadlessCompositor", package: "swift-carousel"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
