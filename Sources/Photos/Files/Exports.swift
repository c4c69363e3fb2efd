@_exported import PhotoLibrary
