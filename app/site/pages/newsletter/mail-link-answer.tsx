import type { ReactNode } from "react";
import { PageBorder } from "#app/site/parts/pictures/cloth.tsx";

/** Page in one column, for a visitor who follows a link in a mail. */
export function MailLinkAnswer({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageBorder name="leaf" />
      <section className="narrow letter">
        <h1>{title}</h1>
        {children}
      </section>
    </>
  );
}
