import { describeMoment, spellMoment } from "#app/text/moments.ts";
import { useFrame } from "../shell/frame.ts";

/** A moment in the company's time zone, such as "Today 10:04"; the whole of it on hover. @param at ISO 8601 */
export function Moment({ at }: { at: string }) {
  const { timeZone, now } = useFrame();
  return (
    <time dateTime={at} title={spellMoment(at, timeZone)}>
      {describeMoment(at, { timeZone, now })}
    </time>
  );
}
