// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { FormContext, noChoices, noForm } from "../form-context.ts";
import { categoriesControl } from "./categories-field.tsx";

afterEach(cleanup);

test("submits stored categories in their order, then newly ticked ones", () => {
  const { Control } = categoriesControl;
  const all = [
    { id: "design", name: "Design" },
    { id: "studio", name: "Studio" },
    { id: "work", name: "Work" },
  ];
  const { container } = render(
    <form>
      <FormContext value={{ ...noForm, choices: { ...noChoices, categories: { blog: all } } }}>
        <Control
          name="categories"
          input={{ control: "categories", taxonomy: "blog", label: "Categories", hint: "" }}
          value={["work", "design"]}
          draw={() => null}
        />
      </FormContext>
    </form>,
  );
  const form = container.querySelector("form") ?? undefined;
  const sent = () => new FormData(form).getAll("categories");
  const tick = (name: string) => fireEvent.click(screen.getByRole("checkbox", { name }));
  expect(screen.getAllByRole("checkbox").map((box) => box.closest("label")?.textContent)).toEqual([
    "Design",
    "Studio",
    "Work",
  ]);
  expect(sent()).toEqual(["work", "design"]);
  tick("Studio");
  expect(sent()).toEqual(["work", "design", "studio"]);
  tick("Work");
  expect(sent()).toEqual(["design", "studio"]);
});
