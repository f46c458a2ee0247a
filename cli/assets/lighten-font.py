"""lighten-font.py FONT [--kerning CUT] [--add CUT]: rewrites FONT with fewer bytes and visually equal shapes, for fonts.ts.

--kerning: a subset with the same letters in one weight and width; FONT gets its kerning for all weights and widths.
--add: a subset of another font of the same weights; FONT gets its letters, with equal widths in every width of FONT.
"""

import argparse

from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

arguments = argparse.ArgumentParser()
arguments.add_argument("path")
arguments.add_argument("--kerning")
arguments.add_argument("--add")
given = arguments.parse_args()


def take_kerning(font, kerning):
    if kerning.getBestCmap() != font.getBestCmap():
        raise SystemExit(f"{given.path}: the kerning is for other letters")
    font["GPOS"] = kerning["GPOS"]
    # The variation of the kerning, and glyph classes, which letters without marks do not need.
    del font["GDEF"]


def take_letters(font, added):
    """Copy the letters' outlines, widths, and the changes of both by weight."""
    # Tables depend on the glyph order, which changes below.
    font.ensureDecompiled()
    axes = [axis.axisTag for axis in font["fvar"].axes]
    if font["avar"].segments["wght"] != added["avar"].segments["wght"]:
        raise SystemExit(f"{given.path}: the added letters have different weights")
    widths, added_widths = font["HVAR"].table, added["HVAR"].table
    added_axes = [axis.axisTag for axis in added["fvar"].axes]
    rows = widths.VarStore.VarData[-1]
    rows_at = len(widths.VarStore.VarData) - 1
    known = [
        support(region, axes) for region in widths.VarStore.VarRegionList.Region
    ]
    for code, name in sorted(added.getBestCmap().items()):
        font.setGlyphOrder([*font.getGlyphOrder(), name])
        font["glyf"].glyphs[name] = added["glyf"][name]
        font["hmtx"].metrics[name] = added["hmtx"].metrics[name]
        font["gvar"].variations[name] = added["gvar"].variations[name]
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[code] = name
        outer, inner = divmod(added_widths.AdvWidthMap.mapping[name], 1 << 16)
        data = added_widths.VarStore.VarData[outer]
        regions = added_widths.VarStore.VarRegionList.Region
        deltas = {
            known.index(support(regions[region], added_axes)): delta
            for region, delta in zip(data.VarRegionIndex, data.Item[inner])
        }
        rows.Item.append([deltas.get(region, 0) for region in rows.VarRegionIndex])
        rows.ItemCount = len(rows.Item)
        widths.AdvWidthMap.mapping[name] = (rows_at << 16) + rows.ItemCount - 1


def support(region, axes):
    """Start, peak and end of a region on each axis that affects it."""
    limits = zip(axes, region.VarRegionAxis)
    return {
        tag: (axis.StartCoord, axis.PeakCoord, axis.EndCoord)
        for tag, axis in limits
        if axis.PeakCoord != 0
    }


font = TTFont(given.path, recalcTimestamp=False)
if given.kerning:
    take_kerning(font, TTFont(given.kerning))
if given.add:
    take_letters(font, TTFont(given.add))
# Half of Anek's 2,000 units to the em: outlines move by 0.0005 em at most.
scale_upem(font, 1000)
font.save(given.path)
