// @vitest-environment jsdom
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { AccountField, AccountForm } from "#app/site/account/forms/account-form.tsx";
import { addressDraft } from "#app/site/forms/form-draft.ts";
import { forgetSentText, startDrafts } from "./drafts.ts";
import { setPlace } from "./place.ts";

let visits = 0;

beforeAll(() => startDrafts());
beforeEach(() => sessionStorage.clear());

/** Shows a page with one form, as a navigation does. */
function show({ draft, email = "" }: { draft: string; email?: string }): HTMLFormElement {
  document.body.innerHTML = renderToStaticMarkup(
    <AccountForm
      intent="save"
      answer={undefined}
      submit="Save"
      values={{ name: "Amina", email }}
      draft={draft}
    >
      <AccountField label="Name" name="name" autoComplete="name" />
      <AccountField label="E-mail" name="email" type="email" autoComplete="email" />
      <AccountField label="Password" name="password" type="password" autoComplete="current-password" />
      <AccountField label="Code" name="code" type="digits" autoComplete="one-time-code" />
    </AccountForm>,
  );
  setPlace({ pathname: "/myprofile", key: String(visits++) });
  const form = document.querySelector("form");
  if (!form) throw new Error("the form is missing");
  return form;
}

function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement {
  const field = form.querySelector<HTMLInputElement>(`[name=${name}]`);
  if (!field) throw new Error(`${name} is missing`);
  return field;
}

function type(form: HTMLFormElement, name: string, text: string): void {
  const field = fieldOf(form, name);
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

test("puts typed text back until the form is sent", () => {
  type(show({ draft: "profile" }), "name", "Rahima");
  const again = show({ draft: "profile" });
  expect(fieldOf(again, "name").value).toBe("Rahima");
  expect(again.querySelector(".kept")?.textContent).toMatch(/not saved yet/);
  forgetSentText(again);
  const sent = show({ draft: "profile" });
  expect(fieldOf(sent, "name").value).toBe("Amina");
  expect(sent.querySelector(".kept")?.textContent).toBe("");
});

test("stores typed fields only, so that another tab can change the rest", () => {
  type(show({ draft: "profile", email: "old@tea.example" }), "name", "Rahima");
  const again = show({ draft: "profile", email: "new@tea.example" });
  expect(fieldOf(again, "name").value).toBe("Rahima");
  expect(fieldOf(again, "email").value).toBe("new@tea.example");
});

test("never stores passwords and codes", () => {
  const form = show({ draft: "profile" });
  type(form, "password", "seven mango crates");
  type(form, "code", "123456");
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/mango|123456/);
});

test("carries the address to the next form until it has one", () => {
  const first = show({ draft: addressDraft });
  type(first, "email", "rahima@tea.example");
  forgetSentText(first);
  const next = show({ draft: addressDraft });
  expect(fieldOf(next, "email").value).toBe("rahima@tea.example");
  expect(next.querySelector(".kept")?.textContent).toBe("");
  const known = show({ draft: addressDraft, email: "new@tea.example" });
  expect(fieldOf(known, "email").value).toBe("new@tea.example");
});
