import { orNotFound } from "../content/or-not-found.ts";
import { act } from "../parts/act.ts";
import { refusalIn } from "../parts/answer.ts";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/file.ts";
import { DeleteFile } from "./delete-file.tsx";
import { DetailsForm } from "./details-form.tsx";
import { fileDeeds, takeReplacement } from "./file-deeds.ts";
import { FileFacts } from "./file-facts.tsx";
import { InTrash } from "./in-trash.tsx";
import { libraryPath } from "./library-address.ts";
import { readFileScreen } from "./read-file-screen.ts";
import { ReplaceForm } from "./replace-form.tsx";
import { carriesFiles } from "./take-uploads.ts";
import { WhereUsed } from "./where-used.tsx";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  const { db, publicUrl } = await openScreen(args);
  return orNotFound(readFileScreen(db, args.params.id, publicUrl));
}

export async function action(args: Route.ActionArgs) {
  const { id } = args.params;
  return carriesFiles(args.request) ? takeReplacement(args, id) : act(args, "editor", fileDeeds(id));
}

const up = [{ name: "Files", path: libraryPath }];

export default function File({ loaderData: screen, actionData }: Route.ComponentProps) {
  const { file, places } = screen;
  const refused = refusalIn(actionData);
  return (
    <Screen title={file.name} crumbs={up} answer={actionData}>
      <div className="pad two file">
        <div className="stack">
          {file.deletedAt !== null && <InTrash />}
          <DetailsForm key={`${file.id} ${file.version}`} screen={screen} refused={refused} />
        </div>
        <div className="stack">
          <FileFacts screen={screen} />
          <WhereUsed places={places} />
          {file.deletedAt === null && <ReplaceForm file={file} refused={refused} />}
          {file.deletedAt === null && <DeleteFile places={places} />}
        </div>
      </div>
    </Screen>
  );
}
