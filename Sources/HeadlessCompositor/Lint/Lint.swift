import CWaylandServer

/// Collects the mistakes of clients.
@MainActor final class Lint {
  /// The most findings that are kept. A hostile client could cause any number.
  private static let mostFindings = 1000

  private weak var compositor: Compositor?
  private(set) var findings: [LintFinding] = []
  private var reported: Set<Key> = []

  private struct Key: Hashable {
    let rule: LintFinding.Rule
    let object: ObjectIdentifier
  }

  private(set) lazy var descriptors = DescriptorLint(self)

  init(_ compositor: Compositor) { self.compositor = compositor }

  /// Adds a finding, unless the rule was reported for the object before.
  func report(
    _ rule: LintFinding.Rule, of object: AnyObject, _ client: Client?, _ message: @autoclosure () -> String
  ) {
    guard findings.count < Self.mostFindings,
      reported.insert(Key(rule: rule, object: ObjectIdentifier(object))).inserted
    else { return }
    findings.append(LintFinding(rule: rule, message: message(), processID: client?.processID ?? 0))
  }

  /// Allows the rules to be reported again for an object with the same address.
  func forget(_ object: AnyObject) {
    for rule in LintFinding.Rule.allCases {
      reported.remove(Key(rule: rule, object: ObjectIdentifier(object)))
    }
  }

  /// Checks the rules that depend on time, after a frame was presented.
  func framePresented() {
    guard let compositor else { return }
    for surface in compositor.surfaceList { surface.lint?.framePresented() }
    descriptors.framePresented()
  }

  /// Checks the buffers that clients hold, and the numbers of their objects.
  func checkClients() {
    guard let compositor else { return }
    for surface in compositor.surfaceList {
      for buffer in surface.heldBuffers where buffer.isOverwritten {
        surface.lint?.drewIntoHeldBuffer(buffer)
      }
    }
    for client in compositor.clientList { checkObjects(of: client) }
    descriptors.check(compositor.clientList)
  }

  /// The number of objects of an interface that a client rarely exceeds, and when an object is not needed any more.
  private static let limits: [(interface: String, most: Int, rule: String)] = [
    ("wl_buffer", 64, "Destroy a buffer that will not be attached again (wl_buffer.destroy)."),
    ("wl_shm_pool", 32, "A pool can be destroyed when its buffers were created (wl_shm_pool.destroy)."),
    ("wl_region", 32, "A region can be destroyed after its use (wl_region.destroy)."),
    ("wl_callback", 32, "One frame callback for each surface and frame is enough (wl_surface.frame)."),
    ("xdg_positioner", 32, "A positioner can be destroyed after its use (xdg_positioner.destroy)."),
    ("wl_data_offer", 32, "Destroy the offer that a new selection replaces (wl_data_offer.destroy)."),
    ("wp_presentation_feedback", 64, "One feedback for each surface and frame is enough."),
  ]

  private func checkObjects(of client: Client) {
    guard let handle = client.handle else { return }
    var counts: [String: Int] = [:]
    withUnsafeMutablePointer(to: &counts) { pointer in
      wl_client_for_each_resource(
        handle,
        { resource, data in
          guard let resource, let type = wl_resource_get_class(resource),
            let counts = data?.assumingMemoryBound(to: [String: Int].self)
          else { return WL_ITERATOR_CONTINUE }
          counts.pointee[String(cString: type), default: 0] += 1
          return WL_ITERATOR_CONTINUE
        }, pointer)
    }
    for (interface, most, rule) in Self.limits {
      let count = counts[interface] ?? 0
      guard count > most else { continue }
      report(.leakedObjects, of: client, client, "the client has \(count) objects \(interface). \(rule)")
    }
  }
}
