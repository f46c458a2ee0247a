import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { toSlug } from "#app/domain/content/urls/slug.ts";
import { firstSentence } from "#app/site/parts/prose.ts";
import type { MenuItem } from "#app/site/parts/shell-data.ts";
import { MenuItems, usePlace } from "./header-links.tsx";

interface MenuListProps {
  list: "services" | "media";
  /** Items in the server-rendered page. */
  items: MenuItem[];
  /** Path of the document, until the first navigation. */
  pathname: string;
}

let client: QueryClient | undefined;

/** Client that all submenus of a page share. */
function sharedClient(): QueryClient {
  client ??= new QueryClient();
  return client;
}

/** Navigation submenu, refetched when window or connection return. */
export default function MenuList(props: MenuListProps) {
  // On the server, the shared client would cache the first lists for all pages.
  if (import.meta.env.SSR) return <MenuItems items={props.items} pathname={props.pathname} />;
  return (
    <QueryClientProvider client={sharedClient()}>
      <LiveItems {...props} />
    </QueryClientProvider>
  );
}

function LiveItems({ list, items, pathname }: MenuListProps) {
  const { data } = useQuery({
    queryKey: ["menu", list],
    queryFn: ({ signal }) => fetchMenu(list, signal),
    initialData: items,
    staleTime: 0,
    gcTime: 5 * 60_000,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
    retry: 3,
    retryDelay,
  });
  return <MenuItems items={data} pathname={usePlace().pathname || pathname} />;
}

/** 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, 30_000);
}

/** @throws on an error response, so that it is retried */
async function fetchMenu(name: MenuListProps["list"], signal: AbortSignal): Promise<MenuItem[]> {
  const answer = await fetch(`/api/${name}`, { signal });
  if (!answer.ok) throw new Error(`The list of ${name} answered ${answer.status}`);
  return readMenu(await answer.json(), `/${name}`);
}

/** Converts rows of the API to menu items; skips rows without a title. */
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
        summary: path === "/services" && typeof summary === "string" ? firstSentence(summary) : "",
      },
    ];
  });
}
