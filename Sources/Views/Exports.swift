// The public interface uses types of `Input`. With this export, importing `Views` is enough.
@_exported import Input
