/** Portuguese, in its Brazilian forms. */
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
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove'.split(
    ' ',
  );
const TENS = '- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ');
const HUNDREDS =
  '- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(' ');

const belowThousand = (value: number): string => {
  if (value < 20) return at(ONES, value);
  if (value < 100) {
    const tens = at(TENS, Math.floor(value / 10));
    return value % 10 === 0 ? tens : `${tens} e ${at(ONES, value % 10)}`;
  }
  if (value === 100) return 'cem';
  const hundreds = at(HUNDREDS, Math.floor(value / 100));
  return value % 100 === 0 ? hundreds : `${hundreds} e ${belowThousand(value % 100)}`;
};

const SCALES = [
  [1_000_000_000, 'bilhão', 'bilhões'],
  [1_000_000, 'milhão', 'milhões'],
] as const;

/** "e" joins a rest below one hundred, or of whole hundreds, also of thousands: "dois milhões e quinhentos mil". */
const joined = (head: string, rest: number): string => {
  if (rest === 0) return head;
  const last = rest < 1_000 ? rest : rest % 1_000 === 0 && rest < 1_000_000 ? rest / 1_000 : null;
  const and = last !== null && (last < 100 || last % 100 === 0);
  return `${head}${and ? ' e ' : ' '}${base(rest)}`;
};

const base = (value: number): string => {
  for (const [scale, one, many] of SCALES) {
    if (value < scale) continue;
    const count = Math.floor(value / scale);
    return joined(`${base(count)} ${count === 1 ? one : many}`, value % scale);
  }
  if (value < 1_000) return belowThousand(value);
  const count = Math.floor(value / 1_000);
  return joined(count === 1 ? 'mil' : `${belowThousand(count)} mil`, value % 1_000);
};

const cardinal = (value: number, form: CardinalForm): string =>
  form === 'feminine'
    ? base(value)
        .replace(/\bum$/, 'uma')
        .replace(/\bdois$/, 'duas')
    : base(value);

const UNIT_ORDINALS = '- primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono'.split(' ');
const TEN_ORDINALS =
  '- décimo vigésimo trigésimo quadragésimo quinquagésimo sexagésimo septuagésimo octogésimo nonagésimo'.split(
    ' ',
  );
const ordinalOf = (value: number): string => {
  const tens = Math.floor(value / 10);
  return [tens === 0 ? '' : at(TEN_ORDINALS, tens), value % 10 === 0 ? '' : at(UNIT_ORDINALS, value % 10)]
    .filter((word) => word !== '')
    .join(' ');
};

const MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');

const PARTS: Readonly<Record<number, string>> = { 2: 'meio', 3: 'terço' };
const fraction = (numerator: number, denominator: number): string | null => {
  if (denominator < 2 || denominator > 10) return null;
  const part = PARTS[denominator] ?? ordinalOf(denominator);
  return `${base(numerator)} ${part}${numerator === 1 ? '' : 's'}`;
};

