/** Money, units, percentages, fractions, ordinals and plain numbers, and ranges of them. */
import { type CardinalForm, type Grammar, type Name, type Numeral, nameFor } from './grammar.js';
import { numberSource, numeralOf, quantityOf, sayNumeral, spacedNumberSource } from './numerals.js';
import {
  anyOf,
  capital,
  keepingFullStop,
  matchAt,
  notAtLetters,
  type Place,
  type Rule,
  type Spoken,
  wordBefore,
  wordsBefore,
} from './place.js';

const SIGNS: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  R$: 'BRL',
  C$: 'CAD',
  CA$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
};
const GAP = String.raw`[ \u00a0\u202f]?`;
const RANGE = `${GAP}[-–—]${GAP}`;
const END = '(?![A-Za-zªºÀ-ÖØ-öø-ɏ0-9])';
/** The dot of German millions before what they count, which is written with a capital as the beginning of a sentence is. */
const MILLIONS_DOT = String.raw`(?<=\dM(?:io|rd)|\sM(?:io|rd))\.(?=[ \u00a0\u202f](?!(?:Das|Der|Die|Es|Ein|Eine|Sie|Wir|Ich|Und|Aber|Wenn|Dann|Davon|Dazu)[ ,])[A-ZÄÖÜ])`;
/** The dot of an abbreviated unit inside a sentence: "5 min. from here". */
const UNIT_DOT = String.raw`(?:\.(?=[ \u00a0\u202f][a-zß-öø-ɏ]|[,;:)])|${MILLIONS_DOT})?`;
const sticky = (source: string): RegExp => new RegExp(source, 'y');

/** Between millions, but not thousands, and a currency. */
const OF: Readonly<Record<string, string>> = { es: 'de ', it: 'di ', pt: 'de ', fr: 'de ' };
const THOUSAND = /^mil(?:a|le)?$/;
const SCALES: Readonly<Record<string, string>> = {
  en: 'thousand|million|billion|trillion',
  de: String.raw`Tausend|Millionen|Million|Milliarden|Milliarde|Mio\.?|Mrd\.?`,
  es: 'mil|millones|millón',
  fr: 'mille|millions|million|milliards|milliard',
  it: 'mila|milioni|milione|miliardi|miliardo',
  pt: 'mil|milhões|milhão|bilhões|bilhão',
};

/** Abbreviated scales, without their dot. */
const SCALE_NAMES: Readonly<Record<string, Name>> = {
  Mio: ['Million', 'Millionen'],
  Mrd: ['Milliarde', 'Milliarden'],
};

const scaleName = (written: string, value: number): string => {
  const names = SCALE_NAMES[written.replace(/\.$/, '')];
  return names === undefined ? written : nameFor(names, value);
};

/** "Eine Million": the large numbers of German are feminine nouns. */
const agreeing = (grammar: Grammar, spoken: string): string =>
  grammar.language === 'de' ? spoken.replace(/^eins? (?=Million\b|Milliarde\b)/, 'eine ') : spoken;

interface Wording {
  /** Code by sign, code or name. */
  readonly currencies: ReadonlyMap<string, string>;
  readonly before: string;
  readonly after: string;
}

const wordingOf = (grammar: Grammar): Wording => {
  const currencies = new Map(Object.entries(SIGNS).filter(([, code]) => code in grammar.currencies));
  const names: string[] = [];
  for (const [code, { major }] of Object.entries(grammar.currencies)) {
    currencies.set(code, code);
    for (const name of major) {
      for (const written of [name, capital(name)]) {
        currencies.set(written, code);
        names.push(written);
      }
    }
  }
  const codes = Object.keys(grammar.currencies);
  const signs = [...currencies.keys()].filter((key) => !names.includes(key) && !codes.includes(key));
  return {
    currencies,
    before: `(?:${anyOf(signs)}|(?:${anyOf(codes)}))`,
    after: `(?:${anyOf(signs)}|(?:${anyOf([...codes, ...names])})${END})`,
  };
};

const amountOf = (currency: string, numeral: Numeral) => ({
  whole: Number(numeral.whole),
  cents: numeral.fraction === '' ? 0 : Number(numeral.fraction.padEnd(2, '0').slice(0, 2)),
  currency,
});

