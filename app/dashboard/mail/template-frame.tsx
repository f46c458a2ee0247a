/** A letter as its reader sees it, shut in: nothing in it runs, and its links lead nowhere. */
export function LetterFrame({ src, subject }: { src: string; subject: string }) {
  return <iframe key={src} className="letter-frame" sandbox="" src={src} title={`E-mail: ${subject}`} />;
}
