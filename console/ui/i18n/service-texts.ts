/** Fixed texts of the service, which speaks English, in the language of the page. */

/** Finds the translation of a text; undefined for another text. Both records have the same names. */
export const textFinder = (
  english: Readonly<Record<string, string>>,
  translated: Readonly<Record<string, string>>,
): ((text: string) => string | undefined) => {
  const found = new Map(Object.entries(english).map(([name, text]) => [text, translated[name] ?? text]));
  return (text) => found.get(text);
};
