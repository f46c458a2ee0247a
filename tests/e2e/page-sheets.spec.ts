import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "../support/e2e.ts";

const sheets = globSync("build/client/assets/*-page-*.css").map((path) => ({
  name: basename(path),
  text: readFileSync(path, "utf8"),
}));

for (const path of [
  "/",
  "/services",
  "/services/Web-Development",
  "/media",
  "/media/Open-desk%2C-first-Saturday-of-the-month",
  "/clients",
  "/portfolio",
  "/portfolio/A-bookshop-in-two-scripts",
  "/about",
  "/contact",
  "/calltoaction",
  "/blog",
  "/blog/Why-our-estimates-have-two-numbers",
  "/authors",
  "/authors/Tithi-Oleek",
  "/search?q=web",
  "/terms",
  "/login",
  "/registration",
  "/newsletter",
  "/newsletter/archive",
  "/no-such-page",
])
  test(`${path} links every style sheet with rules for it @once`, async ({ page }) => {
    expect(sheets.length).toBeGreaterThan(5);
    await page.goto(path);
    const missing = await page.evaluate((sheets) => {
      const parseRules = (text: string) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        return styleRules(sheet.cssRules);
      };
      const styleRules = (rules: CSSRuleList): CSSStyleRule[] =>
        [...rules].flatMap((rule) => {
          if (rule instanceof CSSStyleRule) return [rule];
          return rule instanceof CSSGroupingRule ? styleRules(rule.cssRules) : [];
        });
      const isLinked = ({ name }: { name: string }) =>
        document.querySelector(`link[rel="stylesheet"][href$="/${name}"], style[data-sheet$="/${name}"]`) !==
        null;
      const loadedRules = new Set(
        sheets.filter(isLinked).flatMap(({ text }) => parseRules(text).map((rule) => rule.cssText)),
      );
      return sheets
        .filter((sheet) => !isLinked(sheet))
        .flatMap(({ name, text }) =>
          parseRules(text)
            .filter((rule) => !loadedRules.has(rule.cssText) && document.querySelector(rule.selectorText))
            .map((rule) => `${name}: ${rule.selectorText}`),
        );
    }, sheets);
    expect(missing).toEqual([]);
  });
