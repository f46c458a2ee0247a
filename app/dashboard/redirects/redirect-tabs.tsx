import { Tabs } from "../parts/tabs.tsx";

interface RedirectTabsProps {
  current: "redirects" | "lost" | "ignored";
  redirects: number;
  lost: number;
}

export function RedirectTabs({ current, redirects, lost }: RedirectTabsProps) {
  const path = "/dashboard/redirects";
  const tabs = [
    { name: "Redirects", to: path, isCurrent: current === "redirects", count: redirects },
    { name: "Not found", to: `${path}/lost`, isCurrent: current === "lost", count: lost },
    { name: "Ignored", to: `${path}/lost?view=ignored`, isCurrent: current === "ignored" },
  ];
  return <Tabs label="Redirects and lost addresses" tabs={tabs} />;
}
