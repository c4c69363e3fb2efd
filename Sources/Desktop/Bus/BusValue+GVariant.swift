internal import CGIO

extension BusValue {
  /// The largest number of values in a message. A dictionary of all settings has a few hundred values.
  package static let maximumCount = 65_536

  /// Copies a GVariant.
  ///
  /// - Throws: ``BusError/malformed(_:)`` if it contains more than ``maximumCount`` values or a type that D-Bus does
  ///   not have.
  init(_ variant: OpaquePointer) throws(BusError) {
    var budget = Self.maximumCount
    self = try Self.read(variant, budget: &budget)
  }

  private static func read(_ variant: OpaquePointer, budget: inout Int) throws(BusError) -> BusValue {
    budget -= 1
    guard budget >= 0 else { throw .malformed("more than \(maximumCount) values") }
    switch g_variant_classify(variant) {
    case G_VARIANT_CLASS_BOOLEAN: return .boolean(g_variant_get_boolean(variant) != 0)
    case G_VARIANT_CLASS_BYTE: return .byte(g_variant_get_byte(variant))
    case G_VARIANT_CLASS_INT16: return .int16(g_variant_get_int16(variant))
    case G_VARIANT_CLASS_UINT16: return .uint16(g_variant_get_uint16(variant))
    case G_VARIANT_CLASS_INT32: return .int32(g_variant_get_int32(variant))
    case G_VARIANT_CLASS_UINT32: return .uint32(g_variant_get_uint32(variant))
    case G_VARIANT_CLASS_INT64: return .int64(Int64(g_variant_get_int64(variant)))
    case G_VARIANT_CLASS_UINT64: return .uint64(UInt64(g_variant_get_uint64(variant)))
    case G_VARIANT_CLASS_DOUBLE: return .double(g_variant_get_double(variant))
    case G_VARIANT_CLASS_STRING: return .string(text(of: variant))
    case G_VARIANT_CLASS_OBJECT_PATH: return .objectPath(text(of: variant))
    case G_VARIANT_CLASS_SIGNATURE: return .signature(text(of: variant))
    case G_VARIANT_CLASS_HANDLE: return .handle(g_variant_get_handle(variant))
    case G_VARIANT_CLASS_VARIANT:
      return .variant(try child(0, of: variant, budget: &budget))
    case G_VARIANT_CLASS_ARRAY:
      let type = String(cString: g_variant_get_type_string(variant))
      if type == "ay" { return .bytes(bytes(of: variant)) }
      return .array(of: String(type.dropFirst()), try children(of: variant, budget: &budget))
    case G_VARIANT_CLASS_DICT_ENTRY:
      return .entry(
        try child(0, of: variant, budget: &budget), try child(1, of: variant, budget: &budget))
    case G_VARIANT_CLASS_TUPLE: return .tuple(try children(of: variant, budget: &budget))
    default: throw .malformed("the type \(String(cString: g_variant_get_type_string(variant)))")
    }
  }

  private static func child(
    _ index: Int, of variant: OpaquePointer, budget: inout Int
  ) throws(BusError) -> BusValue {
    guard let child = g_variant_get_child_value(variant, gsize(index)) else { throw .malformed("no child") }
    defer { g_variant_unref(child) }
    return try read(child, budget: &budget)
  }

  private static func children(
    of variant: OpaquePointer, budget: inout Int
  ) throws(BusError) -> [BusValue] {
    let count = Int(g_variant_n_children(variant))
    guard count <= budget else { throw .malformed("more than \(maximumCount) values") }
    var values: [BusValue] = []
    values.reserveCapacity(count)
    for index in 0..<count { values.append(try child(index, of: variant, budget: &budget)) }
    return values
  }

  private static func text(of variant: OpaquePointer) -> String {
    String(cString: g_variant_get_string(variant, nil))
  }

  private static func bytes(of variant: OpaquePointer) -> [UInt8] {
    var count: gsize = 0
    guard let data = g_variant_get_fixed_array(variant, &count, 1) else { return [] }
    return Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
  }
}

extension BusValue {
  /// Returns a GVariant with a floating reference.
  ///
  /// - Throws: ``BusError/invalidArgument(_:)`` if the value cannot be sent with D-Bus.
  func makeVariant() throws(BusError) -> OpaquePointer {
    try validate()
    guard let variant = validVariant() else { throw .invalidArgument("the type \(type)") }
    return variant
  }

  /// Checks the preconditions of GLib's functions. GLib itself only asserts them.
  ///
  /// - Parameter isElement: Whether the value is an element of an array. Only such a value may be a dictionary entry.
  private func validate(isElement: Bool = false) throws(BusError) {
    switch self {
    case .string(let text):
      if text.utf8.contains(0) { throw .invalidArgument("a string with a NUL character") }
    case .objectPath(let path):
      if g_variant_is_object_path(path) == 0 { throw .invalidArgument("the object path \(path)") }
    case .signature(let signature):
      if g_variant_is_signature(signature) == 0 { throw .invalidArgument("the signature \(signature)") }
    case .variant(let value): try value.validate()
    case .array(let element, let values):
      if g_variant_type_string_is_valid("a" + element) == 0 { throw .invalidArgument("the type \(element)") }
      for value in values {
        if value.type != element { throw .invalidArgument("\(value.type) in an array of \(element)") }
        try value.validate(isElement: true)
      }
    case .entry(let key, let value):
      if !isElement || key.type.count != 1 || key.type == "v" { throw .invalidArgument("the type \(type)") }
      try key.validate()
      try value.validate()
    case .tuple(let values): for value in values { try value.validate() }
    default: break
    }
  }

  private func validVariant() -> OpaquePointer? {
    switch self {
    case .boolean(let value): return g_variant_new_boolean(value ? 1 : 0)
    case .byte(let value): return g_variant_new_byte(value)
    case .int16(let value): return g_variant_new_int16(value)
    case .uint16(let value): return g_variant_new_uint16(value)
    case .int32(let value): return g_variant_new_int32(value)
    case .uint32(let value): return g_variant_new_uint32(value)
    case .int64(let value): return g_variant_new_int64(gint64(value))
    case .uint64(let value): return g_variant_new_uint64(guint64(value))
    case .double(let value): return g_variant_new_double(value)
    case .string(let text): return g_variant_new_string(text)
    case .objectPath(let path): return g_variant_new_object_path(path)
    case .signature(let signature): return g_variant_new_signature(signature)
    case .handle(let index): return g_variant_new_handle(index)
    case .variant(let value): return g_variant_new_variant(value.validVariant())
    case .bytes(let bytes):
      return Self.variant(ofType: "y") { g_variant_new_fixed_array($0, bytes, gsize(bytes.count), 1) }
    case .array(let element, let values):
      var children = values.map { $0.validVariant() }
      return Self.variant(ofType: element) { g_variant_new_array($0, &children, gsize(children.count)) }
    case .entry(let key, let value): return g_variant_new_dict_entry(key.validVariant(), value.validVariant())
    case .tuple(let values):
      var children = values.map { $0.validVariant() }
      return g_variant_new_tuple(&children, gsize(children.count))
    }
  }

  private static func variant(
    ofType type: String, _ make: (OpaquePointer?) -> OpaquePointer?
  ) -> OpaquePointer? {
    let variantType = g_variant_type_new(type)
    defer { g_variant_type_free(variantType) }
    return make(variantType)
  }
}
