/// What the compositor offers, as it comes and goes.
///
/// Wayland: `wl_registry`.
@MainActor
package final class Registry {
  /// One offered global.
  package struct Global: Hashable, Sendable {
    /// The compositor's number for it.
    package let name: UInt32
    package let interface: String
    package let version: UInt32
  }

  /// What is offered now, in the order of arrival.
  package private(set) var globals: [Global] = []
  /// Called for each global that appears.
  package var onAppear: ((Global) -> Void)?
  /// Called for each global that disappears.
  package var onDisappear: ((Global) -> Void)?

  private let registry: WlRegistry

  /// Asks for the globals; they arrive with the next `roundTrip()` or `dispatch()`.
  package init(of connection: Connection) {
    registry = connection.display.getRegistry()
    registry.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .global(let name, let interface, let version):
        let global = Global(name: name, interface: interface, version: version)
        globals.append(global)
        onAppear?(global)
      case .globalRemove(let name):
        guard let place = globals.firstIndex(where: { $0.name == name }) else { return }
        let global = globals.remove(at: place)
        onDisappear?(global)
      }
    }
  }

  /// Binds the first global of `type`, in the newest version that both sides know within `versions`.
  ///
  /// - Throws: `.missing` when it is not offered, `.versionTooOld` when its version lies below `versions`.
  ///
  /// Wayland: `wl_registry.bind`.
  package func bind<Object: Proxy>(
    _ type: Object.Type, versions: ClosedRange<UInt32>
  ) throws(ConnectionError) -> Object {
    guard let global = globals.first(where: { $0.interface == type.interfaceName }) else {
      throw .missing(interface: type.interfaceName)
    }
    return try bind(global, as: type, versions: versions)
  }

  /// Binds `global`, of which there may be several.
  ///
  /// - Precondition: `global` is of `type`'s interface.
  /// - Throws: `.versionTooOld` when its version lies below `versions`.
  ///
  /// Wayland: `wl_registry.bind`.
  package func bind<Object: Proxy>(
    _ global: Global, as type: Object.Type, versions: ClosedRange<UInt32>
  ) throws(ConnectionError) -> Object {
    precondition(global.interface == type.interfaceName, "\(global.interface) is no \(type.interfaceName)")
    guard global.version >= versions.lowerBound else {
      throw .versionTooOld(
        interface: type.interfaceName, required: versions.lowerBound, offered: global.version)
    }
    let version = min(global.version, versions.upperBound, type.newestVersion)
    return registry.bind(name: global.name, type, version: version)
  }

  /// Binds the first global of `type`, or returns nil when it is not offered or too old.
  package func bindIfOffered<Object: Proxy>(_ type: Object.Type, versions: ClosedRange<UInt32>) -> Object? {
    try? bind(type, versions: versions)
  }
}
