/** What problems mean to the person at the page: the API's texts for programmers become sentences and names. */
import { textFinder } from '../i18n/service-texts.js';
import { withoutMarks } from './field-details.js';
import { CHANNEL_FAILURES, PROBLEMS, SERVICE_FAILURES } from './problem-messages.js';

const failureOf = textFinder(SERVICE_FAILURES, CHANNEL_FAILURES);

/** A sentence about a problem. One without a code is the page's own, and has its words. */
export const sentenceOf = (problem: { readonly code?: string; readonly message: string }): string => {
  const { code, message } = problem;
  if (code === undefined) return withoutMarks(message);
  const sentence = PROBLEMS.sentences[code];
  if (sentence !== undefined) return sentence;
  const named = PROBLEMS.named[code];
  if (named !== undefined) return named(withoutMarks(message));
  const failure = failureOf(message);
  if (failure !== undefined) return failure;
  if (code.endsWith('_not_found')) return PROBLEMS.gone;
  if (/_(busy|limited)$/.test(code) && !code.startsWith('microphone_')) return PROBLEMS.busy;
  // The rest are rare refusals whose message says what to do, and the page's own, such as those of a microphone.
  return code.startsWith('too_many_') ? PROBLEMS.limit : withoutMarks(message);
};

/** `/voiceSettings/firstGreeting` as `First greeting`; the number of an item counts from one. */
export const fieldNameOf = (path: string): string => {
  const parts = path.split('/').filter((part) => part !== '');
  const name = parts.findLast((part) => !/^\d+$/.test(part)) ?? '';
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replaceAll(/\b(url|id)\b/gi, (word) => word.toUpperCase());
  const last = parts.at(-1) ?? '';
  const ordinal = /^\d+$/.test(last) ? ` ${Number(last) + 1}` : '';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${ordinal}`;
};
