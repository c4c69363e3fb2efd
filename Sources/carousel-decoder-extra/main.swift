import DecoderHelper
import ExtraDecoders
import PhotoDecoders

DecoderProgram(name: "carousel-decoder-extra", codecs: .all).run()
