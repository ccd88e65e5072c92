/**
 * Phone menus (IVR): which words are a menu's, and whether the same menu is heard again and again. Pure.
 *
 * M1. Words are a menu's if they say which key does what, or request a number by keys. Every language below is looked for in
 *     every call: menus greet in several.
 * M2. A menu counts as heard again if half of its pairs of neighbouring words were in an earlier one, whatever a recogniser made
 *     of the rest. Pairs, because all menus have the words of keys in common.
 * M3. A person between two menus does not reset the counts: a queue may lead back to the same menu.
 */

// cspell:disable -- menus in many languages
const KEY = {
  en: String.raw`(?:\d|zero|one|two|three|four|five|six|seven|eight|nine|star|pound|hash)`,
  de: String.raw`(?:\d|null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun|stern|raute)`,
  es: String.raw`(?:\d|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|asterisco|numeral|almohadilla)`,
  fr: String.raw`(?:\d|zéro|un|deux|trois|quatre|cinq|six|sept|huit|neuf|étoile|dièse)`,
  it: String.raw`(?:\d|zero|uno|due|tre|quattro|cinque|sei|sette|otto|nove|asterisco|cancelletto)`,
  pt: String.raw`(?:\d|zero|um|dois|três|quatro|cinco|seis|sete|oito|nove|asterisco|cerquilha)`,
  nl: String.raw`(?:\d|nul|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|sterretje|hekje)`,
  pl: String.raw`(?:\d|zero|jeden|dwa|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|gwiazdkę|krzyżyk)`,
} as const;
// cspell:enable

/** Words with the borders of words in every script. */
const words = (pattern: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, 'u');

// cspell:disable -- menus in many languages
const MENU: readonly RegExp[] = [
  words(`press (?:the |or say )?(?:number |button |key )?${KEY.en}`),
  words(`say or press ${KEY.en}`),
  words(
    '(?:enter|key in|type in) (?:your|the|a) (?:[\\p{L}\\p{N}-]+ ){0,6}(?:number|code|pin|id|digits|extension|birth)',
  ),
  words('followed by the (?:pound|hash|star)(?: key| sign)?'),
  words('(?:our )?menu options have (?:recently )?changed|(?:return|go back) to the main menu'),
  words(`(?:drücken|wählen) sie (?:bitte )?(?:die )?(?:taste )?${KEY.de}`),
  words('geben sie (?:bitte )?(?:nun |jetzt )?ihre (?:[\\p{L}\\p{N}-]+ ){0,4}ein'),
  words(`(?:oprima|presione|pulse|marque|digite) (?:el |la |la tecla |el número )?${KEY.es}`),
  words(`(?:tapez|appuyez sur) (?:la touche |le |la |sur le |sur la )?${KEY.fr}`),
  words(`(?:faites|composez) le ${KEY.fr}`),
  words(`(?:digiti|digitare|prema|premere|premi|selezioni) (?:il |il tasto |la )?${KEY.it}`),
  words(`(?:digite|disque|pressione|tecle|aperte) (?:a |o |a tecla |o número )?${KEY.pt}`),
  words(`(?:toets|druk(?: op)?) (?:de )?${KEY.nl}`),
  words(`(?:naciśnij|wciśnij|wybierz) ${KEY.pl}`),
];
// cspell:enable

const normalised = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** M1 */
export const isMenu = (text: string): boolean => {
  const plain = normalised(text);
  return MENU.some((pattern) => pattern.test(plain));
};

/** Share of the shorter menu's pairs that are in the other if both are the same. */
const ALIKE = 0.5;
/** Menus that are remembered, the latest. */
const MAX_MENUS = 20;
/** Words of one that are compared. */
const MAX_WORDS = 200;

export interface MenuWatch {
  /** The words of a turn: how often this menu was heard by now, from 1; 0 if it is none. */
  hear(text: string): number;
}

export const createMenuWatch = (): MenuWatch => {
  const menus: { pairs: ReadonlySet<string>; count: number }[] = [];
  return {
    hear: (text) => {
      if (!isMenu(text)) return 0;
      const heard = pairsOf(text);
      const known = menus.find((menu) => alike(menu.pairs, heard));
      if (known === undefined) {
        menus.push({ pairs: heard, count: 1 });
        if (menus.length > MAX_MENUS) menus.shift();
        return 1;
      }
      known.count += 1;
      // The longest hearing: one that was cut off is part of it.
      if (heard.size > known.pairs.size) known.pairs = heard;
      return known.count;
    },
  };
};

const pairsOf = (text: string): ReadonlySet<string> => {
  const heard = normalised(text).split(' ').slice(0, MAX_WORDS);
  return new Set(heard.slice(1).map((word, index) => `${heard[index]} ${word}`));
};

/** M2 */
const alike = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  const common = [...fewer].filter((pair) => more.has(pair)).length;
  return common / fewer.size >= ALIKE;
};
