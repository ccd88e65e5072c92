/** French, with the traditional spelling of numbers. */
import {
  abbreviationsOf,
  at,
  type CardinalForm,
  type Grammar,
  nameFor,
  namesOf,
  tableOf,
} from './grammar.js';

const ONES =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' ',
  );
const TENS = '- - vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt'.split(' ');

const belowHundred = (value: number): string => {
  if (value < 20) return at(ONES, value);
  if (value === 80) return 'quatre-vingts';
  const tens = Math.floor(value / 10);
  const rest = tens === 7 || tens === 9 ? (value % 10) + 10 : value % 10;
  if (rest === 0) return at(TENS, tens);
  const isJoinedByEt = (rest === 1 || rest === 11) && tens < 8;
  return `${at(TENS, tens)}${isJoinedByEt ? ' et ' : '-'}${at(ONES, rest)}`;
};

const belowThousand = (value: number): string => {
  if (value < 100) return belowHundred(value);
  const count = Math.floor(value / 100);
  const head = count === 1 ? 'cent' : `${at(ONES, count)} cent`;
  if (value % 100 === 0) return count === 1 ? head : `${head}s`;
  return `${head} ${belowHundred(value % 100)}`;
};

const SCALES = [
  [1_000_000_000, 'milliard', 'milliards'],
  [1_000_000, 'million', 'millions'],
] as const;

const base = (value: number): string => {
  for (const [scale, one, many] of SCALES) {
    if (value < scale) continue;
    const count = Math.floor(value / scale);
    const head = `${base(count)} ${count === 1 ? one : many}`;
    return value % scale === 0 ? head : `${head} ${base(value % scale)}`;
  }
  if (value < 1_000) return belowThousand(value);
  const count = Math.floor(value / 1_000);
  // "quatre-vingt mille", "deux cent mille"
  const head = count === 1 ? 'mille' : `${belowThousand(count).replace(/(vingt|cent)s$/, '$1')} mille`;
  return value % 1_000 === 0 ? head : `${head} ${belowThousand(value % 1_000)}`;
};

const cardinal = (value: number, form: CardinalForm): string =>
  form === 'feminine' ? base(value).replace(/\bun$/, 'une') : base(value);

const ordinalOf = (value: number): string => {
  const words = base(value).replace(/(vingt|cent)s$/, '$1');
  if (words.endsWith('cinq')) return `${words}uième`;
  if (words.endsWith('neuf')) return `${words.slice(0, -1)}vième`;
  return `${words.replace(/e$/, '')}ième`;
};

const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);

const PARTS: Readonly<Record<number, string>> = { 2: 'demi', 3: 'tiers', 4: 'quart' };
const fraction = (numerator: number, denominator: number): string | null => {
  if (denominator < 2 || denominator > 10) return null;
  const part = PARTS[denominator] ?? ordinalOf(denominator);
  return `${base(numerator)} ${part}${numerator > 1 && !part.endsWith('s') ? 's' : ''}`;
};

