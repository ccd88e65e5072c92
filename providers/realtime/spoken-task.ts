/** Builds the instructions of a speech-to-speech engine. Pure. */
import { type Moment, today } from '../llm/prompt.js';
import { DATA_RULE } from '../llm/untrusted.js';

/** Style rules for speech on the telephone. */
const ETIQUETTE = [
  'You are on a telephone call with a customer.',
  'Speak in short sentences, one or two at a time, and ask one question at a time.',
  'If an assistant asks who is calling and why before it puts you through, say so in one sentence.',
  'Where you did not understand the customer, say so and ask again.',
].join('\n');

export const spokenTask = (instructions: string, moment: Moment): string =>
  [instructions, DATA_RULE, ETIQUETTE, today(moment)].join('\n\n');