export const PORTUGUESE: Grammar = {
  language: 'pt',
  decimalMark: ',',
  cardinal,
  decimals: 'number',
  words: {
    decimal: 'vírgula',
    minus: 'menos',
    percent: 'por cento',
    per: 'por',
    dot: 'ponto',
    slash: 'barra',
    dash: 'traço',
    underscore: 'underline',
    at: 'arroba',
  },
  symbols: {
    '&': 'e',
    '+': 'mais',
    '=': 'igual a',
    '#': 'número',
    '×': 'vezes',
    '÷': 'dividido por',
    '<': 'menor que',
    '>': 'maior que',
    '≤': 'no máximo',
    '≥': 'no mínimo',
    '≈': 'cerca de',
    '~': 'cerca de',
    '±': 'mais ou menos',
    '§': 'parágrafo',
    '%': 'por cento',
    '°': 'graus',
    '@': 'arroba',
    '€': 'euros',
    $: 'dólares',
    '£': 'libras',
  },
  units: namesOf(`
    kg = quilograma | quilogramas; g = grama | gramas; mg = miligrama | miligramas; t = tonelada | toneladas
    km = quilômetro | quilômetros; m = metro | metros; cm = centímetro | centímetros; mm = milímetro | milímetros; l = litro | litros; L = litro | litros
    ml = mililitro | mililitros; cl = centilitro | centilitros; h = hora | horas; min = minuto | minutos; s = segundo | segundos; seg = segundo | segundos; ms = milissegundo | milissegundos
    °C = grau Celsius | graus Celsius; ºC = grau Celsius | graus Celsius; °F = grau Fahrenheit | graus Fahrenheit; ° = grau | graus
    m² = metro quadrado | metros quadrados; m2 = metro quadrado | metros quadrados; km² = quilômetro quadrado | quilômetros quadrados; m³ = metro cúbico | metros cúbicos; ha = hectare | hectares
    kB = kilobyte | kilobytes; KB = kilobyte | kilobytes; MB = megabyte | megabytes; GB = gigabyte | gigabytes; TB = terabyte | terabytes; Mbit = megabit | megabits
    W = watt | watts; kW = quilowatt | quilowatts; kWh = quilowatt-hora | quilowatts-hora; V = volt | volts; A = ampere | amperes; Hz = hertz; MHz = megahertz; GHz = gigahertz; kcal = quilocaloria | quilocalorias
  `),
  currencies: {
    BRL: { major: ['real', 'reais'], minor: ['centavo', 'centavos'] },
    EUR: { major: ['euro', 'euros'], minor: ['centavo', 'centavos'] },
    USD: { major: ['dólar', 'dólares'], minor: ['centavo', 'centavos'] },
    GBP: { major: ['libra', 'libras'], minor: ['penny', 'pence'] },
    CHF: { major: ['franco suíço', 'francos suíços'], minor: ['centavo', 'centavos'] },
    JPY: { major: ['iene', 'ienes'], minor: ['sen', 'sen'] },
    INR: { major: ['rupia', 'rupias'], minor: ['paisa', 'paisas'] },
  },
  money: ({ whole, cents, currency }) => {
    const { major, minor } = PORTUGUESE.currencies[currency] ?? { major: ['', ''], minor: ['', ''] };
    const small = `${base(cents)} ${nameFor(minor, cents)}`;
    if (whole === 0 && cents > 0) return small;
    const of = whole >= 1_000_000 && whole % 1_000_000 === 0 ? 'de ' : '';
    const form = nameFor(major, 1).endsWith('a') ? 'feminine' : 'noun';
    const large = `${cardinal(whole, form)} ${of}${nameFor(major, whole)}`;
    return cents === 0 ? large : `${large} e ${small}`;
  },
  months: MONTHS,
  shortMonths: 'jan fev mar abr mai jun jul ago set out nov dez'.split(' '),
  shortWeekdays: tableOf(
    'seg = segunda; ter = terça; qua = quarta; qui = quinta; sex = sexta; sáb = sábado; sab = sábado; dom = domingo',
  ),
  monthFirst: false,
  date: ({ day, month, year }) =>
    `${day === 1 ? 'primeiro' : base(day)} de ${at(MONTHS, month - 1)}${year === null ? '' : ` de ${base(year)}`}`,
  year: base,
  time: ({ hour, minute }) => {
    const hours = cardinal(hour, 'feminine');
    if (minute === 0) return `${hours} ${hour < 2 ? 'hora' : 'horas'}`;
    return `${hours} e ${base(minute)}`;
  },
  range: (from, to, before) => {
    if (before === 'entre') return `${from} e ${to}`;
    if (before === 'das') return `${from} às ${to}`;
    return /^(?:de|da|do|dos)$/.test(before) ? `${from} a ${to}` : `de ${from} a ${to}`;
  },
  fraction,
  mixed: (whole, numerator, denominator) => {
    const part = denominator === 2 ? 'meio' : fraction(numerator, denominator);
    return part === null ? null : `${base(whole)} e ${part}`;
  },
  ordinal: (text) => {
    const [found = '', digits = '', mark = ''] =
      /^(\d{1,2})\.?(º|ª|°|o(?![a-zà-ÿ])|a(?![a-zà-ÿ]))(?![CF])/.exec(text) ?? [];
    if (found === '' || Number(digits) === 0) return null;
    const ordinal = ordinalOf(Number(digits));
    return { length: found.length, spoken: /ª|a/.test(mark) ? ordinal.replaceAll(/o\b/g, 'a') : ordinal };
  },
  phonePairs: false,
  abbreviations: {
    ...abbreviationsOf(
      'never',
      `Sr = senhor; Sra = senhora; Srta = senhorita; Srs = senhores; Dr = doutor; Dra = doutora; Prof = professor; Profa = professora; Eng = engenheiro; Exmo = excelentíssimo
       p. ex. = por exemplo; ex = exemplo; aprox = aproximadamente; núm = número; tel = telefone; av = avenida; bl = bloco; doc = documento; cód = código; ed = edifício; elev = elevador; R = Rua; Pça = Praça; Al = Alameda; Rod = Rodovia; apto = apartamento; ap = apartamento; máx = máximo; mín = mínimo; vs = contra; S = São; Sto = Santo; Sta = Santa; dep = departamento; depto = departamento; obs = observação; ref = referência; cf = conforme`,
    ),
    ...abbreviationsOf('digit', 'n = número; pág = página; págs = páginas; art = artigo'),
    ...abbreviationsOf(
      'capital',
      `etc = etcétera; Ltda = Limitada; S. A. = S A; Cia = Companhia; a. C. = antes de Cristo; d. C. = depois de Cristo; a.m. = a m; p.m. = p m; hab = habitantes; seg = segundos
       jan = janeiro; fev = fevereiro; abr = abril; jun = junho; jul = julho; ago = agosto; set = setembro; out = outubro; nov = novembro; dez = dezembro`,
    ),
  },
  titles: {},
  shortForms: tableOf(
    'nº = número; Nº = número; n° = número; N° = número; n.º = número; s/n = sem número; Dra = doutora',
  ),
  capitalWords: new Set(
    'NASA UNESCO OTAN UNICEF FIFA UEFA OPEP CEP PIN SIM PIX IKEA ONU OK SUS IBAN IOF DETRAN SENAI DE DA DO EM NÃO SIM UM UMA OS AS COM POR PARA SEU SUA'.split(
      ' ',
    ),
  ),
};
