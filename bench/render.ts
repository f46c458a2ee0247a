import { costOf, openInProcess } from "./in-process.ts";

export interface RenderCost {
  path: string;
  cpu: number;
}

/** What one uncached page costs, sample content. */
export async function measureRender(paths: readonly string[]): Promise<RenderCost[]> {
  await using site = await openInProcess({ sample: true });
  const costs: RenderCost[] = [];
  for (const path of paths) costs.push({ path, cpu: await costOf(site.application, path) });
  return costs;
}
