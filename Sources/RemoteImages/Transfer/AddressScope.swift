internal import Glibc

/// The reach of the numeric address of a server.
package enum AddressScope: Hashable, Sendable {
  /// The address of a server on the internet.
  case global
  /// An address of this computer or of the local network: loopback, private, link-local, shared, multicast, or reserved.
  case local

  /// Parses a numeric IPv4 or IPv6 address. A text that is no such address counts as local.
  package init(_ address: String) {
    // The zone of a link-local address follows a percent sign.
    let text = String(address.prefix { $0 != "%" })
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self = Self.isLocal4(Array(bytes[..<4])) ? .local : .global
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self = Self.isLocal6(bytes) ? .local : .global
    } else {
      self = .local
    }
  }

  /// Whether a text is a numeric IPv4 or IPv6 address.
  static func isNumeric(_ text: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
  }

  /// IANA: IPv4 Special-Purpose Address Registry.
  private static func isLocal4(_ bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): true
    case (100, 64...127, _): true  // shared by the customers of a provider
    case (169, 254, _), (172, 16...31, _), (192, 168, _): true
    case (192, 0, 0), (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113): true
    default: false
    }
  }

  /// IANA: IPv6 Special-Purpose Address Registry.
  private static func isLocal6(_ bytes: [UInt8]) -> Bool {
    if bytes[..<10].allSatisfy({ $0 == 0 }) {
      // IPv4 addresses in IPv6, the unspecified address and the loopback address.
      let isMapped = bytes[10] == 0xFF && bytes[11] == 0xFF
      let isCompatible = bytes[10] == 0 && bytes[11] == 0
      return isMapped || isCompatible ? isLocal4(Array(bytes[12...])) : true
    }
    // NAT64 and 6to4 contain an IPv4 address.
    if bytes[..<12].elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
      return isLocal4(Array(bytes[12...]))
    }
    if bytes[..<2].elementsEqual([0x20, 0x02]) { return isLocal4(Array(bytes[2..<6])) }
    // Global unicast addresses are 2000::/3; 2001:db8::/32 is for documentation.
    return bytes[0] & 0xE0 != 0x20 || bytes[..<4].elementsEqual([0x20, 0x01, 0x0D, 0xB8])
  }
}
