/**
 * Learning the mobile of a customer whom the channel names without one (spec section 2.5, `instagramCollectMobileEnabled`):
 * when an agent asks for it, and what it takes for the answer.
 */
import { findPhoneNumbersInText } from 'libphonenumber-js/max';
import { destinationOf, isOrdinary } from '../outreach/destination.js';

/** Answers of one conversation in which an agent asks. */
export const MAX_ASKS = 2;

/** What one message may hold at most, characters; what stands behind it is not looked at. */
const MAX_CHARACTERS = 4_096;
/** Places in the messages that are looked at more closely: that takes a millisecond each. */
const MAX_CANDIDATES = 8;
/** A plus sign, and what digits are grouped with. */
const CANDIDATE = /\+[\p{Nd}\s().\-\u2010-\u2015/]{7,31}/gu;

/**
 * The number that a customer gives, in E.164; null when they give none, or more than one. Only international numbers
 * count: the country of others is unknown. Premium rate numbers and the like are no mobiles.
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

/** What an agent is told that is to ask. */
export const ASK_MOBILE =
  'You do not know the mobile number of this customer yet. In your answer, also ask them for it, politely and in one ' +
  'sentence, with its country code. Do not ask if they have said that they will not give it.';

/** What an agent is told of a customer who has just given it. */
export const THANK_FOR_MOBILE =
  'The customer has just given you their mobile number. Thank them for it in your answer, and do not ask for it again.';
