@_exported import PhotoBrowsing
