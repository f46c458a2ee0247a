/**
 * A line of stepped diamonds on a thread, of gradients alone, so that nothing is fetched. A mail program that knows no
 * gradients shows the thread.
 */
export function WovenLine() {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} aria-hidden="true">
      <tbody>
        {rows.map(({ half, isThread }, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one drawing never move.
          <tr key={number}>
            <td style={draw(half, isThread)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const step = 3;
const period = 30;
const blue = "#0b5fff";

/** How far the diamond reaches to either side in each row, in steps. */
const rows = [0.5, 1.5, 2.5, 1.5, 0.5].map((half) => ({ half, isThread: half === 2.5 }));

function draw(half: number, isThread: boolean) {
  const middle = period / 2;
  const [from, to] = [middle - half * step, middle + half * step];
  const image = `repeating-linear-gradient(90deg, transparent 0, transparent ${from}px, ${blue} ${from}px, ${blue} ${to}px, transparent ${to}px, transparent ${period}px)`;
  return {
    ...{ height: step, padding: 0, fontSize: 0, lineHeight: `${step}px`, backgroundImage: image },
    ...(isThread ? { backgroundColor: "#b6cfff" } : {}),
  };
}
