import type { LucideIcon } from "lucide-react";
import Building2 from "lucide-react/icons/building-complex";
import DatabaseBackup from "lucide-react/icons/database-backup";
import ExternalLink from "lucide-react/icons/external-link";
import File from "lucide-react/icons/file";
import FileText from "lucide-react/icons/file-text";
import Globe from "lucide-react/icons/globe";
import House from "lucide-react/icons/house";
import Image from "lucide-react/icons/image";
import Inbox from "lucide-react/icons/inbox";
import Layers from "lucide-react/icons/layers";
import List from "lucide-react/icons/list";
import LogOut from "lucide-react/icons/log-out";
import Mail from "lucide-react/icons/mail";
import Menu from "lucide-react/icons/menu";
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Newspaper from "lucide-react/icons/newspaper";
import PenLine from "lucide-react/icons/pen-line";
import History from "lucide-react/icons/rotate-ccw-clock";
import Send from "lucide-react/icons/send";
import Settings from "lucide-react/icons/settings";
import Signpost from "lucide-react/icons/signpost";
import Sun from "lucide-react/icons/sun";
import Trash2 from "lucide-react/icons/trash";
import Users from "lucide-react/icons/users";
import X from "lucide-react/icons/x";
import { type ReactNode, use, useEffect, useRef } from "react";
import {
  Form,
  Link,
  matchRoutes,
  UNSAFE_DataRouterContext,
  UNSAFE_FrameworkContext,
  useFetcher,
  useLocation,
} from "react-router";
import { ClothThumbnail } from "../parts/cloth.tsx";
import type { LayoutData } from "./layout-data.ts";
import type { Theme } from "./theme.ts";

/** Main navigation: a sidebar in wide windows, behind a button in small ones. */
export function Sidebar({ layout }: { layout: LayoutData }) {
  const drawer = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation closes the drawer
  useEffect(() => void drawer.current?.removeAttribute("open"), [key]);
  return (
    <header className="beside">
      <details className="drawer" ref={drawer}>
        <summary aria-label={`Menu, ${layout.company || fallbackTitle}`}>
          <Menu className="icon" aria-hidden />
          <X className="icon" aria-hidden />
          <Logo name={layout.company} />
        </summary>
        <div className="sidebar">
          <NavLinks layout={layout} label="Dashboard, small" />
        </div>
      </details>
      <div className="sidebar wide">
        <Link className="logo" to="/dashboard/home">
          <Logo name={layout.company} />
        </Link>
        <NavLinks layout={layout} label="Dashboard" />
      </div>
    </header>
  );
}

