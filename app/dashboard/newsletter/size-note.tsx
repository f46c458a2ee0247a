import { formatBytes } from "#app/lib/text/counts.ts";

/**
 * Bytes of HTML above which Gmail hides the rest of an e-mail; measured in github.com/hteumeuleu/email-bugs,
 * issue 41.
 */
const gmailLimit = 102 * 1024;

/**
 * Warns that Gmail will cut a newsletter; renders nothing below the limit.
 * @param bytes size of its HTML
 */
export function SizeNote({ bytes }: { bytes: number }) {
  if (bytes <= gmailLimit) return null;
  return (
    <p className="note">
      This e-mail has {formatBytes(bytes)} of HTML. Gmail cuts e-mails above {formatBytes(gmailLimit)} and
      hides the rest, including the link to unsubscribe. Shorten it, or link to the full text on your site.
    </p>
  );
}
