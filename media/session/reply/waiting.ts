/**
 * While a provider keeps the customer waiting: there are never four seconds of silence (docs/explanation/media.md "Failure").
 *
 * W1. A customer who has waited `fillerAfterMs` for a reply hears that it is on its way (filler.ts); after a loss of the
 *     stream, for which they have waited already, `fillerAfterLossMs`. If much of the wait was for the end of the turn, the
 *     model gets up to {@link LEAST_MS} more (W4). While a tool is running they hear so again and again: a wait that is filled
 *     is not given up (tools.ts U4).
 * W2. A provider that brings nothing is abandoned for another one after `fallbackAfterMs`, if there is another
 *     (deadlines.ts).
 * W3. A reply that has made the customer wait for `silenceMs` is given up, and the agent apologises; a running tool is
 *     awaited for twice that without a sound. If the words of the reply are known and only their sound is missing, the customer
 *     first hears once more that it is on its way: a synthesiser with a queue is busy with other calls. An apology that cannot be heard within `apologyMs` then ends the call.
 * W4. A filler comes before the reply is given up, or not at all: none is followed by an apology at once. The wait counts from
 *     its end, so a model that got its request late has `silenceMs` more.
 * W5. A customer on hold, for whom a colleague is consulted, hears so every `holdMs`. After the hold, the model has the time of
 *     W1 to W3 again.
 */
import { fullySent, type Utterance } from '../../speech/utterance.js';
import type { SessionState } from '../state.js';
import { answerDelayedUntil, customerSpeaks } from '../turn/callee.js';
import { bridge } from '../voice/filler.js';
import { lastSoundAt } from '../voice/speaking.js';
import { giveUpReply } from './model.js';
import { giveUpSpeech } from './synthesis.js';

/** Whether the reply waits for a colleague, who may talk for a while. */
const isOnHold = ({ turn }: SessionState): boolean =>
  turn.type === 'replying' &&
  turn.round?.some(({ onLine, use }) => onLine === 'consult' && use === null) === true;

/** Checked on every tick. */
export const checkWaiting = (session: SessionState): void => {
  const { speech, tools, turn, now, line, phase } = session;
  // Comes before anything else: utterances leave the queue once they have played.
  const playsUntil = lastSoundAt(session);
  if (line !== 'up' || phase !== 'open' || playsUntil > now || customerSpeaks(session)) return;
  // A speech-to-speech engine may have made a reply that must not be heard yet.
  if (answerDelayedUntil(session) !== null) return;
  const late = nextSilent(session);
  const isReply = turn.type === 'replying' ? late === null || late.kind === 'reply' : late?.kind === 'reply';
  if (isReply) {
    // The model gets its time after a hold, however long that was.
    const waitedMs = now - Math.max(playsUntil, speech.customerFinishedAt, tools.holdEndedAt);
    const givesUpMs = givesUpAfterMs(session, late);
    if (waitedMs >= givesUpMs) giveUp(session, late);
    else if (waitedMs < givesUpMs - LAST_FILLER_MS && isFillerDue(session, waitedMs, givesUpMs))
      bridge(session, late !== null && waitedMs >= givesUpMs - FILLER_LEAD_MS);
  } else if (late !== null && hasWaited(session, late)) giveUp(session, late);
};

/** While a tool is running, a filler that is late is on its way: longer. */
const givesUpAfterMs = (session: SessionState, late: Utterance | null): number => {
  const { turn, brief } = session;
  const { silenceMs, holdMs } = brief.settings;
  if (late !== null || turn.type !== 'replying' || turn.round === null) return silenceMs;
  return isOnHold(session) ? holdMs + 2 * silenceMs : 2 * silenceMs;
};

/** Most replies begin within this time, ms: a filler would only delay them. */
const LEAST_MS = 800;

/** W4: the model's time for a reply ends this long before the reply is given up, ms … */
const FILLER_LEAD_MS = 300;
/** … and a filler that could not begin by this long before it, because of another sound, does not begin at all, ms. */
const LAST_FILLER_MS = 150;

/** Sooner if nothing was heard since the stream was lost. W1, W4 */
const isFillerDue = (session: SessionState, waitedMs: number, givesUpMs: number): boolean => {
  const { speech, turn, brief, now } = session;
  const { fillerAfterMs, fillerAfterLossMs, holdMs } = brief.settings;
  if (isOnHold(session)) return waitedMs >= holdMs;
  if (speech.restoredAt !== null && speech.lastSoundAt <= speech.restoredAt)
    return waitedMs >= fillerAfterLossMs;
  const requestedAt = turn.type === 'replying' ? turn.timing.finalAt : null;
  const hasHadTime = requestedAt === null || now >= requestedAt + LEAST_MS;
  const dueMs = fillerAfterMs + (hasHadTime ? 0 : LEAST_MS);
  return waitedMs >= Math.min(dueMs, givesUpMs - FILLER_LEAD_MS);
};

/** The next utterance, if it has no audio yet. */
const nextSilent = ({ speech }: SessionState): Utterance | null => {
  const next = speech.playout.open().find((utterance) => !fullySent(utterance));
  return next !== undefined && next.bytes === 0 ? next : null;
};

/** Whether something other than a reply has kept the customer waiting long enough. */
const hasWaited = ({ speech, now, brief }: SessionState, { id, kind }: Utterance): boolean => {
  const { silenceMs, apologyMs } = brief.settings;
  const requestedAt = speech.synthesis.get(id)?.requestedAt ?? now;
  if (kind !== 'apology') return now >= Math.max(speech.lastSoundAt, requestedAt) + silenceMs;
  // The customer may have waited before the apology was requested.
  const silentSince = Math.max(speech.lastSoundAt, speech.customerFinishedAt);
  return now >= Math.max(requestedAt, silentSince + silenceMs) + apologyMs;
};

const giveUp = (session: SessionState, late: Utterance | null): void => {
  if (late !== null) {
    session.out.push({ type: 'cancel_synthesis', utterance: late.id });
    giveUpSpeech(session, late.id);
  } else giveUpReply(session);
};
