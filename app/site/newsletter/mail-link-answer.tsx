import { type ReactNode, useEffect, useRef } from "react";
import { Paar } from "#app/site/parts/pictures/cloth.tsx";

interface MailLinkAnswerProps {
  title: string;
  /** It has taken the place of what was pressed: it is read from its top. */
  isAnswer: boolean;
  children: ReactNode;
}

/** One calm column, for whoever comes from a mail. */
export function MailLinkAnswer({ title, isAnswer, children }: MailLinkAnswerProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAnswer) heading.current?.focus();
  }, [isAnswer]);
  return (
    <>
      <Paar name="leaf" />
      <section className="narrow letter">
        <h1 ref={heading} tabIndex={isAnswer ? -1 : undefined}>
          {title}
        </h1>
        {children}
      </section>
    </>
  );
}
