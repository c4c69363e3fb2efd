print("carousel-photos")
