"""lighten-font.py FONT [KERNING]: a part of fonts.ts; writes FONT anew, with fewer bytes and the same shapes to the eye.

KERNING is a cut of the same letters in one weight and width, whose kerning FONT takes for all of them.
"""

import sys

from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

path, *kernings = sys.argv[1:]
font = TTFont(path, recalcTimestamp=False)
for kerning in map(TTFont, kernings):
    if kerning.getBestCmap() != font.getBestCmap():
        sys.exit(f"{path}: the kerning is of other letters")
    font["GPOS"] = kerning["GPOS"]
    # How the kerning varied, and classes of glyphs, of which letters without marks have one.
    del font["GDEF"]
# Half of Anek's 2,000 units to the em: outlines move by 0.0005 em at most.
scale_upem(font, 1000)
font.save(path)
