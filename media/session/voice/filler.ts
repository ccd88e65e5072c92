/**
 * A few words to say that the reply is on its way. They are spoken once per reply, before any of it, and only if all of
 * their audio exists while nothing else sounds. While a tool is running they are repeated, in other words; while speech is
 * being made, once.
 */
import { newSpeechAct, type SpeechAct } from '../../speech/act.js';
import { fullySent, type Utterance } from '../../speech/utterance.js';
import type { SessionState } from '../state.js';
import { lastSoundAt, nextUtterance, synthesise, usualMs } from './speaking.js';

/**
 * Requests the filler; {@link admit} queues it once its audio exists. `mayRepeat`: a second one, in other words, is better than
 * giving up the reply.
 */
export const bridge = (session: SessionState, mayRepeat: boolean): void => {
  const { speech, brief, ending, turn, now, out } = session;
  const { generation, bridged } = speech;
  const again = bridged.generation === generation;
  const usesTools = turn.type === 'replying' && turn.round !== null;
  const { filler, stillWorking } = brief.phrases;
  const { fillerAfterMs, silenceMs } = brief.settings;
  const isRepeatDue = usesTools ? now >= bridged.atMs + fillerAfterMs : mayRepeat && !bridged.repeated;
  if (again && !isRepeatDue) return;
  if (ending.type !== 'none' || awaitedReply(session) === null) return;
  speech.bridged = { generation, atMs: now, repeated: again };
  const text = filler === '' && !usesTools ? '' : again || filler === '' ? stillWorking : filler;
  if (text === '') return;
  if (!again) out.push({ type: 'prepare', text: stillWorking, inMs: silenceMs });
  const act = newSpeechAct('filler', speech.generation);
  act.complete = true;
  synthesise(session, nextUtterance(session, act, text, usualMs(session, text)), act);
};

/** Queues it before the pending reply; false if the customer no longer waits in silence. */
export const admit = (session: SessionState, filler: Utterance): boolean => {
  const { speech, now } = session;
  const pending = speech.synthesis.get(filler.id);
  const reply = isAwaited(session, filler) ? awaitedReply(session) : null;
  if (pending === undefined || reply === null || lastSoundAt(session) > now) return false;
  if (speech.playout.open().some((utterance) => !fullySent(utterance) && utterance.bytes > 0)) return false;
  speech.acts.splice(speech.acts.indexOf(reply), 0, pending.act);
  pending.act.open.push(filler);
  speech.playout.enqueueNext(filler);
  return true;
};

/** Whether the reply that it was made for is still pending. */
export const isAwaited = (session: SessionState, filler: Utterance): boolean =>
  awaitedReply(session)?.generation === filler.generation;

/** The next act of the latest reply, while nothing of that act was sent. */
const awaitedReply = ({ turn, speech }: SessionState): SpeechAct | null => {
  const generation = turn.type === 'replying' ? turn.generation : speech.generation;
  const act = speech.acts.find(
    ({ kind, generation: actGeneration, complete, open }) =>
      kind === 'reply' && actGeneration === generation && !(complete && open.every(fullySent)),
  );
  const isSent = (reply: SpeechAct): boolean =>
    reply.parts.length > 0 || reply.open.some(({ sentBytes }) => sentBytes > 0);
  return act === undefined || isSent(act) ? null : act;
};
