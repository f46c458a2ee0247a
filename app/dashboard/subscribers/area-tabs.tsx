import { Tabs } from "../parts/tabs.tsx";

/** The two halves of "Calls and subscribers". */
export function AreaTabs({ current }: { current: "subscribers" | "requests" }) {
  return (
    <Tabs
      label="Calls and subscribers"
      tabs={[
        { name: "Subscribers", to: "/dashboard/call", isCurrent: current === "subscribers" },
        { name: "Call requests", to: "/dashboard/call/requests", isCurrent: current === "requests" },
      ]}
    />
  );
}
