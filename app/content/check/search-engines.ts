import { advice, countCharacters, type Draft, type Finding } from "./finding.ts";

/** About as much as search engines show. */
const longest = { title: 60, description: 160 };
const shortest = { description: 50 };

/** Whether what search engines show of the page is there and of a length they show. */
export function checkSearchEngines({ kind, data }: Draft): Finding[] {
  if (!kind.hasPage) return [];
  return [...checkTitle(data), ...checkDescription(data)];
}

function checkTitle({ title, seo }: Draft["data"]): Finding[] {
  const field = seo.title ? "seo.title" : "title";
  const length = countCharacters(seo.title || title);
  if (length <= longest.title) return [];
  const way = seo.title ? "shorten it" : "give a shorter one for search engines";
  return [
    advice(
      field,
      `The title has ${length} characters; search engines cut after about ${longest.title}: ${way}.`,
    ),
  ];
}

function checkDescription({ summary, seo }: Draft["data"]): Finding[] {
  const field = seo.description ? "seo.description" : "summary";
  const length = countCharacters(seo.description || summary);
  if (length === 0)
    return [advice("summary", "Without a summary search engines and lists choose words of their own.")];
  if (length > longest.description)
    return [
      advice(
        field,
        `The description has ${length} characters; search engines cut after about ${longest.description}.`,
      ),
    ];
  return length < shortest.description
    ? [advice(field, `The description has only ${length} characters; one or two sentences say more.`)]
    : [];
}
