import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect } from "react";
import { useFetcher, useLocation } from "react-router";
import type { Theme } from "./theme.ts";

const after: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const signs = { system: Monitor, light: Sun, dark: Moon };
const words = { system: "as the device has it", light: "light", dark: "dark" };

/** From light to dark to what the device has. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
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
      <button className="btn ico q" type="submit" title={name}>
        <Sign className="i" aria-hidden />
        <span className="vh">{name}</span>
      </button>
    </fetcher.Form>
  );
}

function readTheme(form: FormData | undefined): Theme | null {
  const sent = form?.get("theme");
  return sent === "light" || sent === "dark" || sent === "system" ? sent : null;
}
