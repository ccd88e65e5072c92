/** Language tags (BCP 47). */

/** `en` for `en-GB` or `en_GB`: the language without its region and script, in lower case. */
export const languageOf = (tag: string): string => tag.split(/[-_]/)[0]?.toLowerCase() ?? tag;