const money = (grammar: Grammar): Rule => {
  const { currencies, before, after } = wordingOf(grammar);
  const number = spacedNumberSource(grammar);
  const scale = `(?:${GAP}(${SCALES[grammar.language] ?? '(?!)'})${END})?`;
  const patterns = [
    `(?<sign>${before})${GAP}(?<from>${number})(?:${RANGE}(?:${before})?${GAP}(?<to>${number}))?(?<scale>${scale})`,
    `(?<from>${number})(?:${GAP}(?:${after})?${RANGE}(?<to>${number}))?(?<scale>${scale})${GAP}(?<sign>${after})`,
  ].map(sticky);
  const say = (code: string, numeral: Numeral, written: string): string => {
    const scaled = scaleName(written, quantityOf(numeral));
    if (scaled === '' && numeral.fraction.length <= 2) return grammar.money(amountOf(code, numeral));
    const major = grammar.currencies[code]?.major[1] ?? '';
    const of = THOUSAND.test(scaled) ? '' : (OF[grammar.language] ?? '');
    const joint =
      scaled === ''
        ? ''
        : `${scaled} ${of === 'de ' && grammar.language === 'fr' && /^[aeiou]/.test(major) ? "d'" : of}`;
    return agreeing(grammar, `${sayNumeral(grammar, numeral, 'alone')} ${joint}${major}`);
  };
  return (place) => {
    for (const pattern of patterns) {
      const found = matchAt(pattern, place);
      if (found?.groups === undefined) continue;
      const { sign = '', from = '', to, scale: scaled = '' } = found.groups;
      const code = currencies.get(sign) ?? '';
      const word = scaled.trim();
      if (to === undefined)
        return { length: found[0].length, spoken: say(code, numeralOf(grammar, from), word) };
      const low = sayNumeral(grammar, numeralOf(grammar, from), 'alone');
      const spoken = grammar.range(low, say(code, numeralOf(grammar, to), word), wordBefore(place));
      return { length: found[0].length, spoken };
    }
    return null;
  };
};

