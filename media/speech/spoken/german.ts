/** German. */
import { abbreviationsOf, at, type Grammar, nameFor, namesOf, tableOf } from './grammar.js';

const ONES =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const TENS = '- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');

/** One word below a million; ends with "ein". */
const compound = (value: number): string => {
  if (value < 20) return at(ONES, value);
  if (value < 100) {
    const tens = at(TENS, Math.floor(value / 10));
    return value % 10 === 0 ? tens : `${at(ONES, value % 10)}und${tens}`;
  }
  const scale = value < 1_000 ? 100 : 1_000;
  const head = `${compound(Math.floor(value / scale))}${scale === 100 ? 'hundert' : 'tausend'}`;
  return value % scale === 0 ? head : head + compound(value % scale);
};

const SCALES = [
  [1_000_000_000, 'eine Milliarde', 'Milliarden'],
  [1_000_000, 'eine Million', 'Millionen'],
] as const;

const cardinal = (value: number, form = 'alone'): string => {
  for (const [scale, one, many] of SCALES) {
    if (value < scale) continue;
    const count = Math.floor(value / scale);
    const head = count === 1 ? one : `${compound(count)} ${many}`;
    return value % scale === 0 ? head : `${head} ${cardinal(value % scale, form)}`;
  }
  const words = compound(value);
  return form === 'alone' && words.endsWith('ein') ? `${words}s` : words;
};

const IRREGULAR: Readonly<Record<number, string>> = { 1: 'erst', 3: 'dritt', 7: 'siebt', 8: 'acht' };
/** Without its ending. */
const ordinalStem = (value: number): string => {
  const last = value % 100;
  if (last > 0 && last < 20) {
    const head = value > 100 ? compound(value - last) : '';
    return head + (IRREGULAR[last] ?? `${at(ONES, last)}t`);
  }
  return `${compound(value)}st`;
};

const DATIVE =
  /(?:^|\s)(?:am|zum|vom|im|beim|dem|den|des|ins|seinem|ihrem|unserem|diesem|jedem|einem|(?:in|an|auf|mit|von|zu|bei|nach|aus|seit|ab|zur|bis zur) der|zur|einer|jeder|dieser|ihrer|unserer)$/;
const WEAK = /(?:^|\s)(?:der|die|das|diese|dieses|jede|jedes|welche)$/;
const MASCULINE =
  /^(?:Stock|Platz|Tag|Monat|Termin|Versuch|Gang|Eingang|Ausgang|Hof|Raum|Weg|Schritt|Teil|Punkt|Satz|Kurs|Aufzug|Abschnitt|Artikel)$/;
const NEUTER =
  /^(?:Geschoss|Obergeschoss|Untergeschoss|Mal|Haus|Zimmer|Kapitel|Quartal|Jahr|Halbjahr|Gleis|Fenster)$/;
/** The ending after the words before it; without an article, that of the noun after it. */
const ending = (before: string, noun: string): string => {
  if (DATIVE.test(before)) return 'en';
  if (WEAK.test(before)) return 'e';
  if (MASCULINE.test(noun)) return 'er';
  return NEUTER.test(noun) ? 'es' : 'e';
};
const ordinalOf = (value: number, before: string, noun: string): string =>
  ordinalStem(value) + ending(before, noun);

const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(
  ' ',
);

const year = (value: number): string =>
  value >= 1_100 && value < 2_000
    ? `${compound(Math.floor(value / 100))}hundert${value % 100 === 0 ? '' : cardinal(value % 100)}`
    : cardinal(value);

const PARTS: Readonly<Record<number, string>> = {
  3: 'Drittel',
  4: 'Viertel',
  5: 'Fünftel',
  6: 'Sechstel',
  7: 'Siebtel',
  8: 'Achtel',
  9: 'Neuntel',
  10: 'Zehntel',
};
const fraction = (numerator: number, denominator: number): string | null => {
  if (denominator === 2) return numerator === 1 ? 'ein halb' : null;
  const part = PARTS[denominator];
  return part === undefined ? null : `${cardinal(numerator, 'noun')} ${part}`;
};

