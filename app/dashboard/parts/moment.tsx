import { describeMoment, describeMomentInSentence, spellMoment } from "#app/lib/text/moments.ts";
import { useLayoutData } from "../shell/layout-data.ts";

interface MomentProps {
  /** ISO 8601. */
  at: string;
  /** Writes "today" in place of "Today". */
  inSentence?: boolean;
}

/** A moment in the company's time zone, such as "Today 10:04"; the title has the full date with the zone. */
export function Moment({ at, inSentence = false }: MomentProps) {
  const { timeZone, now } = useLayoutData();
  const describe = inSentence ? describeMomentInSentence : describeMoment;
  return (
    <time dateTime={at} title={`${spellMoment(at, timeZone)} (${timeZone})`}>
      {describe(at, { timeZone, now })}
    </time>
  );
}
