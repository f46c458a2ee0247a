import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { requireFreePorts } from "./start.ts";

const env = { host: "127.0.0.1", port: 0, metricsPort: null, inheritedSocket: null };

test("rejects a port in use before content is created", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo; // of a TCP server
  await expect(requireFreePorts({ ...env, port })).rejects.toThrow(/^PORT: port \d+ is in use/);
  const metrics = requireFreePorts({ ...env, metricsPort: port });
  await expect(metrics).rejects.toThrow(/^METRICS_PORT: port \d+ is in use/);
  await requireFreePorts({ ...env, port, inheritedSocket: 0 });
  other.close();
  await once(other, "close");
  await requireFreePorts({ ...env, port });
});
