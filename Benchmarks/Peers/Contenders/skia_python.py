"""Skia's raster canvas: linear filter, trilinear mip levels requested (it ignores them on projective quads), antialiasing.

skia-python is built with gcc; Skia built with clang takes about 1/1.15 of the time for the same picture.

By default, arrays become images that are not premultiplied. For opaque textures the picture is the same, but Skia does not
know that no blending is needed, and a shift by whole pixels takes fifty times as long. The baseline keeps the default, for
which the required shares were set; variant "opaque" declares the textures opaque.
"""

import skia

import contender


def make(scene, variant):
    pixels = scene.empty_canvas()
    info = skia.ImageInfo.Make(scene.width, scene.height, skia.kBGRA_8888_ColorType, skia.kPremul_AlphaType)
    surface = skia.Surface.MakeRasterDirect(info, pixels, scene.width * 4)
    canvas = surface.getCanvas()
    if_opaque = skia.kOpaque_AlphaType if variant == "opaque" else skia.kUnpremul_AlphaType
    images = [
        skia.Image.fromarray(
            texture, skia.kBGRA_8888_ColorType, if_opaque if opaque else skia.kPremul_AlphaType, copy=True
        )
        for texture, opaque in zip(scene.textures, scene.opaque)
    ]
    sampling = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
    blue, green, red, alpha = scene.background
    background = skia.Color(red, green, blue, alpha)
    items = [
        (
            skia.Matrix([float(value) for value in item["matrix"].ravel()]),
            images[item["texture"]],
            skia.Paint(AntiAlias=True, Alphaf=item["alpha"]),
        )
        for item in scene.items
    ]

    def draw():
        canvas.clear(background)
        for matrix, image, paint in items:
            canvas.save()
            canvas.concat(matrix)
            canvas.drawImage(image, 0, 0, sampling, paint)
            canvas.restore()
        return pixels

    draw.surface = surface  # it lives as long as its canvas is drawn on
    return draw


contender.run(make)