export const FRENCH: Grammar = {
  language: 'fr',
  decimalMark: ',',
  cardinal,
  decimals: 'number',
  words: {
    decimal: 'virgule',
    minus: 'moins',
    percent: 'pour cent',
    per: 'par',
    dot: 'point',
    slash: 'slash',
    dash: 'tiret',
    underscore: 'tiret bas',
    at: 'arobase',
  },
  symbols: {
    '&': 'et',
    '+': 'plus',
    '=': 'égale',
    '#': 'numéro',
    '×': 'fois',
    '÷': 'divisé par',
    '<': 'inférieur à',
    '>': 'supérieur à',
    '≤': 'au plus',
    '≥': 'au moins',
    '≈': 'environ',
    '~': 'environ',
    '±': 'plus ou moins',
    '§': 'paragraphe',
    '%': 'pour cent',
    '°': 'degrés',
    '@': 'arobase',
    '€': 'euros',
    $: 'dollars',
    '£': 'livres',
  },
  units: namesOf(`
    kg = kilogramme | kilogrammes; g = gramme | grammes; mg = milligramme | milligrammes; t = tonne | tonnes
    km = kilomètre | kilomètres; m = mètre | mètres; cm = centimètre | centimètres; mm = millimètre | millimètres; l = litre | litres; L = litre | litres
    ml = millilitre | millilitres; cl = centilitre | centilitres; h = heure | heures; min = minute | minutes; mn = minute | minutes; s = seconde | secondes; ms = milliseconde | millisecondes
    °C = degré Celsius | degrés Celsius; °F = degré Fahrenheit | degrés Fahrenheit; ° = degré | degrés
    m² = mètre carré | mètres carrés; m2 = mètre carré | mètres carrés; km² = kilomètre carré | kilomètres carrés; m³ = mètre cube | mètres cubes; ha = hectare | hectares; km/h = kilomètre par heure | kilomètres par heure
    ko = kilo-octet | kilo-octets; Ko = kilo-octet | kilo-octets; Mo = mégaoctet | mégaoctets; Go = gigaoctet | gigaoctets; To = téraoctet | téraoctets; MB = mégaoctet | mégaoctets; GB = gigaoctet | gigaoctets
    W = watt | watts; kW = kilowatt | kilowatts; kWh = kilowattheure | kilowattheures; V = volt | volts; A = ampère | ampères; Hz = hertz; MHz = mégahertz; GHz = gigahertz; kcal = kilocalorie | kilocalories
  `),
  currencies: {
    EUR: { major: ['euro', 'euros'], minor: ['centime', 'centimes'] },
    USD: { major: ['dollar', 'dollars'], minor: ['cent', 'cents'] },
    GBP: { major: ['livre', 'livres'], minor: ['penny', 'pence'] },
    CHF: { major: ['franc suisse', 'francs suisses'], minor: ['centime', 'centimes'] },
    CAD: { major: ['dollar canadien', 'dollars canadiens'], minor: ['cent', 'cents'] },
    BRL: { major: ['real', 'reals'], minor: ['centavo', 'centavos'] },
    JPY: { major: ['yen', 'yens'], minor: ['sen', 'sen'] },
    INR: { major: ['roupie', 'roupies'], minor: ['paisa', 'paisas'] },
  },
  money: ({ whole, cents, currency }) => {
    const { major, minor } = FRENCH.currencies[currency] ?? { major: ['', ''], minor: ['', ''] };
    if (whole === 0 && cents > 0) return `${base(cents)} ${nameFor(minor, cents)}`;
    const of = whole >= 1_000_000 && whole % 1_000_000 === 0 ? "d'" : '';
    const name = whole < 2 ? nameFor(major, 1) : nameFor(major, 2);
    const large = `${base(whole)} ${of}${name}`;
    return cents === 0 ? large : `${large} ${base(cents)}`;
  },
  months: MONTHS,
  shortMonths: 'janv févr - avr - - juil - sept oct nov déc'.split(' '),
  shortWeekdays: tableOf(
    'lun = lundi; mar = mardi; mer = mercredi; jeu = jeudi; ven = vendredi; sam = samedi; dim = dimanche',
  ),
  monthFirst: false,
  date: ({ day, month, year }) =>
    `${day === 1 ? 'premier' : base(day)} ${at(MONTHS, month - 1)}${year === null ? '' : ` ${base(year)}`}`,
  year: base,
  time: ({ hour, minute }) => {
    const hours = `${cardinal(hour, 'feminine')} ${hour < 2 ? 'heure' : 'heures'}`;
    return minute === 0 ? hours : `${hours} ${cardinal(minute, 'feminine')}`;
  },
  range: (from, to) => `${from} à ${to}`,
  fraction,
  mixed: (whole, numerator, denominator) => {
    const part = denominator === 2 ? 'demi' : fraction(numerator, denominator);
    return part === null ? null : `${base(whole)} et ${part}`;
  },
  ordinal: (text) => {
    const [found = '', digits = '', mark = ''] =
      /^(\d{1,3})(ers?|res?|ère|nde?|èmes?|emes?|es?|ᵉ|ᵉʳ)(?![a-zà-ÿ])/.exec(text) ?? [];
    if (found === '') return null;
    const value = Number(digits);
    const plural = mark.endsWith('s') ? 's' : '';
    if (value === 1)
      return {
        length: found.length,
        spoken: `${/^(?:re|ère)/.test(mark) ? 'première' : 'premier'}${plural}`,
      };
    if (mark.startsWith('nd')) return { length: found.length, spoken: mark === 'nde' ? 'seconde' : 'second' };
    return { length: found.length, spoken: `${ordinalOf(value)}${plural}` };
  },
  phonePairs: true,
  abbreviations: {
    ...abbreviationsOf(
      'never',
      `M = Monsieur; MM = Messieurs; Dr = Docteur; Pr = Professeur; Me = Maître; St = Saint; Ste = Sainte; env = environ; p. ex. = par exemple; c.-à-d. = c'est-à-dire; cf = voir; tél = téléphone; bd = boulevard; boul = boulevard; av = avenue; pl = place; apt = appartement; max = maximum; min = minimum; incl = inclus; réf = référence; éd = édition; bât = bâtiment; esc = escalier; imm = immeuble; rés = résidence; ét = étage; dép = département; chap = chapitre; fig = figure; suiv = suivant; Sté = société; Mgr = Monseigneur; tlj = tous les jours; rdv = rendez-vous; doc = document; ex = exemple; quant = quantité; resp = responsable; adr = adresse; dest = destinataire; exp = expéditeur`,
    ),
    ...abbreviationsOf('digit', 'n = numéro; art = article; p = page; vol = volume'),
    ...abbreviationsOf(
      'capital',
      `etc = et cetera; S. A. = S A; a.m. = a m; p.m. = p m; hab = habitants
       janv = janvier; févr = février; avr = avril; juil = juillet; sept = septembre; oct = octobre; nov = novembre; déc = décembre
       lun = lundi; mar = mardi; mer = mercredi; jeu = jeudi; ven = vendredi; sam = samedi; dim = dimanche`,
    ),
  },
  titles: {},
  shortForms: tableOf(
    "Mme = Madame; Mmes = Mesdames; Mlle = Mademoiselle; Mlles = Mesdemoiselles; Dr = Docteur; Pr = Professeur; Me = Maître; n° = numéro; N° = numéro; nº = numéro; Nº = numéro; svp = s'il vous plaît; SVP = s'il vous plaît; bd = boulevard; rdv = rendez-vous; RDV = rendez-vous",
  ),
  capitalWords: new Set(
    'NASA UNESCO OTAN UNICEF FIFA UEFA OPEP PIN SIM SIRET SIREN RIB IBAN IKEA ONU OVNI CAF DOM TOM DE LA LE LES DES ET EN NON OUI UN UNE DU NE PAS EST POUR SUR'.split(
      ' ',
    ),
  ),
};
