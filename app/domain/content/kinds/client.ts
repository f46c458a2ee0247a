import { flag, group, icon, image, inCard, line, text, url } from "#app/lib/fields/fields.ts";
import { defineKind } from "../kind.ts";

export const client = defineKind({
  name: "client",
  plural: "clients",
  path: "/clients",
  hasPage: false,
  inMenu: false,
  sidebarPosition: 30,
  label: { one: "Client", many: "Clients" },
  titleLabel: "Name",
  dashboard: { list: "manageclient", add: "addclient", edit: "updateclient" },
  fields: {
    logo: image("Logo"),
    icon: icon("Icon if there is no logo"),
    website: url("Website"),
    industry: line("Industry", { max: 80, facet: true }),
    testimonial: inCard(
      group("Testimonial", {
        quote: text("Quote", { max: 600 }),
        name: line("Name"),
        role: line("Role and company"),
        picture: image("Photo"),
      }),
    ),
    featured: flag("Featured"),
  },
  order: "position",
  pageSize: 60,
});
