/** Dates, clock times and ranges of them. */
import type { ClockTime, Grammar } from './grammar.js';
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

const RANGE = String.raw`\s?(?:[-–—]|bis)\s?`;
const END = '(?![A-Za-zªºÀ-ÖØ-öø-ɏ0-9])';

/** A pattern anchored where a rule looks. */
const sticky = (source: string): RegExp => new RegExp(source, 'y');

const fullYear = (written: string): number =>
  written.length === 2 ? 2_000 + Number(written) : Number(written);

/** Of fractions as people write them: "5/16 inch". Others, as in "12/25", are days. */
const DENOMINATORS: ReadonlySet<number> = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 32, 64]);

const isDate = (day: number, month: number): boolean => day >= 1 && day <= 31 && month >= 1 && month <= 12;

const numericDate = (grammar: Grammar): Rule => {
  const full = sticky(String.raw`(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d|\2\d)`);
  const iso = sticky(String.raw`(\d{4})-(\d{2})-(\d{2})(?!\d)`);
  // Without a year: "31.12.", and "31/12" where that is no fraction.
  const short = sticky(String.raw`(\d{1,2})(?:\.(\d{1,2})\.(?!\d)|/(\d{1,2})(?![\d/]))`);
  const say = (
    place: Place,
    length: number,
    day: number,
    month: number,
    year: number | null,
  ): Spoken | null =>
    isDate(day, month) ? { length, spoken: grammar.date({ day, month, year }, wordsBefore(place)) } : null;
  return (place) => {
    const written = matchAt(iso, place);
    if (written !== null) {
      const [all, year = '', month = '', day = ''] = written;
      return say(place, all.length, Number(day), Number(month), Number(year));
    }
    const found = matchAt(full, place);
    if (found !== null) {
      const [all, first = '', separator, second = '', year = ''] = found;
      const monthFirst = grammar.monthFirst && separator === '/';
      const [day, month] = monthFirst ? [second, first] : [first, second];
      return say(place, all.length, Number(day), Number(month), fullYear(year));
    }
    const part = matchAt(short, place);
    if (part === null) return null;
    const [all, first = '', dotted, slashed] = part;
    if (dotted !== undefined && grammar.language !== 'de') return null;
    // "2 5/12" is a number.
    if (dotted === undefined && /\d[ \u00a0\u202f]$/.test(place.text.slice(0, place.at))) return null;
    if (
      dotted === undefined &&
      DENOMINATORS.has(Number(slashed)) &&
      grammar.fraction(Number(first), Number(slashed)) !== null &&
      Number(first) < Number(slashed)
    )
      return null;
    const [day, month] = grammar.monthFirst ? [slashed ?? '', first] : [first, dotted ?? slashed ?? ''];
    const form = say(place, all.length, Number(day), Number(month), null);
    return form === null ? null : keepingFullStop(place, all.length, form.spoken);
  };
};

/** The month that a word names, 1 to 12; 0: none. */
const monthOf = (grammar: Grammar, word: string): number => {
  const lower = word.toLowerCase().replace(/\.$/, '');
  const full = grammar.months.findIndex((month) => month.toLowerCase() === lower);
  if (full >= 0) return full + 1;
  // "Sept." and "Sep."
  return (
    grammar.shortMonths.findIndex((short) => short === lower || (short === 'sep' && lower === 'sept')) + 1
  );
};

