/**
 * The digits of a phone number as people and programs write it: with invisible characters, links, labels, brackets,
 * extensions, exponents of spreadsheets, and digits of any script. Pure, and knows no numbering plan.
 */

/** Why a text has no digits that could be a number. */
export type Unwritten = 'missing' | 'no_digits' | 'letters' | 'several' | 'short' | 'long' | 'rounded';

export type WrittenNumber =
  | { readonly type: 'refused'; readonly reason: Unwritten }
  | {
      readonly type: 'digits';
      /** Decimal digits, `0` to `9`. */
      readonly digits: string;
      /** Whether a plus sign, or what stands for it, begins the number. */
      readonly international: boolean;
      /** Position of a zero in brackets that stands behind a country code, as in `+49 (0)176`; null without one. */
      readonly trunkZeroAt: number | null;
    };

/** The longest text that is read, characters: a number with a label, a remark and an extension is far shorter. */
const MAX_WRITTEN_CHARACTERS = 200;
/** Digits of E.164 (ITU-T E.164, 6.1). */
const MOST_DIGITS = 15;
/** Fewer are a short code, whose meaning depends on the network. */
const FEWEST_DIGITS = 7;

const PLAIN = /^\+[0-9]{7,15}$/;

const refused = (reason: Unwritten): WrittenNumber => ({ type: 'refused', reason });

/** The value of a decimal digit of any script: the digits of a script follow each other, and begin with its zero. */
const digitOf = (char: string): string => {
  const code = char.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
};

/** One form for each character that has several: digits, spaces, dashes, brackets. Invisible characters are removed. */
const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\P{Cf}]/gu, '')
    .replace(/[^\P{Nd}0-9]/gu, digitOf)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    // The mark of long vowels, which Japanese keyboards type for a hyphen.
    .replace(/(?<=\d)\u30FC/g, '-')
    .replace(/[^\S\n]/g, ' ')
    .replace(/[[{]/g, '(')
    .replace(/[\]}]/g, ')')
    .trim();

