/** The transcript of a call, without the fillers that only bridge a wait: those depend on the machine. */
import { phrasesFor } from '../../media/speech/phrases.js';
import type { CallDetail } from './client.js';

/** The filler of an agent in English when its answer is two seconds late. */
export const BRIDGE = phrasesFor('en').filler;

/** The turns of all speakers, in order. */
export const spokenTurns = ({ transcript }: Pick<CallDetail, 'transcript'>): CallDetail['transcript'] =>
  transcript.filter(({ speaker, text }) => speaker !== 'assistant' || !BRIDGE.startsWith(text));

/** The same turns, each as `assistant: …` or `customer: …`. */
export const spokenLines = (detail: Pick<CallDetail, 'transcript'>): readonly string[] =>
  spokenTurns(detail).map(({ speaker, text }) => `${speaker}: ${text}`);
