/** Italian. */
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
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
    ' ',
  );
const TENS = '- - venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ');

/** One word below a million. */
const compound = (value: number): string => {
  if (value < 20) return at(ONES, value);
  if (value < 100) {
    const tens = at(TENS, Math.floor(value / 10));
    const rest = value % 10;
    if (rest === 0) return tens;
    return `${rest === 1 || rest === 8 ? tens.slice(0, -1) : tens}${at(ONES, rest)}`;
  }
  if (value < 1_000) {
    const count = Math.floor(value / 100);
    const rest = value % 100;
    const head = `${count === 1 ? '' : at(ONES, count)}cento`;
    if (rest === 0) return head;
    return `${rest === 8 || (rest >= 80 && rest < 90) ? head.slice(0, -1) : head}${compound(rest)}`;
  }
  const count = Math.floor(value / 1_000);
  const head = count === 1 ? 'mille' : `${compound(count)}mila`;
  return value % 1_000 === 0 ? head : head + compound(value % 1_000);
};

const accented = (words: string): string => words.replace(/([a-zù]{2,})tre$/, '$1tré');

const SCALES = [
  [1_000_000_000, 'un miliardo', 'miliardi'],
  [1_000_000, 'un milione', 'milioni'],
] as const;

const base = (value: number): string => {
  for (const [scale, one, many] of SCALES) {
    if (value < scale) continue;
    const count = Math.floor(value / scale);
    const head = count === 1 ? one : `${base(count)} ${many}`;
    return value % scale === 0 ? head : `${head} ${base(value % scale)}`;
  }
  return accented(compound(value));
};

const cardinal = (value: number, form: CardinalForm): string => {
  if (value === 1 && form !== 'alone') return form === 'noun' ? 'un' : 'una';
  return base(value);
};

const FIRST = '- primo secondo terzo quarto quinto sesto settimo ottavo nono decimo'.split(' ');
const ordinalOf = (value: number): string => {
  if (value <= 10) return at(FIRST, value);
  const words = compound(value);
  return `${/(?:tre|sei)$/.test(words) ? words : words.slice(0, -1)}esimo`;
};

const MONTHS =
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' ');

const fraction = (numerator: number, denominator: number): string | null => {
  if (denominator < 2 || denominator > 10) return null;
  const part = denominator === 2 ? 'mezzo' : ordinalOf(denominator);
  return `${cardinal(numerator, 'noun')} ${numerator === 1 ? part : `${part.slice(0, -1)}i`}`;
};

