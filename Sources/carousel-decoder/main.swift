import DecoderHelper
import PhotoDecoders

DecoderProgram(name: "carousel-decoder", codecs: .common).run()
