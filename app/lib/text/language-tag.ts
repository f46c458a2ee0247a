/** BCP 47 tag (language, script, region) of a language code or locale, such as `bn-BD` for `bn_BD`; null if invalid. */
export function languageTag(code: string): string | null {
  if (!/^[a-z]{2,3}(?:[_-][a-z\d]{2,8}){0,4}$/i.test(code)) return null;
  try {
    const { language, script, region } = new Intl.Locale(code.replaceAll("_", "-"));
    return [language, script, region].filter((part) => part !== undefined).join("-");
  } catch {
    return null;
  }
}
