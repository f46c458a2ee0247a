import { Cloth } from "#app/site/parts/cloth.tsx";
import { languageOf } from "#app/site/parts/language.ts";
import { RichText } from "#app/site/parts/rich-text.tsx";

/** How the company came to be, beside its cloth. */
export function Story({ seed, lead, html }: { seed: string; lead: string; html: string }) {
  if (lead === "" && html === "") return null;
  return (
    <section className="story g flush">
      <Cloth seed={seed} tone="deep" layout="phul" width={560} height={640} eager />
      <div className="told">
        {lead && (
          <p className="opening" lang={languageOf(lead)}>
            {lead}
          </p>
        )}
        {html && <RichText html={html} />}
      </div>
    </section>
  );
}