const writtenDate = (grammar: Grammar): readonly Rule[] => {
  const capitals = grammar.monthFirst || grammar.language === 'de';
  const names = grammar.months.flatMap((month) => (capitals ? [month] : [month, capital(month)]));
  const shorts = grammar.shortMonths
    .filter((short) => short !== '-')
    .flatMap((short) => (capitals ? [capital(short)] : [short]));
  const month = `((?:${anyOf(names)})${END}|(?:${anyOf([...shorts, ...(capitals ? ['Sept'] : ['sept'])])})(?:\\.|${END}))`;
  const year = String.raw`(?:,?\s(?:de\s|del\s)?(\d{4})(?!\d))?`;
  const dayMark = String.raw`(?:\.|st|nd|rd|th|er|º|°)?`;
  const dayFirst = sticky(
    String.raw`(\d{1,2})${dayMark}(?:${RANGE}(\d{1,2})${dayMark})?\s?(?:\s(?:of|de)\s)?${month}${year}`,
  );
  const monthFirst = sticky(
    String.raw`${month}\s(\d{1,2})(?:st|nd|rd|th)?(?!\d|[:.,]\d)(?:${RANGE}(\d{1,2})(?:st|nd|rd|th)?(?!\d))?${year}`,
  );
  const monthYear = sticky(String.raw`${month}\s(?:de\s)?(\d{4})(?!\d)`);
  const name = (number: number): string => grammar.months[number - 1] ?? '';

  const ofDays = (
    place: Place,
    length: number,
    days: readonly string[],
    number: number,
    year: string | undefined,
  ): Spoken | null => {
    const written = year === undefined ? null : Number(year);
    const before = wordsBefore(place);
    const [first = '', second = ''] = days;
    if (!isDate(Number(first), number)) return null;
    const say = (day: string, from: string, until: number | null) =>
      grammar.date({ day: Number(day), month: number, year: until }, from);
    if (second === '') return keepingFullStop(place, length, say(first, before, written));
    if (!isDate(Number(second), number)) return null;
    const dates = [
      say(first, before, null),
      say(second, grammar.language === 'de' && /(?:^|\s)vom$/.test(before) ? 'zum' : before, written),
    ] as const;
    // The month is spoken once: "vierte bis sechste März", "March fourth to sixth".
    const month_ = name(number);
    const [from, to] = grammar.monthFirst
      ? [dates[0], dates[1].replace(`${month_} `, '')]
      : [dates[0].replace(new RegExp(String.raw`\s(?:de\s)?${month_}$`), ''), dates[1]];
    return { length, spoken: grammar.range(from, to, wordBefore(place)) };
  };

  return [
    notAtLetters((place) => {
      const found = matchAt(dayFirst, place);
      if (found === null) return null;
      const [all, first = '', second = '', word = '', year_] = found;
      return ofDays(place, all.length, [first, second], monthOf(grammar, word), year_);
    }),
    (place) => {
      const found = grammar.monthFirst ? matchAt(monthFirst, place) : null;
      if (found === null) return null;
      const [all, word = '', first = '', second = '', year_] = found;
      return ofDays(place, all.length, [first, second], monthOf(grammar, word), year_);
    },
    (place) => {
      const found = matchAt(monthYear, place);
      if (found === null) return null;
      const [all, word = '', digits = ''] = found;
      const joint = /\sde\s/.test(all) ? ' de ' : ' ';
      return {
        length: all.length,
        spoken: `${name(monthOf(grammar, word))}${joint}${grammar.year(Number(digits))}`,
      };
    },
  ];
};

/** The marks of hours after a time, and a clock time without minutes, by language. */
const HOUR_MARKS: Readonly<Record<string, string>> = {
  en: String.raw`\s?[ap]\.?\s?m(?:\.|${END})|\s?[AP]\.?M(?:\.|${END})`,
  de: String.raw`\s?Uhr${END}|\s?h${END}`,
  es: String.raw`\s?(?:hs|horas|h)(?:\.(?=\s[a-zß-öø-ÿœ])|${END})`,
  fr: String.raw`\s?(?:heures?|h)${END}`,
  it: String.raw`\s(?:ore|h)${END}`,
  pt: String.raw`\s?(?:horas|hrs|hs|h)${END}`,
};

interface FoundTime {
  readonly length: number;
  readonly spoken: string;
}

