import { accountErrors } from "#app/domain/accounts/account-errors.ts";
import { savePhoto } from "#app/domain/accounts/profile/profile.ts";
import { signedOf } from "#app/domain/routing/guard.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { publicForm } from "#app/platform/http/bodies/read-form.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import { linkSheets } from "#app/site/seo/head.ts";
import { AccountField, AccountForm } from "../forms/account-form.tsx";
import { describePlainPage } from "../forms/account-page.tsx";
import { privateHeaders, privatePage, redirectOn, takeForm } from "../forms/account-route.ts";
import type { Route } from "./+types/photo.ts";
import { SubPage } from "./profile-layout.tsx";

export const links = linkSheets(accountSheet);

export async function loader(args: Route.LoaderArgs) {
  const { person } = signedOf(args.context);
  return privatePage(args, { image: person.image });
}

/** Matches the limit in the hint of the field. */
const photoForm = { ...publicForm, fileBytes: 5_000_000 };

export function action(args: Route.ActionArgs) {
  return takeForm(
    args,
    async (sent, accounts, accountRequest) => {
      if (sent.intent === "remove") {
        const { cookies } = await savePhoto(accounts, accountRequest, null);
        return redirectOn("/myprofile?done=no-photo", cookies);
      }
      const file = sent.file("photo");
      if (!file)
        throw new DomainError("invalid", "There is no picture yet.", {
          fields: { photo: "Choose a picture" },
        });
      const { cookies } = await savePhoto(accounts, accountRequest, await file.bytes()).catch(nameField);
      return redirectOn("/myprofile?done=photo", cookies);
    },
    photoForm,
  );
}

/** Throws the refusal of a file as an error of the form's field. */
function nameField(error: unknown): never {
  const refused = error instanceof DomainError ? error.fields.file : undefined;
  throw refused ? accountErrors.field("photo", refused) : error;
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Your photo", "/myprofile/photo");
}

export default function Photo({ loaderData: { image }, actionData: answer }: Route.ComponentProps) {
  return (
    <SubPage title="Your photo" lead="Only you and our staff see it.">
      {image && <img className="photo" src={image} alt="You" width={192} height={192} />}
      <AccountForm intent="photo" answer={answer} submit="Save photo" pending="Sending…" hasFile>
        <AccountField
          label="Picture"
          name="photo"
          type="file"
          autoComplete="off"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          hint="JPEG, PNG, WebP, AVIF or GIF, at most 5 MB and 25 megapixels."
        />
      </AccountForm>
      {image && <AccountForm intent="remove" answer={answer} submit="Remove photo" look="btn quiet" />}
    </SubPage>
  );
}
