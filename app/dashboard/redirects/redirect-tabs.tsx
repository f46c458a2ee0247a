import { Tabs } from "../parts/tabs.tsx";

interface RedirectTabsProps {
  current: "redirects" | "automatic" | "lost" | "ignored";
  redirects: number;
  automatic: number;
  lost: number;
}

export function RedirectTabs({ current, redirects, automatic, lost }: RedirectTabsProps) {
  const path = "/dashboard/redirects";
  const tabs = [
    { name: "Redirects", to: path, isCurrent: current === "redirects", count: redirects },
    {
      name: "Automatic",
      to: `${path}?view=automatic`,
      isCurrent: current === "automatic",
      count: automatic,
    },
    { name: "Broken addresses", to: `${path}/lost`, isCurrent: current === "lost", count: lost },
    { name: "Ignored", to: `${path}/lost?view=ignored`, isCurrent: current === "ignored" },
  ];
  return <Tabs label="Redirects and broken addresses" tabs={tabs} />;
}
