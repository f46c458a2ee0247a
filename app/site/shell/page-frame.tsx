import type { ReactNode } from "react";
import { Island } from "../islands/island.tsx";
import MemberMenu from "../islands/member-menu.tsx";
import MenuList from "../islands/menu-list.tsx";
import { Splash, useLayoutMarkup } from "../parts/server-drawn.tsx";
import type { ShellData } from "../parts/shell-data.ts";
import { Header } from "./header.tsx";

interface PageFrameProps {
  shell: ShellData;
  pathname: string;
  children: ReactNode;
}

/** Staff pages, which show their form without the splash. */
const staffPages = new Set(["/setup", "/invitation"]);

/** Header, footer and quick contact around a page. Server only; `browser/start.ts` adds their behaviour in the browser. */
export function PageFrame({ shell, pathname, children }: PageFrameProps) {
  const foot = useLayoutMarkup("foot");
  const contact = useLayoutMarkup("quickContact");
  const listOf = (list: "services" | "media") => (
    <Island
      name="menu-list"
      of={MenuList}
      load="return"
      props={{ list, items: shell.menus[list], pathname }}
    />
  );
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="bar hidden" aria-hidden="true" />
      <Header
        shell={shell}
        pathname={pathname}
        lists={{ services: listOf("services"), media: listOf("media") }}
        account={
          <Island
            name="member-menu"
            of={MemberMenu}
            load="signed-in"
            props={{ pathname }}
            as="li"
            className="account-menu has-drop"
          />
        }
      />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer
        className="foot page-grid"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own server's markup, from components
        dangerouslySetInnerHTML={foot}
      />
      <p className="visually-hidden" id="announcer" role="status" />
      <aside
        className={shell.isQuickContactEmpty ? "quick-contact bare" : "quick-contact"}
        aria-label="Quick contact"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own server's markup, from components
        dangerouslySetInnerHTML={contact}
      />
      {shell.hasSplash && !staffPages.has(pathname) && <Splash name={shell.company.name} />}
    </>
  );
}
