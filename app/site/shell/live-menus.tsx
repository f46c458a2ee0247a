import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { MenuItem, ShellData } from "#app/site/parts/shell-data.ts";
import { fetchMenu, retryDelay } from "./fetch-menu.ts";

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
