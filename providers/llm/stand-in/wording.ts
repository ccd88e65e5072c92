/** Turns parts of instructions into sentences that an agent says to a customer. Pure; English only. */

/** The customer, as instructions refer to them. */
export const CUSTOMER = `(?:(?:the |each |every |a )?(?:customers?|callers?|callees?|contacts?|patients?|clients?|guests?|users?|persons?|people)|them|him|her|they|he or she)`;

const RULES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // The agent's own side comes first: afterwards "you" is the customer.
  [/\byour\b/gi, 'our'],
  [/\byou are\b/gi, 'we are'],
  [/\byou\b/gi, 'we'],
  [
    /\b(?:the |each |every )(customer|caller|callee|contact|patient|client|guest|user|person)['’]s\b/gi,
    'your',
  ],
  [/\b(?:their|his or her|his)\b/gi, 'your'],
  [/\b(?:they are|the (?:customer|caller|patient|client|guest|user|person) is)\b/gi, 'you are'],
  [/\b(?:the (?:customer|caller|patient|client|guest|user|person) has)\b/gi, 'you have'],
  [
    /\b(?:the |each |every )(?:customers?|callers?|callees?|contacts?|patients?|clients?|guests?|users?|persons?)\b/gi,
    'you',
  ],
  [/\b(?:customers|callers|contacts|patients|clients|guests|users)\b/gi, 'you'],
  [/\b(?:they|them|he or she|him or her)\b/gi, 'you'],
];

/** The text with the customer addressed as "you", without the marks at its end. */
export const addressed = (text: string): string =>
  RULES.reduce((words, [pattern, replacement]) => words.replace(pattern, replacement), text.trim())
    .replace(/[\s.,;:!?]+$/, '')
    .replace(/\s+/g, ' ');

/** With a capital letter and a mark at its end. */
export const sentence = (text: string, mark = '.'): string => {
  const words = text.trim().replace(/[\s.,;:!?]+$/, '');
  return words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}${mark}`;
};

/** Third person to base form, of regular verbs: `suits` to `suit`. */
const baseForm = (verb: string): string => {
  if (/(?:ss|sh|ch|x|o)es$/i.test(verb)) return verb.slice(0, -2);
  if (/[^aeiou]ies$/i.test(verb)) return `${verb.slice(0, -3)}y`;
  return verb.replace(/([^s])s$/i, '$1');
};

const AUXILIARY = 'can|could|will|would|are|is|were|was|did|should|may|must';
const SUBJECT = String.raw`you|it|this|that|(?:the|our|your) [\p{L}\d' -]+?`;
const INVERTED = new RegExp(`^(${SUBJECT}) (${AUXILIARY})\\b\\s*(.*)$`, 'iu');
const SUITS = new RegExp(`^(${SUBJECT}) (suits?|works?|fits?|helps?)\\b\\s*(.*)$`, 'iu');
const YOU_DO = /^you ([\p{L}]+)\b\s*(.*)$/iu;

/** The question for `whether …` in an instruction: `it suits` becomes `Does it suit you?`. */
export const whether = (clause: string): string => {
  const text = addressed(clause);
  const [, subject = '', auxiliary = '', rest = ''] = INVERTED.exec(text) ?? [];
  if (auxiliary !== '') return sentence(`${auxiliary} ${subject} ${rest}`, '?');
  const [, thing = '', verb = '', object = ''] = SUITS.exec(text) ?? [];
  const whom = /^work/i.test(verb) ? 'for you' : 'you';
  if (verb !== '') return sentence(`does ${thing} ${baseForm(verb)} ${object === '' ? whom : object}`, '?');
  const [, does = '', what = ''] = YOU_DO.exec(text) ?? [];
  if (does === 'have' || does === 'has') return sentence(`do you have ${what}`, '?');
  if (does !== '' && !/ed$/.test(does)) return sentence(`do you ${baseForm(does)} ${what}`, '?');
  return sentence(`could you tell me whether ${text}`, '?');
};