const clock = (grammar: Grammar): Rule => {
  const { language } = grammar;
  const mark = HOUR_MARKS[language] ?? '(?!)';
  const minutes = String.raw`(\d{1,2}):([0-5]\d)(?::[0-5]\d)?(?!\d)(${mark})?`;
  const dotted = String.raw`(\d{1,2})\.([0-5]\d)(${mark})`;
  const letter = String.raw`(\d{1,2})\s?h\s?([0-5]\d)()(?!\d)`;
  const whole = String.raw`(\d{1,2})()(${mark})`;
  const patterns = [
    minutes,
    dotted,
    ...(language === 'fr' || language === 'pt' || language === 'es' ? [letter] : []),
    whole,
  ].map(sticky);
  const bare = sticky(String.raw`(\d{1,2})${RANGE}(?=\d)`);
  const between = sticky(RANGE);

  const timeAt = (place: Place): FoundTime | null => {
    for (const pattern of patterns) {
      const found = matchAt(pattern, place);
      if (found === null) continue;
      const [all, hours = '', mins = '', suffix = ''] = found;
      const hour = Number(hours);
      if (hour > 24) return null;
      // "2 h" lasts two hours; "a las 2 h" is a time.
      if (language === 'es' && mins === '' && !/(?:^|\s)(?:las?|a)$/.test(wordsBefore(place))) return null;
      const time: ClockTime = { hour, minute: Number(mins || '0'), marked: suffix !== '' };
      return { length: all.length, spoken: `${grammar.time(time)}${halfOfDay(language, suffix)}` };
    }
    return null;
  };

  return (place) => {
    const first = timeAt(place);
    if (first !== null) {
      const joint = matchAt(between, { text: place.text, at: place.at + first.length });
      const second =
        joint === null ? null : timeAt({ text: place.text, at: place.at + first.length + joint[0].length });
      if (joint === null || second === null) return keepingFullStop(place, first.length, first.spoken);
      const length = first.length + joint[0].length + second.length;
      return keepingFullStop(place, length, grammar.range(first.spoken, second.spoken, wordBefore(place)));
    }
    const from = matchAt(bare, place);
    if (from === null || Number(from[1]) > 24) return null;
    const to = timeAt({ text: place.text, at: place.at + from[0].length });
    if (to === null) return null;
    const start = grammar.cardinal(
      Number(from[1]),
      language === 'en' || language === 'de' ? 'alone' : 'feminine',
    );
    return keepingFullStop(
      place,
      from[0].length + to.length,
      grammar.range(start, to.spoken, wordBefore(place)),
    );
  };
};

const halfOfDay = (language: string, suffix: string): string =>
  language === 'en' && suffix !== '' ? (/a/i.test(suffix) ? ' a m' : ' p m') : '';

/** "Mon–Fri", and single short weekdays before a dot. */
const weekdays = (grammar: Grammar): Rule => {
  const shorts = Object.keys(grammar.shortWeekdays);
  const written = shorts.flatMap((short) => [
    capital(short),
    ...(grammar.language === 'en' || grammar.language === 'de' ? [] : [short]),
  ]);
  const pattern = sticky(
    String.raw`(${anyOf(written)})\.?(${RANGE}|\s(?:a|à|bis|to)\s)(${anyOf(written)})(?:\.|${END})`,
  );
  const nameOf = (short: string): string => grammar.shortWeekdays[short.toLowerCase()] ?? short;
  return (place) => {
    const found = matchAt(pattern, place);
    if (found === null) return null;
    const [all, from = '', joint = '', to = ''] = found;
    // A written preposition is kept.
    const before = /[-–—]/.test(joint) ? wordBefore(place) : 'de';
    const spoken = grammar.range(nameOf(from), nameOf(to), before);
    return keepingFullStop(place, all.length, spoken);
  };
};

/** English years, which are spoken in pairs; German ones of the last centuries. */
const years = (grammar: Grammar): Rule => {
  const pattern = sticky(
    String.raw`((?:1[1-9]|20)\d\d)(?:${RANGE}((?:1[1-9]|20)\d\d))?(s?)(?![\dA-Za-zªºÀ-ÖØ-öø-ɏ]|[.,]\d|\s?[%€$£])`,
  );
  return (place) => {
    const found = matchAt(pattern, place);
    if (found === null) return null;
    const [all, from = '', to, decade = ''] = found;
    const before = wordsBefore(place);
    const isNamed = /(?:^|\s)(?:jahr|jahre|jahren|seit|anno|year|in|since|until|by|of)$/.test(before);
    const isDecade = decade !== '' && /(?:^|\s)(?:the|early|mid|late)$/.test(before);
    if (!isNamed && !isDecade && to === undefined && !/^(?:19|20)/.test(from)) return null;
    if (decade !== '' && grammar.language !== 'en') return null;
    const first = grammar.year(Number(from));
    const spoken =
      to === undefined ? first : grammar.range(first, grammar.year(Number(to)), wordBefore(place));
    return {
      length: all.length,
      spoken: decade === '' ? spoken : spoken.replace(/y$/, 'ies').replace(/(?<!ies)$/, 's'),
    };
  };
};

/** Rules in their order. */
export const calendarRules = (grammar: Grammar): readonly Rule[] => [
  notAtLetters(numericDate(grammar)),
  ...writtenDate(grammar),
  notAtLetters(clock(grammar)),
  weekdays(grammar),
];

/** After phone numbers and quantities. */
export const yearRule = (grammar: Grammar): Rule => notAtLetters(years(grammar));