export const GERMAN: Grammar = {
  language: 'de',
  decimalMark: ',',
  cardinal,
  decimals: 'digits',
  words: {
    decimal: 'Komma',
    minus: 'minus',
    percent: 'Prozent',
    per: 'pro',
    dot: 'Punkt',
    slash: 'Schrägstrich',
    dash: 'Bindestrich',
    underscore: 'Unterstrich',
    at: 'ät',
  },
  symbols: {
    '&': 'und',
    '+': 'plus',
    '=': 'gleich',
    '#': 'Nummer',
    '×': 'mal',
    '÷': 'geteilt durch',
    '<': 'kleiner als',
    '>': 'größer als',
    '≤': 'höchstens',
    '≥': 'mindestens',
    '≈': 'etwa',
    '~': 'etwa',
    '±': 'plus minus',
    '§': 'Paragraf',
    '%': 'Prozent',
    '°': 'Grad',
    '@': 'ät',
    '€': 'Euro',
    $: 'Dollar',
    '£': 'Pfund',
  },
  units: namesOf(`
    kg = Kilogramm; g = Gramm; mg = Milligramm; t = Tonne | Tonnen; km = Kilometer; m = Meter; cm = Zentimeter; mm = Millimeter
    l = Liter; L = Liter; ml = Milliliter; cl = Zentiliter; h = Stunde | Stunden; Std = Stunde | Stunden; min = Minute | Minuten; Min = Minute | Minuten
    s = Sekunde | Sekunden; sek = Sekunde | Sekunden; Sek = Sekunde | Sekunden; ms = Millisekunde | Millisekunden; °C = Grad Celsius; °F = Grad Fahrenheit; ° = Grad
    m² = Quadratmeter; qm = Quadratmeter; km² = Quadratkilometer; m³ = Kubikmeter; ha = Hektar
    kB = Kilobyte; KB = Kilobyte; MB = Megabyte; GB = Gigabyte; TB = Terabyte; Mbit = Megabit; Gbit = Gigabit
    W = Watt; kW = Kilowatt; kWh = Kilowattstunde | Kilowattstunden; V = Volt; A = Ampere; Hz = Hertz; kHz = Kilohertz; MHz = Megahertz; GHz = Gigahertz
    PS = PS; kcal = Kilokalorie | Kilokalorien; km/h = Kilometer pro Stunde; Mio = Million | Millionen; Mrd = Milliarde | Milliarden
  `),
  currencies: {
    EUR: { major: ['Euro', 'Euro'], minor: ['Cent', 'Cent'] },
    USD: { major: ['Dollar', 'Dollar'], minor: ['Cent', 'Cent'] },
    GBP: { major: ['Pfund', 'Pfund'], minor: ['Penny', 'Pence'] },
    CHF: { major: ['Franken', 'Franken'], minor: ['Rappen', 'Rappen'] },
    BRL: { major: ['Real', 'Real'], minor: ['Centavo', 'Centavos'] },
    JPY: { major: ['Yen', 'Yen'], minor: ['Sen', 'Sen'] },
    INR: { major: ['Rupie', 'Rupien'], minor: ['Paisa', 'Paise'] },
  },
  money: ({ whole, cents, currency }) => {
    const { major, minor } = GERMAN.currencies[currency] ?? { major: ['', ''], minor: ['', ''] };
    if (whole === 0 && cents > 0) return `${cardinal(cents, 'noun')} ${nameFor(minor, cents)}`;
    const large = `${cardinal(whole, 'noun')} ${nameFor(major, whole)}`;
    return cents === 0 ? large : `${large} ${cardinal(cents)}`;
  },
  months: MONTHS,
  shortMonths: 'jan feb mär apr - jun jul aug sep okt nov dez'.split(' '),
  shortWeekdays: tableOf(
    'mo = Montag; di = Dienstag; mi = Mittwoch; do = Donnerstag; fr = Freitag; sa = Samstag; so = Sonntag',
  ),
  monthFirst: false,
  date: ({ day, month, year: written }, before) =>
    `${ordinalOf(day, before, 'Tag')} ${at(MONTHS, month - 1)}${written === null ? '' : ` ${year(written)}`}`,
  year,
  time: ({ hour, minute }) => `${cardinal(hour, 'noun')} Uhr${minute === 0 ? '' : ` ${cardinal(minute)}`}`,
  range: (from, to) => `${from} bis ${to}`,
  fraction,
  mixed: (whole, numerator, denominator) => {
    if (denominator === 2 && numerator === 1) return `${cardinal(whole, 'noun')}einhalb`;
    const part = fraction(numerator, denominator);
    return part === null ? null : `${cardinal(whole)} ${part}`;
  },
  ordinal: (text, before) => {
    const [, digits = '', noun = ''] = /^(\d{1,3})\.\s*([A-Za-zÄÖÜäöüß]+)/.exec(text) ?? [];
    return digits === ''
      ? null
      : { length: digits.length + 1, spoken: ordinalOf(Number(digits), before, noun) };
  },
  phonePairs: false,
  abbreviations: {
    ...abbreviationsOf(
      'never',
      `Dr = Doktor; Prof = Professor; Hr = Herr; Hrn = Herrn; Fr = Frau; Dipl = Diplom; Ing = Ingenieur; Nr = Nummer; St = Sankt; Tel = Telefon; Fa = Firma; Abt = Abteilung; Art.-Nr = Artikelnummer; Bhf = Bahnhof; Hbf = Hauptbahnhof; Zi = Zimmer; Stv = Stellvertreter; RA = Rechtsanwalt; Mag = Magister
       z. B. = zum Beispiel; d. h. = das heißt; u. a. = unter anderem; u. U. = unter Umständen; i. d. R. = in der Regel; z. T. = zum Teil; v. a. = vor allem; o. g. = oben genannte; s. o. = siehe oben; s. u. = siehe unten; i. A. = im Auftrag; m. E. = meines Erachtens
       ca = circa; bzw = beziehungsweise; ggf = gegebenenfalls; evtl = eventuell; inkl = inklusive; exkl = exklusive; zzgl = zuzüglich; abzgl = abzüglich; vgl = vergleiche; sog = sogenannte; bspw = beispielsweise; max = maximal; min = minimal; mind = mindestens; geb = geboren; gem = gemäß; insb = insbesondere; einschl = einschließlich; allg = allgemein; zw = zwischen; tägl = täglich`,
    ),
    ...abbreviationsOf('digit', 'Abs = Absatz; Art = Artikel; Bd = Band; S = Seite'),
    ...abbreviationsOf(
      'starter',
      `usw = und so weiter; etc = et cetera; u. v. m. = und vieles mehr; o. Ä. = oder Ähnliches; Str = Straße; Std = Stunden; Min = Minuten; Sek = Sekunden; Mio = Millionen; Mrd = Milliarden; Co = Co; Pl = Platz; Stk = Stück
       Jan = Januar; Feb = Februar; Mär = März; Apr = April; Jun = Juni; Jul = Juli; Aug = August; Sep = September; Sept = September; Okt = Oktober; Nov = November; Dez = Dezember
       Mo = Montag; Di = Dienstag; Mi = Mittwoch; Do = Donnerstag; Sa = Samstag; So = Sonntag`,
    ),
  },
  titles: {},
  shortForms: {},
  capitalWords: new Set(
    'NASA UNESCO NATO UNICEF FIFA UEFA OPEC PIN SIM TÜV IKEA REWE OK NEIN NICHT ALLE DAS DER DIE UND NUR BITTE JETZT NEU SIE IHR AB AN IN IM ZU OB SO DA ES ER WIR'.split(
      ' ',
    ),
  ),
};