function NavLinks({ layout, label }: { layout: LayoutData; label: string }) {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const groups = listNavItems(layout);
  const current = findCurrent(groups, pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation scrolls to the current link
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return (
    <>
      <nav aria-label={label} ref={nav}>
        {groups.map(({ name, items }) => (
          <div key={name}>
            {name && <h2>{name}</h2>}
            <ul>
              {items.map(({ name: place, path, opens, includes = [], icon: Icon, waiting, below = [] }) => (
                <li key={path}>
                  <NavItemLink path={opens ?? path} isCurrent={[path, ...includes].includes(current)}>
                    <Icon className="icon" aria-hidden />
                    {place}
                    {waiting ? <Waiting count={waiting} /> : null}
                  </NavItemLink>
                  {below.map((one) => (
                    <NavItemLink
                      key={one.path}
                      path={one.path}
                      isCurrent={isWithin(pathname, one.path)}
                      className="below"
                    >
                      <span className="visually-hidden">{place}: </span>
                      {one.name}
                    </NavItemLink>
                  ))}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Me layout={layout} />
    </>
  );
}

interface NavItemLinkProps {
  path: string;
  isCurrent: boolean;
  className?: string;
  children: ReactNode;
}

function NavItemLink({ path, isCurrent, className, children }: NavItemLinkProps) {
  const preloadOn = usePreloadScreen();
  return (
    <Link to={path} className={className} aria-current={isCurrent ? "page" : undefined} {...preloadOn(path)}>
      {children}
    </Link>
  );
}

/** Longest path that contains the current screen; empty without one. */
function findCurrent(groups: readonly NavGroup[], pathname: string): string {
  const paths = groups.flatMap(({ items }) =>
    items.flatMap(({ path, includes = [] }) => [path, ...includes]),
  );
  return paths
    .filter((path) => isWithin(pathname, path))
    .reduce((best, path) => (path.length > best.length ? path : best), "");
}

/** Whether a screen's path equals a path or is below it. */
function isWithin(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

function Waiting({ count }: { count: number }) {
  return (
    <b className="num">
      {count > 999 ? "999+" : count}
      <span className="visually-hidden"> waiting</span>
    </b>
  );
}

function Me({ layout: { person, theme } }: { layout: LayoutData }) {
  return (
    <div className="me">
      <Link className="who" to="/dashboard/profile">
        {person.photo ? (
          <img src={person.photo} alt="" width={32} height={32} />
        ) : (
          <ClothThumbnail seed={person.id} tone="blue" width={64} height={64} />
        )}
        <span>
          {person.name}
          <small>{person.email}</small>
        </span>
      </Link>
      <div className="row">
        <ThemeSwitch theme={theme} />
        <a className="btn icon-only quiet" href="/" title="View site">
          <ExternalLink className="icon" aria-hidden />
          <span className="visually-hidden">View site</span>
        </a>
        <Form method="post" action="/myprofile" reloadDocument>
          <input type="hidden" name="intent" value="sign-out" />
          <button className="btn icon-only quiet" type="submit" title="Sign out">
            <LogOut className="icon" aria-hidden />
            <span className="visually-hidden">Sign out</span>
          </button>
        </Form>
      </div>
    </div>
  );
}

/** Shown until the company's name is set. */
const fallbackTitle = "Dashboard";

function Logo({ name }: { name: string }) {
  return (
    <>
      <svg viewBox="0 0 30 30" aria-hidden="true">
        <path d="M15 3h0M11.4 7h7.2M7.8 11h14.4M3.6 15h5.4M21 15h5.4M7.8 19h14.4M11.4 23h7.2M15 27h0" />
      </svg>
      <span>{name || fallbackTitle}</span>
    </>
  );
}

const nextTheme: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const themeIcons = { system: Monitor, light: Sun, dark: Moon };
const themeLabels = { system: "system", light: "light", dark: "dark" };

/** Cycles through light, dark and system. */
function ThemeSwitch({ theme }: { theme: Theme }) {
  const fetcher = useFetcher();
  const { pathname, search } = useLocation();
  const shown = readTheme(fetcher.formData) ?? theme;
  useEffect(() => {
    document.documentElement.dataset.theme = shown;
  }, [shown]);
  const Icon = themeIcons[shown];
  const name = `Theme: ${themeLabels[shown]}. Switch to ${themeLabels[nextTheme[shown]]}`;
  return (
    <fetcher.Form method="post" action="/dashboard/theme">
      <input type="hidden" name="intent" value="theme" />
      <input type="hidden" name="theme" value={nextTheme[shown]} />
      <input type="hidden" name="back" value={pathname + search} />
      <button className="btn icon-only quiet" type="submit" title={name}>
        <Icon className="icon" aria-hidden />
        <span className="visually-hidden">{name}</span>
      </button>
    </fetcher.Form>
  );
}

function readTheme(form: FormData | undefined): Theme | null {
  const sent = form?.get("theme");
  return sent === "light" || sent === "dark" || sent === "system" ? sent : null;
}

export interface NavItem {
  name: string;
  path: string;
  icon: LucideIcon;
  /** Address of the link, when it differs from `path`. */
  opens?: string | undefined;
  /** Other paths of its screens. */
  includes?: string[];
  /** Number of open items. */
  waiting?: number;
  /** Related screens, listed after it. */
  below?: { name: string; path: string }[];
}

export interface NavGroup {
  name: string;
  items: NavItem[];
}

/** Icons by kind; other kinds use a file icon. */
const kindIcons: Record<string, LucideIcon> = {
  service: Globe,
  portfolio: Layers,
  blog: FileText,
  client: Building2,
  media: Newspaper,
  author: PenLine,
};

/** Icons by list; other lists use a list icon. */
const resourceIcons: Record<string, LucideIcon> = {
  audit: History,
  backups: DatabaseBackup,
  mail: Mail,
  redirects: Signpost,
  trash: Trash2,
};

/** Navigation of the sidebar and the palette, without screens that editors may not open. */
export function listNavItems({ kinds, resources, waiting, person }: LayoutData): NavGroup[] {
  const content = kinds.map(({ name, many, list, add, edit, categories }) => ({
    name: many,
    path: list,
    includes: [add, edit],
    icon: kindIcons[name] ?? File,
    below: categories === null ? [] : [{ name: "Categories", path: categories }],
  }));
  const lists = resources.map(({ name, title, path }) => ({
    name: title,
    path,
    icon: resourceIcons[name] ?? List,
    waiting: name === "mail" ? waiting.mail : 0,
  }));
  const ofContent = lists.filter(({ path }) => path === "/dashboard/trash");
  const others = lists.filter((one) => !ofContent.includes(one));
  return [
    {
      name: "",
      items: [
        { name: "Home", path: "/dashboard/home", icon: House },
        {
          name: "Inbox",
          path: "/dashboard/usercontactdata",
          // The badge counts both lists, so the link opens the one with new items.
          opens: waiting.messages === 0 && waiting.calls > 0 ? "/dashboard/call/requests" : undefined,
          includes: ["/dashboard/call/requests"],
          icon: Inbox,
          waiting: waiting.messages + waiting.calls,
        },
        { name: "Newsletter", path: "/dashboard/newsletter", includes: ["/dashboard/call"], icon: Send },
      ],
    },
    {
      name: "Content",
      items: [...content, { name: "Files", path: "/dashboard/files", icon: Image }, ...ofContent],
    },
    { name: "Administration", items: [...(person.role === "admin" ? forAdmins : []), ...others] },
  ].filter(({ items }) => items.length > 0);
}

const forAdmins: readonly NavItem[] = [
  { name: "People", path: "/dashboard/user", icon: Users },
  {
    name: "Settings",
    path: "/dashboard/settings",
    icon: Settings,
    includes: ["/dashboard/tokens", "/dashboard/webhooks"],
  },
];

/**
 * Returns handlers that preload a screen's scripts on hover and focus. Its data is excluded: answers are not
 * cached, so the router's own prefetch would request them twice.
 */
function usePreloadScreen(): (path: string) => { onPointerEnter(): void; onFocus(): void } {
  const routes = use(UNSAFE_DataRouterContext)?.router.routes ?? [];
  const pages = use(UNSAFE_FrameworkContext)?.manifest.routes ?? {};
  function preload(path: string): void {
    const entered = (matchRoutes(routes, path) ?? []).map(({ route }) => pages[route.id ?? ""]);
    const scripts = entered.flatMap((page) => (page ? [page.module, ...(page.imports ?? [])] : []));
    for (const href of scripts) {
      if (document.querySelector(`link[rel="modulepreload"][href="${CSS.escape(href)}"]`)) continue;
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    }
  }
  return (path) => ({ onPointerEnter: () => preload(path), onFocus: () => preload(path) });
}
