@_exported import ImageLoading
@_exported import PhotoLibrary
