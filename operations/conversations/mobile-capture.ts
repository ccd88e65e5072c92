/**
 * Learns the mobile of a customer whom the channel identifies without one (spec section 2.5,
 * `instagramCollectMobileEnabled`): when an agent asks for it, and what counts as the answer.
 */
import { findPhoneNumbersInText } from 'libphonenumber-js/max';
import { destinationOf, isOrdinary } from '../outreach/destination.js';
import { mobileQuestion } from './mobile-question.js';

/** Answers of one conversation in which an agent asks, at most. */
export const MAX_ASKS = 2;

/** The longest possible message, characters; anything beyond is ignored. */
const MAX_CHARACTERS = 4_096;
/** Candidates in the messages that are parsed; each takes a millisecond. */
const MAX_CANDIDATES = 8;
/** A plus sign, then digits and the characters that group them. */
const CANDIDATE = /\+[\p{Nd}\s().\-\u2010-\u2015/]{7,31}/gu;

/**
 * The number in a customer's messages, in E.164; null if there is none or more than one. Only international numbers
 * count, because the country of others is unknown. Premium rate numbers and the like are not mobiles.
 */
export const mobileIn = (texts: readonly string[]): string | null => {
  const candidates = texts.flatMap(
    (text) => text.slice(0, MAX_CHARACTERS).normalize('NFKC').match(CANDIDATE) ?? [],
  );
  const numbers = new Set(
    candidates
      .slice(0, MAX_CANDIDATES)
      .flatMap((candidate) => findPhoneNumbersInText(candidate))
      .flatMap(({ number }) =>
        number.isValid() && isOrdinary(destinationOf(number.number)) ? [number.number] : [],
      ),
  );
  const [only = null, ...more] = numbers;
  return more.length === 0 ? only : null;
};

/**
 * Instruction to an agent that is to ask for the mobile. A model that follows a script reads its last sentence only
 * (providers/llm/script.ts). `language`: of the agent, BCP 47.
 */
export const askMobile = (language: string): string =>
  'You do not know the mobile number of this customer yet. In your answer, also ask them for it, politely and in one ' +
  'sentence, with its country code. Do not ask if they have said that they will not give it. You may use these words: ' +
  `At the end, also say "${mobileQuestion(language)}".`;

/** Instruction to an agent whose customer has just given the mobile. */
export const THANK_FOR_MOBILE =
  'The customer has just given you their mobile number. Thank them for it in your answer, and do not ask for it again.';
