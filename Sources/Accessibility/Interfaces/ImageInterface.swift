internal import Desktop
internal import Views

/// A picture.
enum ImageInterface: ObjectInterface {
  static let name = "Image"
  static let properties = ["ImageDescription", "ImageLocale"]
  static let methods = ["GetImageExtents", "GetImagePosition", "GetImageSize"]

  static func property(_ name: String, of object: AccessibleObject, in application: AccessibleApplication)
    -> BusValue?
  {
    switch name {
    case "ImageDescription": .text(object.name)
    case "ImageLocale": .string(ApplicationInterface.locale)
    default: nil
    }
  }

  static func call(
    _ method: String, _ arguments: CallArguments, of object: AccessibleObject,
    in application: AccessibleApplication
  ) throws(BusFault) -> [BusValue]? {
    switch (method, arguments) {
    case ("GetImageExtents", .one(.uint32(let origin))):
      [.tuple(ComponentInterface.extents(object, origin, application))]
    case ("GetImagePosition", .one(.uint32(let origin))):
      Array(ComponentInterface.extents(object, origin, application).prefix(2))
    case ("GetImageSize", .none): Array(object.extents.suffix(2))
    default: nil
    }
  }
}
