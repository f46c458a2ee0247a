import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // The whole route table is one small cached file: no address can be asked about by the thousand.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
