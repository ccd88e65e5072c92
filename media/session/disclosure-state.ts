/** The state of the disclosure that a session's agent must make (disclosure.ts has the rules). */

import type { SpeechAct } from '../speech/act.js';
import { fullySent, type Utterance } from '../speech/utterance.js';
import type { SessionBrief } from './io.js';

/** A disclosure on its way to the customer. */
interface SpokenDisclosure {
  readonly act: SpeechAct;
  /** The latest attempt at the whole text. */
  readonly utterance: Utterance;
  /** How often all synthesisers were tried. */
  readonly rounds: number;
  /** When they are tried again, ms; null: its audio exists, or is being synthesised. */
  readonly retryAt: number | null;
}

/** `owed`: the agent may say nothing else before it; `spoken` is null until it begins, and after it was cut. */
export type Disclosure =
  | { readonly type: 'none' }
  | { readonly type: 'owed'; readonly spoken: SpokenDisclosure | null }
  | { readonly type: 'heard' }
  | { readonly type: 'failed' };

/** The part of a session's state that these functions need. */
interface Disclosing {
  disclosure: Disclosure;
}

export const newDisclosure = ({ disclosure = '', disclosed = false }: SessionBrief): Disclosure => {
  if (disclosure === '') return { type: 'none' };
  return disclosed ? { type: 'heard' } : { type: 'owed', spoken: null };
};

/** Whether the customer still has to hear it. */
export const owesDisclosure = ({ disclosure }: Readonly<Disclosing>): boolean => disclosure.type === 'owed';

/** The disclosure on its way; null: there is none. */
export const spokenDisclosure = ({ disclosure }: Readonly<Disclosing>): SpokenDisclosure | null =>
  disclosure.type === 'owed' ? disclosure.spoken : null;

/** Whether it is on its way and has not been heard yet; also while the line is down. */
export const isDisclosing = (session: Readonly<Disclosing>): boolean => spokenDisclosure(session) !== null;

/** Whether other speech would come between its words. */
export const occupiesLine = (
  session: Readonly<Disclosing> & { readonly speech: { readonly acts: readonly SpeechAct[] } },
): boolean =>
  isDisclosing(session) ||
  session.speech.acts.some(
    ({ kind, open }) => kind === 'disclosure' && open.some((utterance) => !fullySent(utterance)),
  );

/** It was cut for good: what was heard of it does not count. */
export const forgetSpoken = (session: Disclosing, act: SpeechAct): void => {
  if (spokenDisclosure(session)?.act === act) session.disclosure = { type: 'owed', spoken: null };
};
