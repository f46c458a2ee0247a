interface MailFrameProps {
  campaign: { id: string; version: number; subject: string };
  /** In pixels: that of a phone, or of a mail program's window. Beside something else it takes what there is. */
  width: 360 | 600;
}

/** The mail as it will arrive. Nothing in it runs, and its links lead nowhere. */
export function MailFrame({ campaign: { id, version, subject }, width }: MailFrameProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reachable by keys
    <section className="mail-place" tabIndex={0} aria-label="The mail">
      <iframe
        className={`mail-frame width-${width}`}
        src={`/dashboard/newsletter/${id}/mail?version=${version}`}
        sandbox=""
        title={`The mail: ${subject}`}
        loading="lazy"
      />
    </section>
  );
}

/** A mail as its reader sees it, shut in: nothing in it runs, and its links lead nowhere. */
export function MailPreview({ src, subject }: { src: string; subject: string }) {
  return <iframe key={src} className="letter-frame" sandbox="" src={src} title={`E-mail: ${subject}`} />;
}
