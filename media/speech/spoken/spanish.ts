/** Spanish. */
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
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  );
const TENS = '- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const HUNDREDS =
  '- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' ',
  );

const belowThousand = (value: number): string => {
  if (value < 30) return at(ONES, value);
  if (value < 100) {
    const tens = at(TENS, Math.floor(value / 10));
    return value % 10 === 0 ? tens : `${tens} y ${at(ONES, value % 10)}`;
  }
  if (value === 100) return 'cien';
  const hundreds = at(HUNDREDS, Math.floor(value / 100));
  return value % 100 === 0 ? hundreds : `${hundreds} ${belowThousand(value % 100)}`;
};

const base = (value: number): string => {
  if (value < 1_000) return belowThousand(value);
  const [scale, one, many] =
    value < 1_000_000 ? ([1_000, 'mil', 'mil'] as const) : ([1_000_000, 'un millón', 'millones'] as const);
  const count = Math.floor(value / scale);
  const head = count === 1 ? one : `${shortened(base(count))} ${many}`;
  return value % scale === 0 ? head : `${head} ${base(value % scale)}`;
};

/** Before a masculine noun. */
const shortened = (words: string): string => words.replace(/veintiuno$/, 'veintiún').replace(/\buno$/, 'un');

const cardinal = (value: number, form: CardinalForm): string => {
  if (form === 'noun') return shortened(base(value));
  return form === 'feminine' ? base(value).replace(/uno$/, 'una') : base(value);
};

const ORDINALS =
  '- primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo decimotercero decimocuarto decimoquinto decimosexto decimoséptimo decimoctavo decimonoveno vigésimo'.split(
    ' ',
  );
const TEN_ORDINALS =
  '- - vigésimo trigésimo cuadragésimo quincuagésimo sexagésimo septuagésimo octogésimo nonagésimo'.split(
    ' ',
  );
/** Null: none is spoken. */
const ordinalOf = (value: number): string | null => {
  if (value <= 20) return value === 0 ? null : at(ORDINALS, value);
  const tens = TEN_ORDINALS[Math.floor(value / 10)];
  if (tens === undefined) return null;
  return value % 10 === 0 ? tens : `${tens} ${at(ORDINALS, value % 10)}`;
};
/** "El primer piso": before a noun, "primero" and "tercero" lose their ending. */
const BEFORE_NOUN = /^ (?!(?:de|del|y|e|o|u|a|al|en|con|por|para|que|se|es|el|la)\b)[a-záéíóúñ]/;
const ORDINAL = /^(\d{1,2})\.?(º|ª|°|er(?![a-zà-ÿ])|o(?![a-zà-ÿ])|a(?![a-zà-ÿ]))/;

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');

const PARTS: Readonly<Record<number, string>> = {
  2: 'medio',
  3: 'tercio',
  4: 'cuarto',
  5: 'quinto',
  6: 'sexto',
  7: 'séptimo',
  8: 'octavo',
  9: 'noveno',
  10: 'décimo',
};
const fraction = (numerator: number, denominator: number): string | null => {
  const part = PARTS[denominator];
  if (part === undefined) return null;
  return `${cardinal(numerator, 'noun')} ${part}${numerator === 1 ? '' : 's'}`;
};

