import { expect, test } from "vitest";
import { languageTag } from "./language-tag.ts";

test.each([
  ["bn", "bn"],
  ["bn_BD", "bn-BD"],
  ["zh-hans", "zh-Hans"],
  ["de_DE_formal", "de-DE"],
  ["pt-br", "pt-BR"],
  ["english", null],
  ["en_", null],
  ["", null],
])("reads %j as the tag %j", (code, tag) => expect(languageTag(code)).toBe(tag));
