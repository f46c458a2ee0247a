import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // The whole route table is one small cached file: no address can be asked about by the thousand.
  routeDiscovery: { mode: "initial" },
  // What a form does when it is sent is a few bytes, which would cost each page with a form a request.
  splitRouteModules: false,
  // Pages that keep a secret out of Referer make browsers name no origin with a form ("null"); every action looks itself
  // whether what it is sent comes from a page of ours.
  allowedActionOrigins: ["null"],
} satisfies Config;
