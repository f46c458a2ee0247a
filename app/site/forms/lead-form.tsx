import { Island } from "#app/site/islands/island.tsx";
import LeadFormIsland, { type LeadFormProps } from "#app/site/islands/lead-form.tsx";
import { useShellData } from "#app/site/parts/shell-data.ts";

/** A lead form as an island. */
export function LeadForm(props: Omit<LeadFormProps, "hasPrivacy">) {
  const hasPrivacy = useShellData()?.hasPrivacy === true;
  return (
    <Island
      name="lead-form"
      of={LeadFormIsland}
      load="draft"
      props={{ ...props, hasPrivacy }}
      className="lead-form"
    />
  );
}
