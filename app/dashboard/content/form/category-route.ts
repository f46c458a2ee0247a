import { requireScreen } from "#app/dashboard/parts/require-screen.ts";
import { recordAudit } from "#app/domain/audit/audit.ts";
import { createCategory } from "#app/domain/content/categories/categories.ts";
import { taxonomies } from "#app/domain/content/kinds.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { write } from "#app/platform/database/database.ts";
import { publicForm, readForm } from "#app/platform/http/bodies/read-form.ts";
import type { Route } from "./+types/category-route.ts";

/** Creates a category from a category field. */
export async function action(args: Route.ActionArgs) {
  const { db, actionContext } = await requireScreen(args);
  const headers = { "cache-control": "no-store" };
  try {
    const form = await readForm(args.request, publicForm);
    const taxonomy = taxonomies.find(({ name }) => name === form.get("taxonomy"))?.name;
    if (!taxonomy) throw new DomainError("missing", "There are no such categories.");
    const { id, name } = await write(db, async (tx) => {
      const made = await createCategory(tx, taxonomy, { name: String(form.get("name") ?? "") });
      await recordAudit(tx, actionContext.actor, "category.create", made.id, made.name);
      return made;
    });
    return Response.json({ id, name }, { headers });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return Response.json(
      { error: Object.values(error.fields)[0] ?? error.message },
      { status: 422, headers },
    );
  }
}

/** GET is not supported. */
export function loader() {
  return new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
}
