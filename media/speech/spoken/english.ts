/** English, with American numbers and dates. */
import { abbreviationsOf, at, type Grammar, nameFor, namesOf, tableOf } from './grammar.js';

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1_000, 'thousand'],
] as const;

const cardinal = (value: number): string => {
  if (value < 20) return at(ONES, value);
  if (value < 100)
    return `${at(TENS, Math.floor(value / 10))}${value % 10 === 0 ? '' : `-${at(ONES, value % 10)}`}`;
  if (value < 1_000) return joined(`${at(ONES, Math.floor(value / 100))} hundred`, value % 100);
  for (const [scale, name] of SCALES)
    if (value >= scale) return joined(`${cardinal(Math.floor(value / scale))} ${name}`, value % scale);
  return '';
};
const joined = (head: string, rest: number): string => (rest === 0 ? head : `${head} ${cardinal(rest)}`);

const IRREGULAR: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

const ordinalOf = (value: number): string => {
  const words = cardinal(value);
  const last = /[a-z]+$/.exec(words)?.[0] ?? '';
  const ordinal = IRREGULAR[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return words.slice(0, words.length - last.length) + ordinal;
};

const year = (value: number): string => {
  const century = Math.floor(value / 100);
  const rest = value % 100;
  if (value < 1_000 || value > 2_999 || century % 10 === 0) {
    if (value >= 2_010 && value < 2_100) return `twenty ${cardinal(rest)}`;
    return cardinal(value);
  }
  if (rest === 0) return `${cardinal(century)} hundred`;
  return `${cardinal(century)} ${rest < 10 ? `oh ${cardinal(rest)}` : cardinal(rest)}`;
};

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

const FRACTIONS: Readonly<Record<number, string>> = { 2: 'half', 4: 'quarter' };
const fraction = (numerator: number, denominator: number): string => {
  const part = FRACTIONS[denominator] ?? ordinalOf(denominator);
  const parts = part === 'half' ? 'halves' : `${part}s`;
  return `${cardinal(numerator)} ${numerator === 1 ? part : parts}`;
};

export const ENGLISH: Grammar = {
  language: 'en',
  decimalMark: '.',
  cardinal,
  decimals: 'digits',
  words: {
    decimal: 'point',
    minus: 'minus',
    percent: 'percent',
    per: 'per',
    dot: 'dot',
    slash: 'slash',
    dash: 'dash',
    underscore: 'underscore',
    at: 'at',
  },
  symbols: {
    '&': 'and',
    '+': 'plus',
    '=': 'equals',
    '#': 'number',
    '×': 'times',
    '÷': 'divided by',
    '<': 'less than',
    '>': 'greater than',
    '≤': 'at most',
    '≥': 'at least',
    '≈': 'about',
    '~': 'about',
    '±': 'plus or minus',
    '§': 'section',
    '%': 'percent',
    '°': 'degrees',
    '@': 'at',
    '€': 'euros',
    $: 'dollars',
    '£': 'pounds',
  },
  units: namesOf(`
    kg = kilogram | kilograms; g = gram | grams; mg = milligram | milligrams; t = ton | tons; lb = pound | pounds; lbs = pound | pounds
    oz = ounce | ounces; km = kilometer | kilometers; m = meter | meters; cm = centimeter | centimeters; mm = millimeter | millimeters
    mi = mile | miles; ft = foot | feet; in = inch | inches; yd = yard | yards; l = liter | liters; L = liter | liters
    ml = milliliter | milliliters; mL = milliliter | milliliters; cl = centiliter | centiliters; gal = gallon | gallons
    mph = mile per hour | miles per hour; h = hour | hours; hr = hour | hours; hrs = hour | hours; min = minute | minutes
    mins = minute | minutes; s = second | seconds; sec = second | seconds; ms = millisecond | milliseconds
    °C = degree Celsius | degrees Celsius; °F = degree Fahrenheit | degrees Fahrenheit; ° = degree | degrees
    m² = square meter | square meters; km² = square kilometer | square kilometers; m³ = cubic meter | cubic meters
    sqft = square foot | square feet; ft² = square foot | square feet
    kB = kilobyte | kilobytes; KB = kilobyte | kilobytes; MB = megabyte | megabytes; GB = gigabyte | gigabytes; TB = terabyte | terabytes
    Mbit = megabit | megabits; Gbit = gigabit | gigabits; Mbps = megabit per second | megabits per second
    W = watt | watts; kW = kilowatt | kilowatts; kWh = kilowatt-hour | kilowatt-hours; V = volt | volts; A = ampere | amperes
    Hz = hertz; kHz = kilohertz; MHz = megahertz; GHz = gigahertz; kcal = kilocalorie | kilocalories; ha = hectare | hectares
  `),
  currencies: {
    USD: { major: ['dollar', 'dollars'], minor: ['cent', 'cents'] },
    EUR: { major: ['euro', 'euros'], minor: ['cent', 'cents'] },
    GBP: { major: ['pound', 'pounds'], minor: ['penny', 'pence'] },
    BRL: { major: ['real', 'reais'], minor: ['centavo', 'centavos'] },
    CHF: { major: ['Swiss franc', 'Swiss francs'], minor: ['centime', 'centimes'] },
    JPY: { major: ['yen', 'yen'], minor: ['sen', 'sen'] },
    INR: { major: ['rupee', 'rupees'], minor: ['paisa', 'paise'] },
    CAD: { major: ['Canadian dollar', 'Canadian dollars'], minor: ['cent', 'cents'] },
    AUD: { major: ['Australian dollar', 'Australian dollars'], minor: ['cent', 'cents'] },
  },
  money: ({ whole, cents, currency }) => {
    const { major, minor } = ENGLISH.currencies[currency] ?? { major: ['', ''], minor: ['', ''] };
    const small = `${cardinal(cents)} ${nameFor(minor, cents)}`;
    if (whole === 0 && cents > 0) return small;
    const large = `${cardinal(whole)} ${nameFor(major, whole)}`;
    return cents === 0 ? large : `${large} and ${small}`;
  },
  months: MONTHS,
  shortMonths: 'jan feb mar apr - jun jul aug sep oct nov dec'.split(' '),
  shortWeekdays: tableOf(
    'mon = Monday; tue = Tuesday; tues = Tuesday; wed = Wednesday; thu = Thursday; thur = Thursday; thurs = Thursday; fri = Friday; sat = Saturday; sun = Sunday',
  ),
  monthFirst: true,
  date: ({ day, month, year: written }) =>
    `${at(MONTHS, month - 1)} ${ordinalOf(day)}${written === null ? '' : `, ${year(written)}`}`,
  year,
  time: ({ hour, minute, marked }) => {
    if (minute > 0) return `${cardinal(hour)} ${minute < 10 ? `oh ${cardinal(minute)}` : cardinal(minute)}`;
    if (marked) return cardinal(hour);
    return hour > 12 ? `${cardinal(hour)} hundred` : `${cardinal(hour)} o'clock`;
  },
  range: (from, to) => `${from} to ${to}`,
  fraction,
  mixed: (whole, numerator, denominator) => `${cardinal(whole)} and ${fraction(numerator, denominator)}`,
  ordinal: (text) => {
    const [found = '', digits = ''] = /^(\d{1,4})(?:st|nd|rd|th)\b/i.exec(text) ?? [];
    return found === '' ? null : { length: found.length, spoken: ordinalOf(Number(digits)) };
  },
  phonePairs: false,
  abbreviations: {
    ...abbreviationsOf(
      'never',
      `Mr = Mister; Mrs = Missus; Ms = Miss; Prof = Professor; Gen = General; Sen = Senator; Rep = Representative; Rev = Reverend; Capt = Captain; Lt = Lieutenant; Sgt = Sergeant; Hon = Honorable
       e.g. = for example; i.e. = that is; vs = versus; approx = approximately; ca = circa; cf = compare
       incl = including; excl = excluding; tel = telephone; avg = average; Ph.D = P H D; Mt = Mount; Ft = Fort; Messrs = Messieurs; Supt = Superintendent; Bros = Brothers; esp = especially; temp = temperature; ref = reference; orig = original; addr = address`,
    ),
    ...abbreviationsOf(
      'digit',
      'No = number; Nos = numbers; fig = figure; vol = volume; p = page; pp = pages; art = article; ch = chapter; sec = section; par = paragraph; rm = room; qty = quantity',
    ),
    ...abbreviationsOf(
      'starter',
      `St = Street; Dr = Drive; Ave = Avenue; Blvd = Boulevard; Rd = Road; Ln = Lane; Hwy = Highway; Sq = Square; Pkwy = Parkway; Ct = Court; Cir = Circle; Fwy = Freeway; Rte = Route; apt = apartment; ste = suite; Jr = Junior; Sr = Senior; bldg = building; ext = extension
       Jan = January; Feb = February; Mar = March; Apr = April; Jun = June; Jul = July; Aug = August; Sep = September; Sept = September; Oct = October; Nov = November; Dec = December
       Mon = Monday; Tue = Tuesday; Tues = Tuesday; Wed = Wednesday; Thu = Thursday; Thur = Thursday; Thurs = Thursday; Fri = Friday; Sat = Saturday; Sun = Sunday`,
    ),
    ...abbreviationsOf(
      'capital',
      `etc = et cetera; Inc = Incorporated; Ltd = Limited; Co = Company; Corp = Corporation; dept = department; Est = established; misc = miscellaneous; acct = account; appt = appointment
       a.m. = a m; p.m. = p m; U.S. = U S; U.K. = U K; U.S.A. = U S A; min = minutes; max = maximum; hrs = hours; mins = minutes`,
    ),
  },
  titles: { st: 'Saint', dr: 'Doctor' },
  shortForms: tableOf(
    'w/ = with; w/o = without; c/o = care of; vs = versus; Mr = Mister; Mrs = Missus; Dr = Doctor',
  ),
  capitalWords: new Set(
    'NASA UNESCO NATO UNICEF FIFA UEFA OPEC PIN SIM ZIP LASER RADAR RAM ROM GIF IKEA OK NO YES NOT ALL ARE YOU FOR THE AND NOW NEW FREE MUST ONLY STOP WILL CAN DO IF IT IS IN ON AT TO OR BUT VERY DOES CALL READ NOTE'.split(
      ' ',
    ),
  ),
};
