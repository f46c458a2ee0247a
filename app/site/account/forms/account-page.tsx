import type { ReactNode } from "react";
import { languageOf } from "#app/site/parts/language.ts";
import { Paar } from "#app/site/parts/paar.tsx";
import { LoginProvider } from "../browser/login-context.tsx";

interface AccountPageProps {
  title: string;
  lead?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}

/** One calm column below the area's border; the login is known to everything in it. */
export function AccountPage({ title, lead, isWide, children }: AccountPageProps) {
  return (
    <LoginProvider>
      <Paar name="leaf" />
      <section className={isWide ? "narrow wide account" : "narrow account"}>
        <h1 lang={languageOf(title)}>{title}</h1>
        {lead && <p>{lead}</p>}
        {children}
      </section>
    </LoginProvider>
  );
}
