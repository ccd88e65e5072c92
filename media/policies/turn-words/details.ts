/**
 * Whether a caller is in the middle of giving a detail: a number, a spelled word, an e-mail address or a postal address.
 * A recogniser's full stop says nothing about it.
 */

import { hasNumber, type Run, runAtEnd } from './digits.js';
import type { Requested } from './requested.js';

/**
 * `begun`: more of it follows. `settled`: it may be all of it, but its length is not known. `whole`: nothing is missing.
 * Null: the words are no such detail.
 */
export type Detail = 'begun' | 'settled' | 'whole' | null;

/** The text of a turn, lower case. */
interface DetailText {
  /** Without the marks at its end. */
  readonly text: string;
  readonly words: readonly string[];
  /** ISO 639-1. */
  readonly language: string;
}

/** A pause that separates the groups of a number, ms. */
const GROUP_PAUSE_MS = 350;
/** A number or code of unknown length is seldom shorter. */
const LEAST_CODE = 5;
/** If the caller pauses between its groups, or reads out a number that was not requested, it may be as long as this. */
const LONG_NUMBER = 10;
/** Single digits or letters, one after another, that show without a question that something is being read out. */
const READ_OUT = 3;
/** A longer answer without any sign of the detail is another answer: "I would rather not say that". */
const FEW_WORDS = 4;
/** Digits of a year, or of a postcode inside an address. */
const YEAR = 4;

const PHONE_LENGTH: Readonly<Record<string, number>> = {
  es: 9,
  pl: 9,
  pt: 9,
  ar: 9,
  cs: 9,
  ca: 9,
  uk: 9,
  hu: 9,
  fi: 9,
  id: 10,
  da: 8,
  no: 8,
  zh: 11,
};
const USUAL_PHONE_LENGTH = 10;

const POSTCODE_LENGTH: Readonly<Record<string, number>> = {
  nl: 6,
  hi: 6,
  ru: 6,
  zh: 6,
  vi: 6,
  ro: 6,
  pt: 7,
  ja: 7,
  da: 4,
  no: 4,
  hu: 4,
};
const USUAL_POSTCODE_LENGTH = 5;

/** Words that end the line of a street. */
const STREET =
  /(?<!\p{L})(?:street|road|avenue|boulevard|ulica|ulicy|sokak|sokağı|caddesi|mahallesi|улица|проспект|вулиця|شارع)$|(?:straße|strasse|allee|gasse|straat|laan|gracht|gatan|vägen|丁目|番地)$/iu;
/** Words of a postal address. */
const PLACE =
  /(?<!\p{L})(?:street|road|avenue|lane|drive|boulevard|grove|close|court|square|apartment|flat|suite|unit|calle|avenida|plaza|paseo|piso|rue|allée|impasse|appartement|étage|via|viale|piazza|corso|scala|interno|rua|travessa|praça|apartamento|bloco|straat|weg|laan|plein|gracht|ulica|ulicy|aleja|osiedle|mieszkanie|sokak|sokağı|caddesi|mahallesi|apartmanı|daire|улица|проспект|переулок|дом|квартира|вулиця|будинок|شارع|شقة|गली|सड़क|मोहल्ला)(?!\p{L})|(?:straße|strasse|allee|gasse|platz|straat|gatan|vägen|gade|veien)(?!\p{L})|[路街]|丁目|番地|도로|길/iu;

const AT_SIGN =
  /@|(?:^|\s)(?:at|ät|klammeraffe|arroba|arobase|arobas|chiocciola|apenstaartje|małpa|malpa|snabel-?a|alfakrøll|собака|собачка|равлик|zavináč|kukac|et işareti|एट|ऐट|एट द रेट|آت|أت|миу)(?:\s|$)|アット|艾特|골뱅이|แอท/iu;
const DOT =
  /\.|(?:^|\s)(?:dot|punkt|point|punto|ponto|punt|kropka|nokta|punct|точка|крапка|tečka|pont|piste|डॉट|दॉट|نقطة|دوت|titik|chấm|τελεία)(?:\s|$)|ドット|点|닷|จุด/iu;
