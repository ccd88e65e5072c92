/** What a session knows about its answering party (hearing/answerer.ts and hearing/voicemail.ts have the rules). */
import { type BeepDetector, createBeepDetector } from '../audio/beep.js';
import type { MachineReason } from '../policies/answering-machine.js';

/** Words that are typical for machines: the answer to them waits. */
interface Suspicion {
  /** The machine that they announce, if nothing else is heard until then; null: the callee is answered. */
  readonly presumed: MachineReason | null;
  /** ms */
  readonly until: number;
}

interface Undecided {
  readonly type: 'undecided';
  readonly beep: BeepDetector;
  /** The final words so far; after a screener's, only those that follow. */
  words: string;
  /** The words after them that are not final yet. */
  partial: string;
  /** When the latest words were reported that are not judged yet, ms; null: all of them are. */
  newWordsSince: number | null;
  screened: boolean;
  /** Whether a menu was heard that the agent talks to. */
  menu: boolean;
  suspicion: Suspicion | null;
  /** Whether there has ever been a suspicion. */
  suspected: boolean;
  /** The question to the model that is open; null: none is. */
  question: { readonly id: number; readonly deadlineAt: number } | null;
  /** Questions to the model so far; numbers the next one. */
  questions: number;
}

/**
 * `waiting`: for the moment to leave the message. `early`: the message is being left without a beep, and a beep makes it
 * begin again. `finished`: nothing more is looked for or awaited.
 */
export type VoicemailState =
  | Undecided
  | { readonly type: 'waiting'; readonly since: number; readonly beep: BeepDetector }
  | { readonly type: 'early'; readonly beep: BeepDetector }
  | { readonly type: 'finished' };

export const newVoicemail = (): VoicemailState => ({
  type: 'undecided',
  beep: createBeepDetector(),
  words: '',
  partial: '',
  newWordsSince: null,
  screened: false,
  menu: false,
  suspicion: null,
  suspected: false,
  question: null,
  questions: 0,
});
