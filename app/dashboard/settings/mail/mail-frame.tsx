interface MailFrameProps {
  campaign: { id: string; version: number; subject: string };
  /** In pixels: a phone, or the window of a mail program. Narrower when there is less space. */
  width: 360 | 600;
}

/** Sandboxed view of the mail as readers receive it: no scripts, no working links. */
export function MailFrame({ campaign: { id, version, subject }, width }: MailFrameProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
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

/** Sandboxed preview of a mail: no scripts, no working links. */
export function MailPreview({ src, subject }: { src: string; subject: string }) {
  return <iframe key={src} className="letter-frame" sandbox="" src={src} title={`E-mail: ${subject}`} />;
}