/** Numbers with a unit, a percent sign, or nothing. */
const measure = (grammar: Grammar): Rule => {
  const { units, words, language } = grammar;
  // "60 in. long", but "60 in the box".
  const inches = 'in' in units ? String.raw`|in(?=\.)` : '';
  const unit = `${anyOf(Object.keys(units).filter((sign) => sign !== 'in'))}${inches}`;
  const number = numberSource(grammar);
  const spaced = spacedNumberSource(grammar);
  const pattern = sticky(
    String.raw`(?<minus>[-−–](?=\d))?(?<from>${spaced})(?:${GAP}(?:%|°C?)?${RANGE}(?<to>${number}))?(?:(?<percent>${GAP}%)|${GAP}(?<unit>${unit})(?:/(?<per>${unit}))?${END}${UNIT_DOT})`,
  );
  const plain = sticky(
    String.raw`(?<minus>[-−–](?=\d))?(?<from>${number})(?:${RANGE}(?<to>${number}))?(?![\d])`,
  );
  const isSingular = (value: number): boolean => (language === 'fr' ? value < 2 : value === 1);
  const unitName = (sign: string, numeral: Numeral): string => {
    const [one, many] = units[sign] ?? ['', ''];
    return isSingular(quantityOf(numeral)) ? one : many;
  };
  /** "30-km-Zone", "a 5-minute walk": a hyphen continues the word. */
  const isMinus = ({ text, at }: Place): boolean => at === 0 || /[\s(«"“:]/.test(text[at - 1] ?? '');

  const say = (place: Place, { groups, 0: all }: RegExpExecArray): Spoken | null => {
    const { minus, from = '', to, percent, unit: sign, per } = groups ?? {};
    if (minus !== undefined && !isMinus(place)) return null;
    const last = numeralOf(grammar, to ?? from);
    const end = place.at + all.length;
    const whole = sign !== undefined && per !== undefined ? units[`${sign}/${per}`] : undefined;
    const name =
      sign === undefined
        ? ''
        : whole !== undefined
          ? isSingular(quantityOf(last))
            ? whole[0]
            : whole[1]
          : `${unitName(sign, last)}${per === undefined ? '' : ` ${words.per} ${(units[per] ?? ['', ''])[0]}`}`;
    const form = formOf(grammar, place, end, { isUnit: name !== '', isPercent: percent !== undefined });
    const upper = sayNumeral(grammar, last, form);
    const numbers =
      to === undefined
        ? upper
        : grammar.range(sayNumeral(grammar, numeralOf(grammar, from), 'alone'), upper, wordBefore(place));
    const tail = percent !== undefined ? words.percent : name;
    const spoken = [minus === undefined ? '' : words.minus, numbers, tail]
      .filter((word) => word !== '')
      .join(' ');
    return keepingFullStop(place, all.length, agreeing(grammar, spoken));
  };
  return (place) => {
    const found = matchAt(pattern, place) ?? matchAt(plain, place);
    return found === null ? null : say(place, found);
  };
};

/** Words that may follow a number without being counted by it. */
const NOT_COUNTED =
  /^(?:de|del|y|e|o|u|a|en|con|por|para|es|que|und|oder|bis|von|im|in|ist|sind|mal|et|ou|à|au|est|di|da|il|la|le|do|no|em|al|el|los|las|como|se|per|più|mais|más|plus|ed|od|è|são|serán?|wird|für|mit|als|igual|uguale|gleich)$/;

const formOf = (
  grammar: Grammar,
  place: Place,
  end: number,
  { isUnit, isPercent }: { readonly isUnit: boolean; readonly isPercent: boolean },
): CardinalForm => {
  if (isUnit) return 'noun';
  if (isPercent) return grammar.language === 'de' ? 'noun' : 'alone';
  if (/(?:^|\s)(?:a las?|las|desde la|alle|all'|all’|dalle|às|das)$/.test(wordsBefore(place)))
    return 'feminine';
  const next = /^[ \u00a0]([A-Za-zªºÀ-ÖØ-öø-ɏ]+)/.exec(place.text.slice(end))?.[1] ?? '';
  if (grammar.language === 'de') return /^[A-ZÀ-ÖØ-ÞŒ]/.test(next) && next !== 'Uhr' ? 'noun' : 'alone';
  return /^[a-zß-öø-ÿœ]/.test(next) && !NOT_COUNTED.test(next) ? 'noun' : 'alone';
};

const VULGAR: Readonly<Record<string, readonly [number, number]>> = {
  '½': [1, 2],
  '⅓': [1, 3],
  '⅔': [2, 3],
  '¼': [1, 4],
  '¾': [3, 4],
  '⅕': [1, 5],
  '⅛': [1, 8],
};

const fractions = (grammar: Grammar): Rule => {
  const signs = `[${Object.keys(VULGAR).join('')}]`;
  // Without a space, the digits before "/" are one number: "15/16" is not one and five sixteenths.
  const pattern = sticky(
    String.raw`(?:(\d{1,3})(?:[ \u00a0\u202f]|(?=${signs})))?(?:(\d{1,2})[/⁄](\d{1,2})(?![\d/])|(${signs}))`,
  );
  return (place) => {
    const found = matchAt(pattern, place);
    if (found === null) return null;
    const [all, whole, above, below, sign = ''] = found;
    const [numerator, denominator] = VULGAR[sign] ?? ([Number(above), Number(below)] as const);
    if (numerator >= denominator || numerator === 0) return null;
    const spoken =
      whole === undefined
        ? grammar.fraction(numerator, denominator)
        : grammar.mixed(Number(whole), numerator, denominator);
    return spoken === null ? null : { length: all.length, spoken };
  };
};

/** Versions and addresses of machines: "2.4.1". */
const versions = (grammar: Grammar): Rule => {
  const pattern = sticky(String.raw`\d{1,4}(?:\.\d{1,4}){2,}(?![\d])`);
  const word = grammar.decimalMark === '.' ? grammar.words.decimal : grammar.words.dot;
  return (place) => {
    const found = matchAt(pattern, place);
    if (found === null || /^\d{1,3}(?:\.\d{3})+$/.test(found[0])) return null;
    const parts = found[0]
      .split('.')
      .map((part) => sayNumeral(grammar, { whole: part, fraction: '' }, 'alone'));
    return { length: found[0].length, spoken: parts.join(` ${word} `) };
  };
};

/** French thousands with spaces between them. Phone numbers are written in pairs there, in threes elsewhere. */
const spacedThousands = (grammar: Grammar): Rule => {
  if (grammar.language !== 'fr') return () => null;
  const pattern = sticky(String.raw`[1-9]\d{0,2}(?: \d{3})+(?![\d,]| \d)`);
  return (place) => {
    const found = matchAt(pattern, place);
    if (found === null || /[\d+(]\s?$/.test(wordsBefore(place))) return null;
    return { length: found[0].length, spoken: sayNumeral(grammar, numeralOf(grammar, found[0]), 'noun') };
  };
};

const ordinals =
  (grammar: Grammar): Rule =>
  (place) =>
    /\d/.test(place.text[place.at] ?? '')
      ? grammar.ordinal(place.text.slice(place.at, place.at + 24), wordsBefore(place))
      : null;

/** Rules in their order: those that a phone number must not be mistaken for, and the rest. */
export const quantityRules = (
  grammar: Grammar,
): { readonly beforePhones: readonly Rule[]; readonly afterPhones: readonly Rule[] } => ({
  beforePhones: [
    money(grammar),
    notAtLetters(fractions(grammar)),
    notAtLetters(versions(grammar)),
    notAtLetters(spacedThousands(grammar)),
  ],
  afterPhones: [ordinals(grammar)],
});

/** The last rule for digits. */
export const numberRule = (grammar: Grammar): Rule => notAtLetters(measure(grammar));
