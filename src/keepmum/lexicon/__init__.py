"""Words as vectors, two ways: by what they mean and by what they stand beside. Travels with the package."""

from keepmum.lexicon.association import Association, associate
from keepmum.lexicon.fold import fold
from keepmum.lexicon.lexicon import Kind, Lexicon, UnknownText, load

__all__ = ["Association", "Kind", "Lexicon", "UnknownText", "associate", "fold", "load"]
