// The public interface uses types of `Input`. With this export, importing `CarouselViews` is enough.
@_exported import Input
