import { ExternalLink, LogOut, Menu, Monitor, Moon, Sun, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, Link, NavLink, useFetcher, useLocation } from "react-router";
import { ClothThumbnail } from "../parts/cloth.tsx";
import type { LayoutData } from "./layout-data.ts";
import { listNavItems } from "./nav-items.ts";
import type { Theme } from "./theme.ts";

/** The way to every screen: at the left of wide windows, behind a button on small ones. */
export function Sidebar({ frame }: { frame: LayoutData }) {
  const drawer = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every arrival closes the drawer
  useEffect(() => void drawer.current?.removeAttribute("open"), [key]);
  return (
    <header className="beside">
      <details className="drawer" ref={drawer}>
        <summary aria-label={`Menu, ${frame.company || nameless}`}>
          <Menu className="icon" aria-hidden />
          <X className="icon" aria-hidden />
          <Logo name={frame.company} />
        </summary>
        <div className="rail">
          <Places frame={frame} label="Dashboard, small" />
        </div>
      </details>
      <div className="rail wide">
        <Link className="logo" to="/dashboard/home">
          <Logo name={frame.company} />
        </Link>
        <Places frame={frame} label="Dashboard" />
      </div>
    </header>
  );
}

function Places({ frame, label }: { frame: LayoutData; label: string }) {
  return (
    <>
      <nav aria-label={label}>
        {listNavItems(frame).map(({ name, places }) => (
          <div key={name}>
            {name && <h2>{name}</h2>}
            <ul>
              {places.map(({ name: place, path, icon: Sign, waiting, below = [] }) => (
                <li key={path}>
                  <NavLink to={path} prefetch="intent">
                    <Sign className="icon" aria-hidden />
                    {place}
                    {waiting ? <Waiting count={waiting} /> : null}
                  </NavLink>
                  {below.map((one) => (
                    <NavLink key={one.path} to={one.path} prefetch="intent" className="below">
                      <span className="visually-hidden">{place}: </span>
                      {one.name}
                    </NavLink>
                  ))}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Me frame={frame} />
    </>
  );
}

function Waiting({ count }: { count: number }) {
  return (
    <b className="num">
      {count > 999 ? "999+" : count}
      <span className="visually-hidden"> waiting</span>
    </b>
  );
}

function Me({ frame: { person, theme } }: { frame: LayoutData }) {
  return (
    <div className="me">
      <a className="who" href="/myprofile">
        {person.photo ? (
          <img src={person.photo} alt="" width={32} height={32} />
        ) : (
          <ClothThumbnail seed={person.id} tone="blue" width={64} height={64} />
        )}
        <span>
          {person.name}
          <small>{person.email}</small>
        </span>
      </a>
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

/** Shown for a company that has not given its name yet. */
const nameless = "Dashboard";

function Logo({ name }: { name: string }) {
  return (
    <>
      <svg viewBox="0 0 30 30" aria-hidden="true">
        <path d="M15 3h0M11.4 7h7.2M7.8 11h14.4M3.6 15h5.4M21 15h5.4M7.8 19h14.4M11.4 23h7.2M15 27h0" />
      </svg>
      <span>{name || nameless}</span>
    </>
  );
}

const after: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const signs = { system: Monitor, light: Sun, dark: Moon };
const words = { system: "as the device has it", light: "light", dark: "dark" };

/** From light to dark to what the device has. */
function ThemeSwitch({ theme }: { theme: Theme }) {
  const fetcher = useFetcher();
  const { pathname, search } = useLocation();
  const shown = readTheme(fetcher.formData) ?? theme;
  useEffect(() => {
    document.documentElement.dataset.theme = shown;
  }, [shown]);
  const Sign = signs[shown];
  const name = `Colours: ${words[shown]}. Change to ${words[after[shown]]}`;
  return (
    <fetcher.Form method="post" action="/dashboard/theme">
      <input type="hidden" name="intent" value="theme" />
      <input type="hidden" name="theme" value={after[shown]} />
      <input type="hidden" name="back" value={pathname + search} />
      <button className="btn icon-only quiet" type="submit" title={name}>
        <Sign className="icon" aria-hidden />
        <span className="visually-hidden">{name}</span>
      </button>
    </fetcher.Form>
  );
}

function readTheme(form: FormData | undefined): Theme | null {
  const sent = form?.get("theme");
  return sent === "light" || sent === "dark" || sent === "system" ? sent : null;
}