export const SPANISH: Grammar = {
  language: 'es',
  decimalMark: ',',
  cardinal,
  decimals: 'number',
  words: {
    decimal: 'coma',
    minus: 'menos',
    percent: 'por ciento',
    per: 'por',
    dot: 'punto',
    slash: 'barra',
    dash: 'guion',
    underscore: 'guion bajo',
    at: 'arroba',
  },
  symbols: {
    '&': 'y',
    '+': 'más',
    '=': 'igual a',
    '#': 'número',
    '×': 'por',
    '÷': 'entre',
    '<': 'menor que',
    '>': 'mayor que',
    '≤': 'como máximo',
    '≥': 'al menos',
    '≈': 'unos',
    '~': 'unos',
    '±': 'más menos',
    '§': 'sección',
    '%': 'por ciento',
    '°': 'grados',
    '@': 'arroba',
    '€': 'euros',
    $: 'dólares',
    '£': 'libras',
  },
  units: namesOf(`
    kg = kilogramo | kilogramos; g = gramo | gramos; mg = miligramo | miligramos; t = tonelada | toneladas
    km = kilómetro | kilómetros; m = metro | metros; cm = centímetro | centímetros; mm = milímetro | milímetros; l = litro | litros; L = litro | litros
    ml = mililitro | mililitros; cl = centilitro | centilitros; h = hora | horas; min = minuto | minutos; s = segundo | segundos; seg = segundo | segundos; ms = milisegundo | milisegundos
    °C = grado Celsius | grados Celsius; ºC = grado Celsius | grados Celsius; °F = grado Fahrenheit | grados Fahrenheit; ° = grado | grados
    m² = metro cuadrado | metros cuadrados; m2 = metro cuadrado | metros cuadrados; km² = kilómetro cuadrado | kilómetros cuadrados; m³ = metro cúbico | metros cúbicos; ha = hectárea | hectáreas
    kB = kilobyte | kilobytes; KB = kilobyte | kilobytes; MB = megabyte | megabytes; GB = gigabyte | gigabytes; TB = terabyte | terabytes; Mbit = megabit | megabits
    W = vatio | vatios; kW = kilovatio | kilovatios; kWh = kilovatio hora | kilovatios hora; V = voltio | voltios; A = amperio | amperios; Hz = hercio | hercios; MHz = megahercio | megahercios; GHz = gigahercio | gigahercios; kcal = kilocaloría | kilocalorías
  `),
  currencies: {
    EUR: { major: ['euro', 'euros'], minor: ['céntimo', 'céntimos'] },
    USD: { major: ['dólar', 'dólares'], minor: ['centavo', 'centavos'] },
    GBP: { major: ['libra', 'libras'], minor: ['penique', 'peniques'] },
    CHF: { major: ['franco suizo', 'francos suizos'], minor: ['céntimo', 'céntimos'] },
    BRL: { major: ['real', 'reales'], minor: ['centavo', 'centavos'] },
    JPY: { major: ['yen', 'yenes'], minor: ['sen', 'sen'] },
    INR: { major: ['rupia', 'rupias'], minor: ['paisa', 'paisas'] },
  },
  money: ({ whole, cents, currency }) => {
    const { major, minor } = SPANISH.currencies[currency] ?? { major: ['', ''], minor: ['', ''] };
    if (whole === 0 && cents > 0) return `${cardinal(cents, 'noun')} ${nameFor(minor, cents)}`;
    const of = whole >= 1_000_000 && whole % 1_000_000 === 0 ? 'de ' : '';
    const form = nameFor(major, 1).endsWith('a') ? 'feminine' : 'noun';
    const large = `${cardinal(whole, form)} ${of}${nameFor(major, whole)}`;
    return cents === 0 ? large : `${large} con ${cardinal(cents, 'alone')}`;
  },
  months: MONTHS,
  shortMonths: 'ene feb mar abr - jun jul ago sept oct nov dic'.split(' '),
  shortWeekdays: tableOf(
    'lun = lunes; mar = martes; mié = miércoles; mie = miércoles; jue = jueves; vie = viernes; sáb = sábado; sab = sábado; dom = domingo',
  ),
  monthFirst: false,
  date: ({ day, month, year }) =>
    `${cardinal(day, 'alone')} de ${at(MONTHS, month - 1)}${year === null ? '' : ` de ${base(year)}`}`,
  year: base,
  time: ({ hour, minute }) => {
    const hours = cardinal(hour, 'feminine');
    if (minute === 0) return hours;
    return `${hours} ${minute < 10 ? `cero ${base(minute)}` : base(minute)}`;
  },
  range: (from, to, before) => {
    if (before === 'entre') return `${from} y ${to}`;
    return /^(?:de|del|desde)$/.test(before) ? `${from} a ${to}` : `de ${from} a ${to}`;
  },
  fraction,
  mixed: (whole, numerator, denominator) => {
    const part = denominator === 2 ? 'medio' : fraction(numerator, denominator);
    return part === null ? null : `${base(whole)} y ${part}`;
  },
  ordinal: (text) => {
    const [found = '', digits = '', mark = ''] = ORDINAL.exec(text) ?? [];
    const ordinal = ordinalOf(Number(digits));
    if (found === '' || ordinal === null) return null;
    const isShort = mark === 'er' || (/[º°o]/.test(mark) && BEFORE_NOUN.test(text.slice(found.length)));
    if (isShort && /[re]ro$/.test(ordinal)) return { length: found.length, spoken: ordinal.slice(0, -1) };
    return { length: found.length, spoken: /ª|a/.test(mark) ? `${ordinal.slice(0, -1)}a` : ordinal };
  },
  phonePairs: false,
  abbreviations: {
    ...abbreviationsOf(
      'never',
      `Sr = señor; Sra = señora; Srta = señorita; Sres = señores; Dr = doctor; Dra = doctora; D = don; Dña = doña; Prof = profesor; Profa = profesora; Ing = ingeniero; Lic = licenciado; Arq = arquitecto
       p. ej. = por ejemplo; p. e. = por ejemplo; aprox = aproximadamente; núm = número; nro = número; tel = teléfono; tfno = teléfono; vs = contra; avda = avenida; av = avenida; pza = plaza; pl = plaza; esq = esquina; tlf = teléfono; telf = teléfono; urb = urbanización; prov = provincia; gral = general; Ud = usted; Uds = ustedes; Vd = usted; máx = máximo; mín = mínimo; incl = incluido; S = San; Sto = Santo; Sta = Santa; depto = departamento; dpto = departamento; edif = edificio; blq = bloque; ext = extensión; ref = referencia; cód = código; doc = documento; cía = compañía; a. C. = antes de Cristo; d. C. = después de Cristo`,
    ),
    ...abbreviationsOf('digit', 'n = número; pág = página; págs = páginas; art = artículo'),
    ...abbreviationsOf(
      'capital',
      `etc = etcétera; izq = izquierda; dcha = derecha; Hnos = hermanos; S. A. = S A; S. L. = S L; a. m. = a m; p. m. = p m; EE. UU. = Estados Unidos; CC. AA. = comunidades autónomas; FF. AA. = fuerzas armadas; RR. HH. = recursos humanos; JJ. OO. = juegos olímpicos; C = calle; hab = habitantes; min = minutos; seg = segundos
       ene = enero; feb = febrero; abr = abril; jun = junio; jul = julio; ago = agosto; sept = septiembre; sep = septiembre; oct = octubre; nov = noviembre; dic = diciembre`,
    ),
  },
  titles: {},
  shortForms: tableOf(
    'n.º = número; nº = número; N.º = número; Nº = número; n° = número; N° = número; c/ = calle; C/ = calle; s/n = sin número',
  ),
  capitalWords: new Set(
    'NASA UNESCO OTAN UNICEF FIFA UEFA OPEP IVA PIN SIM NIF RENFE IKEA ONU AVE OVNI DE LA EL EN NO SI SÍ Y QUE CON POR PARA SU LOS LAS UN UNA ES MUY SOLO'.split(
      ' ',
    ),
  ),
};