/** Text of spreadsheets: `'+49…`, `="+49…"`, `"+49…"`. */
const unquoted = (text: string): string =>
  text
    .replace(/^['’‘`]+/, '')
    .replace(/^=\s*/, '')
    .replace(/^"(.*)"$/s, '$1')
    .trim();

const SCHEME = /^(?:tel|callto|phone|sms|whatsapp|wa|p)\s*:\s*(?:\/\/)?/i;
const CHAT_LINK = /^https?:\/\/(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?/i;
/** RFC 3966. */
const CONTEXT = /;\s*phone-context=(\+\d+)/i;

/** A link's number; other texts are returned as they are. */
const unlinked = (text: string): string => {
  if (CHAT_LINK.test(text)) return text.replace(CHAT_LINK, '+').replace(/[?&].*$/s, '');
  const number = text.replace(SCHEME, '');
  if (number === text) return text;
  const [, context] = CONTEXT.exec(number) ?? [];
  const local = number.replace(CONTEXT, '');
  return context === undefined || local.startsWith('+') ? local : `${context}${local}`;
};

const EXTENSION =
  /(?<=\d\s*)[,;]?\s*(?:ext(?:ension|n)?|x|#|durchwahl|dw|app(?:arat)?|poste|int(?:erno)?|anexo|ramal|доб)\s*[.=:]?\s*\d{1,7}$/iu;

const EXPONENT = /^([+-]?)(\d+)(?:[.,](\d+))?e\+?(\d{1,2})$/i;
/** `4155550153.0`, `14155550154,00`: a number cell written as a decimal fraction. */
const ZERO_FRACTION = /^(\+?\d{7,})[.,]0+$/;
const OTHER_FRACTION = /^\d{9,}[.,]\d$/;

/** The digits behind `4.155550151E9`; null if fewer are left than the exponent says. The last zero is not written. */
const withoutExponent = (whole: string, fraction: string, exponent: number): string | null => {
  const missing = exponent - fraction.length;
  if (missing > 1 || (missing < 0 && /[1-9]/.test(fraction.slice(exponent)))) return null;
  return `${whole}${fraction.slice(0, exponent)}${'0'.repeat(Math.max(0, missing))}`;
};

/** Letters next to digits, or behind a hyphen between them: `1-800-FLOWERS`, `O176 0406`, `0406 9xxx`. */
const MIXED = /\p{L}[-.]?\d|\d[-.]?\p{L}/u;
const LABEL = /\p{L}[\p{L}.'’]*\s*:?/gu;
/** What separates numbers, when more than white space does. */
const BETWEEN = /[;,|&\n]|:{2,}/;
/** A plus sign behind digits begins another number. */
const NEXT_PLUS = /(?<=\d[\s)]*)(?=\(?\s*\+)/;

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** Whether a slash separates two numbers: it also groups the digits of one. */
const areSlashed = (text: string): boolean => {
  const parts = text.split('/').map((part) => digitsIn(part).length);
  return parts.length > 1 && parts.every((count) => count >= FEWEST_DIGITS);
};

/**
 * Reads the digits of a number. Letters that touch digits, and several numbers, are refused, because choosing would be a
 * guess. Whether the digits are a number is for the numbering plan.
 */
export const readWritten = (raw: string): WrittenNumber => {
  if (PLAIN.test(raw))
    return { type: 'digits', digits: raw.slice(1), international: true, trunkZeroAt: null };
  if (raw.length > MAX_WRITTEN_CHARACTERS) return refused('long');
  const text = unlinked(unquoted(plainText(raw)));
  if (text === '') return refused('missing');

  const [, sign, whole, fraction = '', exponent] = EXPONENT.exec(text) ?? [];
  if (whole !== undefined && exponent !== undefined) {
    const digits = withoutExponent(whole, fraction, Number(exponent));
    return digits === null ? refused('rounded') : digitsOf(`${sign === '+' ? '+' : ''}${digits}`);
  }
  if (OTHER_FRACTION.test(text) && !ZERO_FRACTION.test(text)) return digitsOf(text);
  return fromWords(text.replace(ZERO_FRACTION, '$1').replace(EXTENSION, ''));
};

/** The only number among words and separators. */
const fromWords = (text: string): WrittenNumber => {
  if (!/\d/.test(text)) return refused('no_digits');
  if (MIXED.test(text)) return refused('letters');
  const parts = text
    .replace(LABEL, '\n')
    .split(BETWEEN)
    .flatMap((part) => part.split(NEXT_PLUS))
    .filter((part) => digitsIn(part).length > 0);
  const long = parts.filter((part) => digitsIn(part).length >= FEWEST_DIGITS);
  const [only, ...more] = long;
  if (more.length > 0) return refused('several');
  if (only === undefined) {
    const count = parts.reduce((sum, part) => sum + digitsIn(part).length, 0);
    return refused(count < FEWEST_DIGITS ? 'short' : 'several');
  }
  return areSlashed(only) ? refused('several') : digitsOf(only);
};

const digitsOf = (text: string): WrittenNumber => {
  const isPlus = /^[^\d+]*\+/.test(text);
  const zero = /\(\s*0\s*\)/.exec(text);
  const before = zero === null ? '' : digitsIn(text.slice(0, zero.index));
  // `+0049`: the prefix of international calls beside its sign.
  const all = digitsIn(text);
  const [prefix = ''] = isPlus ? (/^00/.exec(all) ?? []) : [];
  const digits = all.slice(prefix.length);
  if (digits.length < FEWEST_DIGITS) return refused('short');
  if (digits.length > MOST_DIGITS + (isPlus ? 0 : MOST_PREFIX_DIGITS)) return refused('long');
  return {
    type: 'digits',
    digits,
    international: isPlus,
    trunkZeroAt: zero === null || before.length === 0 ? null : before.length - prefix.length,
  };
};

/** Digits of a prefix of international calls, with the code of a carrier (Brazil: `0015`), and a trunk zero. */
const MOST_PREFIX_DIGITS = 5;
