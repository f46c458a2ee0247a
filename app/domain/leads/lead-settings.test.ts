import { expect, test } from "vitest";
import { issuesOf } from "#app/lib/errors/check-input.ts";
import { emptyLeadSettings, leadSettingsSchema } from "./lead-settings.ts";

/** Settings as stored by the first version. */
const stored = {
  notices: {
    message: { people: ["0d9f3c1e"], addresses: ["sales@shapla.example"], pace: "hourly" },
    call: { people: [], addresses: [], pace: "never" },
    subscriber: { people: [], addresses: [], pace: "at-once" },
    "failed-mail": { people: [], addresses: [], pace: "at-once" },
  },
  receipt: { isOn: false, text: "Thank you.\nWe answer soon." },
  answer: { withinHours: null, hours: { days: [1, 2, 7], from: "10:00", to: "18:30" } },
  retention: { closedMonths: null, spamDays: 30, traceDays: 14 },
  spam: { mostLinks: 0, scripts: ["Bengali"] },
};

/** Added in a later version. */
const canary = { isOn: true, firstHour: 6, secondHour: 18, addresses: [] };

test("reads settings of an earlier version unchanged", () => {
  expect(leadSettingsSchema.parse(JSON.parse(JSON.stringify(stored)))).toEqual({ ...stored, canary });
});

test("fills missing settings with defaults", () => {
  const { spam: _, ...older } = stored;
  expect(leadSettingsSchema.parse({ ...older, answer: { withinHours: 8 } })).toEqual({
    ...stored,
    canary,
    answer: { withinHours: 8, hours: null },
    spam: { mostLinks: 3, scripts: ["Latin", "Bengali", "Devanagari", "Arabic"] },
  });
  expect(emptyLeadSettings.notices.subscriber).toEqual({ people: [], addresses: [], pace: "daily" });
});

test("reports each error by its field name", () => {
  const answer = { withinHours: 300, hours: { days: [], from: "18:00", to: "9" } };
  const notices = { message: { addresses: ["a@b.example", "nobody@"] } };
  const result = leadSettingsSchema.safeParse({ ...stored, notices, answer, spam: { mostLinks: "two" } });
  const issues = result.error ? issuesOf(result.error) : [];
  expect(Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]))).toEqual({
    "notices.message.addresses": "nobody@: Enter an e-mail address such as name@company.example",
    "answer.withinHours": "Write a whole number from 1 to 240, or leave it empty",
    "answer.hours.days": "Tick at least one day",
    "answer.hours.to": "Enter a time such as 09:00",
    "spam.mostLinks": "Write a whole number from 0 to 50",
  });
});
