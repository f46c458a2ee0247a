import { entries, icon, inCard, line, list, richText, text } from "#app/lib/fields/fields.ts";
import { defineKind } from "../kind.ts";

export const service = defineKind({
  name: "service",
  plural: "services",
  path: "/services",
  hasPage: true,
  inMenu: true,
  sidebarPosition: 10,
  label: { one: "Service", many: "Services" },
  dashboard: { list: "manageservice", add: "addservice", edit: "updateservice" },
  fields: {
    icon: icon("Icon"),
    body: richText("Description"),
    facts: inCard(
      list(
        "Facts",
        { label: line("Label"), value: line("Value") },
        { hint: "The first two also appear in lists, e.g. price and duration.", row: "fact" },
      ),
    ),
    features: inCard(list("Features", { title: line("Title"), text: text("Text") }, { row: "feature" })),
    steps: list(
      "Process steps",
      { when: line("When"), title: line("Title"), text: text("Text") },
      { row: "step" },
    ),
    questions: list(
      "Questions and answers",
      { question: line("Question", { max: 300 }), answer: text("Answer") },
      { row: "question" },
    ),
    work: entries("Case studies", "portfolio"),
  },
  order: "position",
  pageSize: 20,
});
