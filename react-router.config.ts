import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // One small cached file lists all routes, so there is no endpoint that lists them by address.
  routeDiscovery: { mode: "initial" },
  // Client actions are small; separate files would add a request to each form.
  splitRouteModules: false,
  // Pages without a Referer send forms with the origin "null"; `guard.ts` checks the sender of every form.
  allowedActionOrigins: ["null"],
} satisfies Config;
