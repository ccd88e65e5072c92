/**
 * Classifies the answering party by its words. A missed machine costs a minute, but a false positive hangs up on a person,
 * so only whole phrases may be classified: "the person you are calling is" begins announcements of machines and screeners
 * alike.
 *
 * A1. Screeners come before machines: they share words, and a screener must be answered.
 * A2. A person's words (an offer to pass a message on, a question) outweigh openers and promises of mailboxes.
 * A3. Openers that people use, too, are a suspicion. Openers of two kinds are a mailbox ("you have reached", "we are closed").
 * A4. A menu's keys count in every language, as later in the call (phone-menu.ts, M1): menus greet in several.
 */
import { languageOf } from '../../schemas/language-tag.js';
import { type CalleePhrases, countKeys, normalised, phrasesOf } from './callee/phrases.js';

/** Each is an end reason of calls, too. */
export type MachineReason = 'voicemail' | 'mailbox_full' | 'not_in_service' | 'unavailable' | 'ivr_menu';

/**
 * `presumed`: an announcement that a mailbox or a person may follow, so it counts once nothing does. `suspect`: the words
 * are typical for machines, but not only for them. `unknown`: they reveal nothing.
 */
export type Answerer =
  | { readonly type: 'machine'; readonly reason: MachineReason }
  | { readonly type: 'presumed'; readonly reason: MachineReason }
  | { readonly type: 'screener' }
  | { readonly type: 'person' }
  | { readonly type: 'suspect' }
  | { readonly type: 'unknown' };

/** Carriers repeat their announcements in English. */
const COMMON = 'en';

/** One option of a menu may be a mailbox's ("to leave a callback number, press five"). */
const OPTIONS_OF_A_MENU = 2;

/** `language` is BCP 47. Words of languages without phrases are compared with English ones. */
export const answererOf = (text: string, language: string): Answerer => {
  const own = phrasesOf(languageOf(language));
  const common = phrasesOf(COMMON);
  const lists = [own, ...(own === common ? [] : [common])].filter((phrases) => phrases !== null);
  return classify(normalised(text), isQuestion(text), lists);
};

/**
 * Compiles the phrases that every call is compared with, which takes 50 ms: before a thread paces calls. V8 compiles a pattern to
 * machine code at its second use, and apart for texts with letters beyond Latin-1.
 */
export const warmUpAnswerers = (): void => {
  for (const sample of ['Hello, this is a call for 1.', 'Hello – this is a call.'])
    for (let use = 0; use < 2; use += 1) answererOf(sample, COMMON);
};

/** Whether there are phrases of the language itself. `language` is BCP 47. */
export const knowsPhrases = (language: string): boolean => phrasesOf(languageOf(language)) !== null;

const classify = (text: string, isAsking: boolean, phrases: readonly CalleePhrases[]): Answerer => {
  const count = (list: Parameters<CalleePhrases['count']>[0]): number =>
    phrases.reduce((sum, each) => sum + each.count(list, text), 0);
  const has = (list: Parameters<CalleePhrases['count']>[0]): boolean => count(list) > 0;
  // A1
  if (has('screener')) return { type: 'screener' };
  if (has('full')) return { type: 'machine', reason: 'mailbox_full' };
  if (has('unassigned')) return { type: 'machine', reason: 'not_in_service' };
  if (has('mailbox')) return { type: 'machine', reason: 'voicemail' };
  // A4
  const options = Math.max(count('menu'), countKeys(text));
  if (options >= OPTIONS_OF_A_MENU) return { type: 'machine', reason: 'ivr_menu' };
  if (isAsking && has('reason')) return { type: 'screener' };
  // A2
  if (isAsking || has('person')) return { type: 'person' };
  if (has('promise')) return { type: 'machine', reason: 'voicemail' };
  // A3
  const openers = [has('reached'), has('absent'), has('leave') || has('message')].filter(
    (isOpener) => isOpener,
  ).length;
  if (openers >= 2) return { type: 'machine', reason: 'voicemail' };
  if (has('reason')) return { type: 'screener' };
  if (options > 0) return { type: 'presumed', reason: 'ivr_menu' };
  if (has('message')) return { type: 'presumed', reason: 'voicemail' };
  if (has('unreachable')) return { type: 'presumed', reason: 'unavailable' };
  return { type: openers > 0 ? 'suspect' : 'unknown' };
};

/** Whether the words end in a question: to the caller, so far as the text shows. */
const isQuestion = (text: string): boolean => /[?？؟;]["'”»\s]*$/u.test(text.trim());