/** Words that the rest of an address follows. */
const JOINT_OF_ADDRESS =
  /(?:^|\s)(?:at|ät|dot|punkt|point|punto|ponto|punt|kropka|nokta|точка|डॉट|एट|نقطة|دوت|dash|underscore|hyphen|unterstrich|minus|strich|bindestrich|guion|guión|tiret|trattino|underline|arroba|arobase|chiocciola|apenstaartje|małpa|собака|co)$|(?:ドット|アット|点|닷|골뱅이|@|[._-])$/iu;
/** Ends that a whole e-mail address has. */
const DOMAIN_END =
  /(?:com|net|org|info|eu|io|de|at|ch|fr|es|it|pt|br|nl|be|pl|tr|se|dk|no|fi|uk|us|ca|in|ru|ua|jp|cn|kr|cz|gr|ro|hu|id|vn|me|biz|dev|app|edu|gov|コム|シーオージェーピー|कॉम|इन|كوم|ком|ру)$/iu;

/** `pauseMs`: the longest pause after which the caller went on. */
export const detailIn = (turn: DetailText, requested: Requested | null, pauseMs: number): Detail => {
  const { text, words, language } = turn;
  if (words.length === 0 && text === '') return null;
  const run = runAtEnd(words, text, language);
  switch (requested?.type) {
    case 'spelling':
      return run.length === 0 && words.length > FEW_WORDS ? null : 'begun';
    case 'email':
      return emailIn(turn);
    case 'address':
      return addressIn(turn, run);
    case 'phone':
      return ofLength(run, PHONE_LENGTH[language] ?? USUAL_PHONE_LENGTH);
    case 'postcode':
      return ofLength(run, POSTCODE_LENGTH[language] ?? USUAL_POSTCODE_LENGTH);
    case 'digits':
      return ofLength(run, requested.length);
    case 'date':
      return dateIn(turn, run);
    case 'code':
      return run.length === 0 ? unrequested(turn, run, pauseMs) : codeIn(run, pauseMs);
    default:
      return unrequested(turn, run, pauseMs);
  }
};

const ofLength = (run: Run, length: number): Detail => {
  if (run.length === 0) return null;
  return run.length >= length && !run.isOpen ? 'whole' : 'begun';
};

const codeIn = (run: Run, pauseMs: number): Detail => {
  const least = pauseMs >= GROUP_PAUSE_MS ? LONG_NUMBER : LEAST_CODE;
  return run.length < least || run.isOpen ? 'begun' : 'settled';
};

/** A day and a month are not all of it, a year is. Languages that begin with the year end with the day. */
const dateIn = ({ text, words, language }: DetailText, run: Run): Detail => {
  if (['zh', 'ja', 'ko', 'hu'].includes(language) || !hasNumber(words, language)) return null;
  const hasYear = run.length >= YEAR || /\p{N}{4}/u.test(text);
  return hasYear && !run.isOpen ? 'whole' : 'begun';
};

const unrequested = ({ text }: DetailText, run: Run, pauseMs: number): Detail => {
  if (AT_SIGN.test(text) && DOT.test(text) && /@|\S+\s+\S+\s+\S+/u.test(text) && JOINT_OF_ADDRESS.test(text))
    return 'begun';
  if (STREET.test(text)) return 'begun';
  if (run.singles < READ_OUT) return null;
  return run.length >= LONG_NUMBER && !run.isOpen ? 'whole' : codeIn(run, pauseMs);
};

const emailIn = ({ text, words }: DetailText): Detail => {
  if (JOINT_OF_ADDRESS.test(text)) return 'begun';
  const at = text.search(AT_SIGN);
  if (at < 0) return words.length > FEW_WORDS && !DOT.test(text) ? null : 'begun';
  return DOT.test(text.slice(at + 1)) && DOMAIN_END.test(text) ? 'settled' : 'begun';
};

/** It is complete with a house number and a postcode. */
const addressIn = ({ text, words }: DetailText, run: Run): Detail => {
  const numbers = text.match(/\p{N}+/gu) ?? [];
  const isOther = numbers.length === 0 && run.length === 0 && !PLACE.test(text) && words.length > FEW_WORDS;
  if (isOther) return null;
  const hasPostcode = numbers.some((number) => number.length >= YEAR);
  return hasPostcode && numbers.length > 1 && !run.isOpen ? 'settled' : 'begun';
};
