/**
 * Openings: who picks up. Words arrive one by one as partial results, with their sound and the mailbox's beep. An agent
 * that hangs up on machines is judged by whom it hangs up on, and one that leaves a message by when it does.
 */
import { FRAME_MS } from '../../../media/audio/frames.js';
import type { Voicemail } from '../../../schemas/agents/voicemail.js';
import { briefFor } from '../call/brief.js';
import { say } from '../call/caller.js';
import { type CallParties, startCall, type VirtualCall } from '../call/virtual-call.js';
import { steadyVoice, tone } from '../call/voices.js';
import { type Opening, readOpenings } from '../corpora.js';
import { count, failuresOf, figure, only, overHalves, type Part, percent } from '../figures.js';
import { wordsOf } from '../opening-words.js';

const TIMES = { partialMs: 120, finalMs: 300, endOfUtterance: false } as const;
const GREETING = 'Good morning, am I speaking to the right person?';
const MESSAGE = 'Please call us back when you hear this.';
const REPLY = 'I am calling about your appointment with us.';
/** How long the call goes on after everything was said, ms: a mailbox must be found by then. */
const AFTERWARDS_MS = 6_000;
/** The message must begin this soon after the beep, or after the last word if there is none, ms. */
const MESSAGE_WITHIN_MS = 4_000;
/** Ends that are no decision about the answering party. */
const OTHER_ENDS: ReadonlySet<string> = new Set(['silence', 'max_duration']);

/** The outcome of an opening. */
interface Opened {
  readonly id: string;
  readonly opening: Opening;
  /** Why the agent hung up, while or soon after the party spoke; null: it did not. */
  readonly ended: string | null;
  /** Whether the message was left after the beep and in full; null: the mailbox takes none. */
  readonly leftMessage: boolean | null;
}

/** Starts a call; another one is used to test the judgement. */
type CallStarter = typeof startCall;

const PARTIES: CallParties = {
  voice: steadyVoice,
  voiceFirstMs: 100,
  model: () => ({ text: REPLY, firstMs: 400, tokenMs: 15 }),
};

/** When the last word and the beep have ended, ms. */
const endOf = (opening: Opening): { readonly wordsMs: number; readonly beepMs: number | null } => {
  const wordsMs = Math.max(0, ...wordsOf(opening).flatMap((words) => words.map(({ endMs }) => endMs)));
  const { beep } = opening;
  return { wordsMs, beepMs: beep === null ? null : wordsMs + beep.delayMs + beep.durationMs };
};

const pickUp = (opening: Opening, voicemail: Voicemail, start: CallStarter): VirtualCall => {
  const { language, beep } = opening;
  const call = start(briefFor({ language, greeting: GREETING, voicemail }), PARTIES);
  for (const words of wordsOf(opening)) say(call, words, TIMES);
  const { wordsMs, beepMs } = endOf(opening);
  if (beep !== null) call.sound(tone(beep.hz, beep.durationMs), wordsMs + beep.delayMs);
  call.run((beepMs ?? wordsMs) + AFTERWARDS_MS);
  return call;
};

/** Plays an opening. */
export const judgeOpening = (opening: Opening, start: CallStarter = startCall): Opened => {
  const call = pickUp(opening, { type: 'hang_up' }, start);
  const reason = call.hungUp()?.reason ?? null;
  call.close();
  return {
    id: opening.id,
    opening,
    ended: reason === null || OTHER_ENDS.has(reason) ? null : reason,
    leftMessage: takesMessages(opening) ? leavesMessage(opening, start) : null,
  };
};

const takesMessages = ({ kind, expected }: Opening): boolean =>
  kind === 'mailbox' && expected.verdict === 'machine' && expected.reason === 'voicemail';

const leavesMessage = (opening: Opening, start: CallStarter): boolean => {
  const call = pickUp(opening, { type: 'leave_message', text: MESSAGE }, start);
  call.run(call.now() + AFTERWARDS_MS);
  call.close();
  const message = [...call.spoken()].findLast(([, text]) => text === MESSAGE)?.[0];
  const frames = call.played().filter(({ utterance }) => utterance === message);
  const beganAt = frames[0]?.atMs;
  if (beganAt === undefined) return false;
  const { wordsMs, beepMs } = endOf(opening);
  const recordsFrom = beepMs ?? wordsMs;
  const isWhole = frames.length * FRAME_MS >= steadyVoice(MESSAGE).length / 8;
  return isWhole && beganAt >= recordsFrom && beganAt <= recordsFrom + MESSAGE_WITHIN_MS;
};

const isMachine = ({ opening }: Opened): boolean => opening.expected.verdict === 'machine';

/** What is wrong with an outcome; null: nothing. */
const whatIsWrong = (opened: Opened): string | null => {
  const { ended, leftMessage } = opened;
  if (!isMachine(opened)) return ended === null ? null : `hung up on: ${ended}`;
  if (ended === null) return 'not found';
  return leftMessage === false ? 'no message after the beep' : null;
};

export const openings: Part = {
  name: 'openings',
  title: 'Who picked up: mailboxes, carriers, call screeners and people',
  run: (share) => {
    const results = overHalves(readOpenings(), share, (opening) => judgeOpening(opening));
    const ofKind = (kind: Opening['kind']) => only(results, ({ opening }) => opening.kind === kind);
    const found = percent<Opened>(({ ended }) => ended !== null);
    const ended = count<Opened>((opened) => opened.ended !== null);
    return {
      figures: [
        figure('people hung up on', '', { atMost: 0 }, ofKind('person'), ended),
        figure('call screeners hung up on', '', { atMost: 0 }, ofKind('screener'), ended),
        figure('mailboxes found', '%', { atLeast: 95 }, ofKind('mailbox'), found),
        figure(
          'messages left after the beep',
          '%',
          { atLeast: 95 },
          only(results, ({ leftMessage }) => leftMessage !== null),
          percent(({ leftMessage }) => leftMessage === true),
        ),
        figure('texts of carriers found', '%', { atLeast: 95 }, ofKind('carrier'), found),
        figure('IVR menus found', '%', null, ofKind('ivr'), found),
        figure(
          'machines with the expected reason',
          '%',
          null,
          only(results, isMachine),
          percent(({ opening, ended: reason }) => reason === reasonOf(opening)),
        ),
      ],
      failures: failuresOf(results, whatIsWrong),
    };
  },
};

const reasonOf = ({ expected }: Opening): string | null =>
  expected.verdict === 'machine' ? expected.reason : null;
