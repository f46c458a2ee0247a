import { useQuery } from "@tanstack/react-query";
import { toSlug } from "#app/content/slug.ts";
import type { MenuItem, ShellData } from "#app/site/parts/shell-data.ts";

/** The two lists of the navigation: in the page from the start, asked for again when the window or the line comes back. */
export function useMenus(initial: ShellData["menus"]): ShellData["menus"] {
  return {
    services: useMenu("services", initial.services),
    media: useMenu("media", initial.media),
  };
}

function useMenu(name: "services" | "media", initialData: MenuItem[]): MenuItem[] {
  const { data } = useQuery({
    queryKey: ["menu", name],
    queryFn: ({ signal }) => fetchMenu(name, signal),
    initialData,
    staleTime: 0,
    gcTime: 5 * 60_000,
    refetchOnMount: false,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
    retry: 3,
    retryDelay,
  });
  return data;
}

/** 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, 30_000);
}

async function fetchMenu(name: string, signal: AbortSignal): Promise<MenuItem[]> {
  const answer = await fetch(`/api/${name}`, { signal });
  if (!answer.ok) throw new Error(`The list of ${name} answered ${answer.status}`);
  return readMenu(await answer.json(), `/${name}`);
}

/** The rows of an API list as the menu shows them; what is no row with a title is passed over. */
export function readMenu(rows: unknown, path: string): MenuItem[] {
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: Record<string, unknown> | null) => {
    const { _id: id, title, summary } = row ?? {};
    if (typeof id !== "string" || typeof title !== "string") return [];
    return [
      {
        id,
        title,
        path: `${path}/${encodeURIComponent(toSlug(title))}`,
        summary: path === "/services" && typeof summary === "string" ? summary : "",
      },
    ];
  });
}
