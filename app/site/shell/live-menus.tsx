import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { toSlug } from "#app/content/urls/slug.ts";
import { firstSentence } from "#app/site/parts/prose.ts";
import type { MenuItem, ShellData } from "#app/site/parts/shell-data.ts";

type Menus = ShellData["menus"];

interface LiveMenusProps {
  initial: Menus;
  onChange(menus: Menus): void;
}

/** The lists of the navigation, asked for again whenever the window or the line comes back. Draws nothing itself. */
export default function LiveMenus(props: LiveMenusProps): ReactNode {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <Watch {...props} />
    </QueryClientProvider>
  );
}

function Watch({ initial, onChange }: LiveMenusProps) {
  const services = useMenu("services", initial.services);
  const media = useMenu("media", initial.media);
  useEffect(() => onChange({ services, media }), [services, media, onChange]);
  return null;
}

function useMenu(name: "services" | "media", initialData: MenuItem[]): MenuItem[] {
  const { data } = useQuery({
    queryKey: ["menu", name],
    queryFn: ({ signal }) => fetchMenu(name, signal),
    initialData,
    staleTime: 0,
    gcTime: 5 * 60_000,
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

/** What the API has to say now; whatever else it answers is a failure, to be tried again. */
async function fetchMenu(name: "services" | "media", signal: AbortSignal): Promise<MenuItem[]> {
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
        summary: path === "/services" && typeof summary === "string" ? firstSentence(summary) : "",
      },
    ];
  });
}
