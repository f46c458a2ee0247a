// @vitest-environment jsdom
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { hydrateIsland } from "./hydrate.ts";

function Form() {
  return (
    <form>
      <input name="name" defaultValue="Amina" />
      <textarea name="message" defaultValue="" />
      <select name="service" defaultValue="">
        <option value="">Any</option>
        <option>Shop</option>
      </select>
      <input name="consent" type="checkbox" />
      <input name="reply" type="radio" value="mail" defaultChecked />
      <input name="reply" type="radio" value="call" />
    </form>
  );
}

test("keeps what was entered before the script ran", async () => {
  const island = document.createElement("div");
  island.innerHTML = renderToString(<Form />);
  const control = <Element extends HTMLElement>(selector: string) => {
    const found = island.querySelector<Element>(selector);
    if (!found) throw new Error(`${selector} is missing`);
    return found;
  };
  control<HTMLInputElement>("[name=name]").value = "Rahima";
  control<HTMLTextAreaElement>("[name=message]").value = "Hello";
  control<HTMLSelectElement>("select").value = "Shop";
  control<HTMLInputElement>("[name=consent]").checked = true;
  control<HTMLInputElement>("[value=call]").checked = true;
  const root = await hydrateIsland(island, Form, {});
  expect(control<HTMLInputElement>("[name=name]").value).toBe("Rahima");
  expect(control<HTMLTextAreaElement>("[name=message]").value).toBe("Hello");
  expect(control<HTMLSelectElement>("select").value).toBe("Shop");
  expect(control<HTMLInputElement>("[name=consent]").checked).toBe(true);
  expect(control<HTMLInputElement>("[value=call]").checked).toBe(true);
  expect(control<HTMLInputElement>("[value=mail]").checked).toBe(false);
  root.unmount();
});
