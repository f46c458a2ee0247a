/**
 * A line of stepped diamonds on a thread, of gradients alone, so that nothing is fetched. A mail program that knows no
 * gradients shows the thread.
 */
export function WovenLine() {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} aria-hidden="true">
      <tbody>
        {rows.map(({ place, style, isThread }) => (
          <tr key={place}>
            <td style={style} className={isThread ? "warp" : undefined} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const step = 2;
const tile = 36;
const blue = "#0b5fff";

/** How far the large diamond that begins a tile reaches to either side in each row, and the small one that follows; in steps. */
const shape = [
  [0.5, 0],
  [1.5, 0],
  [2.5, 0],
  [3.5, 0.5],
  [4.5, 1.5],
  [3.5, 0.5],
  [2.5, 0],
  [1.5, 0],
  [0.5, 0],
] as const;

const rows = shape.map(([large, small], place) => {
  const isThread = place === 4;
  const image = `linear-gradient(90deg, ${stripe(small * step, large * step)})`;
  return {
    place,
    isThread,
    style: {
      height: step,
      padding: 0,
      fontSize: 0,
      lineHeight: `${step}px`,
      backgroundImage: image,
      // A whole number of tiles, however wide the column is.
      backgroundSize: `${tile}px ${step}px`,
      backgroundRepeat: "round",
      ...(isThread ? { backgroundColor: "#c3d8ff" } : {}),
    },
  };
});

/** The colours along one row of a tile: blue where a diamond is, nothing between. */
function stripe(small: number, large: number): string {
  const [first, second] = [9, 27];
  const edges = [first - large, first + large, second - small, second + small];
  const colours = ["transparent", blue, "transparent", blue, "transparent"];
  return colours.map((colour, at) => `${colour} ${edges[at - 1] ?? 0}px ${edges[at] ?? tile}px`).join(", ");
}
