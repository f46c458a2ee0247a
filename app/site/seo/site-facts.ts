import type { Settings } from "#app/company/settings-schema.ts";

/** What the head of every page says besides the page's own: the company's name (its host as long as it has none), and the origin for full addresses. */
export interface SiteFacts {
  company: string;
  publicUrl: string;
}

export function siteFacts({ company }: Settings, publicUrl: URL): SiteFacts {
  return { company: company.name || publicUrl.host, publicUrl: publicUrl.origin };
}