export const ITALIAN: Grammar = {
  language: 'it',
  decimalMark: ',',
  cardinal,
  decimals: 'number',
  words: {
    decimal: 'virgola',
    minus: 'meno',
    percent: 'per cento',
    per: 'per',
    dot: 'punto',
    slash: 'barra',
    dash: 'trattino',
    underscore: 'trattino basso',
    at: 'chiocciola',
  },
  symbols: {
    '&': 'e',
    '+': 'più',
    '=': 'uguale',
    '#': 'numero',
    '×': 'per',
    '÷': 'diviso',
    '<': 'minore di',
    '>': 'maggiore di',
    '≤': 'al massimo',
    '≥': 'almeno',
    '≈': 'circa',
    '~': 'circa',
    '±': 'più o meno',
    '§': 'paragrafo',
    '%': 'per cento',
    '°': 'gradi',
    '@': 'chiocciola',
    '€': 'euro',
    $: 'dollari',
    '£': 'sterline',
  },
  units: namesOf(`
    kg = chilogrammo | chilogrammi; g = grammo | grammi; mg = milligrammo | milligrammi; t = tonnellata | tonnellate
    km = chilometro | chilometri; m = metro | metri; cm = centimetro | centimetri; mm = millimetro | millimetri; l = litro | litri; L = litro | litri
    ml = millilitro | millilitri; cl = centilitro | centilitri; h = ora | ore; min = minuto | minuti; s = secondo | secondi; sec = secondo | secondi; ms = millisecondo | millisecondi
    °C = grado Celsius | gradi Celsius; °F = grado Fahrenheit | gradi Fahrenheit; ° = grado | gradi
    m² = metro quadrato | metri quadrati; mq = metro quadrato | metri quadrati; km² = chilometro quadrato | chilometri quadrati; m³ = metro cubo | metri cubi; ha = ettaro | ettari
    km/h = chilometro all'ora | chilometri all'ora; m/s = metro al secondo | metri al secondo
    kB = kilobyte; KB = kilobyte; MB = megabyte; GB = gigabyte; TB = terabyte; Mbit = megabit
    W = watt; kW = kilowatt; kWh = kilowattora; V = volt; A = ampere; Hz = hertz; MHz = megahertz; GHz = gigahertz; kcal = chilocaloria | chilocalorie
  `),
  currencies: {
    EUR: { major: ['euro', 'euro'], minor: ['centesimo', 'centesimi'] },
    USD: { major: ['dollaro', 'dollari'], minor: ['centesimo', 'centesimi'] },
    GBP: { major: ['sterlina', 'sterline'], minor: ['penny', 'pence'] },
    CHF: { major: ['franco svizzero', 'franchi svizzeri'], minor: ['centesimo', 'centesimi'] },
    BRL: { major: ['real', 'reais'], minor: ['centavo', 'centavos'] },
    JPY: { major: ['yen', 'yen'], minor: ['sen', 'sen'] },
    INR: { major: ['rupia', 'rupie'], minor: ['paisa', 'paise'] },
  },
  money: ({ whole, cents, currency }) => {
    const { major, minor } = ITALIAN.currencies[currency] ?? { major: ['', ''], minor: ['', ''] };
    if (whole === 0 && cents > 0) return `${cardinal(cents, 'noun')} ${nameFor(minor, cents)}`;
    const of = whole >= 1_000_000 && whole % 1_000_000 === 0 ? 'di ' : '';
    const form = nameFor(major, 1).endsWith('a') ? 'feminine' : 'noun';
    const large = `${cardinal(whole, form)} ${of}${nameFor(major, whole)}`;
    return cents === 0 ? large : `${large} e ${base(cents)}`;
  },
  months: MONTHS,
  shortMonths: 'gen feb mar apr mag giu lug ago set ott nov dic'.split(' '),
  shortWeekdays: tableOf(
    'lun = lunedì; mar = martedì; mer = mercoledì; gio = giovedì; ven = venerdì; sab = sabato; dom = domenica',
  ),
  monthFirst: false,
  date: ({ day, month, year }) =>
    `${day === 1 ? 'primo' : base(day)} ${at(MONTHS, month - 1)}${year === null ? '' : ` ${base(year)}`}`,
  year: base,
  time: ({ hour, minute }) => {
    const hours = cardinal(hour, 'feminine');
    if (minute === 0) return hours;
    return `${hours} e ${minute < 10 ? `zero ${base(minute)}` : base(minute)}`;
  },
  range: (from, to, before) => {
    if (before === 'tra' || before === 'fra') return `${from} e ${to}`;
    if (before === 'dalle') return `${from} alle ${to}`;
    if (before === 'dal') return `${from} al ${to}`;
    return /^(?:da|dall'|dai)$/.test(before) ? `${from} a ${to}` : `da ${from} a ${to}`;
  },
  fraction,
  mixed: (whole, numerator, denominator) => {
    const part = denominator === 2 ? 'mezzo' : fraction(numerator, denominator);
    return part === null ? null : `${base(whole)} e ${part}`;
  },
  ordinal: (text) => {
    const [found = '', digits = '', mark = ''] = /^(\d{1,3})\.?(º|ª|°)(?![CF])/u.exec(text) ?? [];
    if (found === '') return null;
    const ordinal = ordinalOf(Number(digits));
    return { length: found.length, spoken: mark === 'ª' ? `${ordinal.slice(0, -1)}a` : ordinal };
  },
  phonePairs: false,
  abbreviations: {
    ...abbreviationsOf(
      'never',
      `sig = signor; sigg = signori; dott = dottor; dr = dottor; prof = professor; avv = avvocato; ing = ingegner; geom = geometra; arch = architetto; rag = ragionier; spett = spettabile; gent = gentile; egr = egregio
       ad es. = per esempio; p. es. = per esempio; es = esempio; ca = circa; nr = numero; num = numero; tel = telefono; vs = contro; max = massimo; min = minimo; incl = incluso; fatt = fattura; rif = riferimento; S = San; cap = capitolo; cfr = confronta; v = via; p. zza = piazza; doc = documento; cod = codice; int = interno; all = allegato; l. go = largo; c. so = corso`,
    ),
    ...abbreviationsOf('digit', 'n = numero; pag = pagina; pagg = pagine; art = articolo'),
    ...abbreviationsOf(
      'capital',
      `ecc = eccetera; S. p. A. = S p A; S. r. l. = S r l; a. C. = avanti Cristo; d. C. = dopo Cristo; a.m. = a m; p.m. = p m; sec = secondi
       gen = gennaio; feb = febbraio; apr = aprile; mag = maggio; giu = giugno; lug = luglio; ago = agosto; sett = settembre; set = settembre; ott = ottobre; nov = novembre; dic = dicembre`,
    ),
  },
  titles: {},
  shortForms: tableOf(
    'dott.ssa = dottoressa; Dott.ssa = dottoressa; prof.ssa = professoressa; Prof.ssa = professoressa; sig.ra = signora; Sig.ra = signora; sig.na = signorina; Sig.na = signorina; sig.re = signore; dr.ssa = dottoressa; n° = numero; N° = numero; nº = numero; P.zza = piazza; p.zza = piazza; V.le = viale; v.le = viale; C.so = corso; c.so = corso',
  ),
  capitalWords: new Set(
    'NASA UNESCO NATO UNICEF FIFA UEFA OPEC IVA INPS INAIL PIN SIM SPID TIM ENEL ENI IBAN IKEA ONU OK ATM IMU IRPEF ISTAT DI LA IL LO LE GLI NON SI SÌ PER CON UN UNA DEL DA IN SU'.split(
      ' ',
    ),
  ),
};
