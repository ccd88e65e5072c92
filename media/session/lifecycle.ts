/** A session's beginning, the streams that come and go, and its end. */

import type { Phrases } from '../speech/phrases.js';
import { owesDisclosure } from './disclosure-state.js';
import { listen, noteAllMissingWords } from './hearing/engine-listening.js';
import { resetStream, restartSilence } from './hearing/listening.js';
import { takeKeys } from './hearing/pressed-keys.js';
import { acceptPartial } from './hearing/recognition.js';
import { closeOperator, handBack } from './operator/operator.js';
import { closeTools } from './reply/tools.js';
import { greets, type SessionState } from './state.js';
import { isMachine } from './turn/callee.js';
import { disclose } from './turn/disclosure.js';
import { resumeConversation } from './turn/resume-conversation.js';
import { resumeSpeech } from './turn/resume-speech.js';
import { pump } from './turn/settling.js';
import { abandon, interruptOnce, yieldTurn } from './voice/interruption.js';
import { preparePhrases } from './voice/prepare-phrases.js';
import { speak } from './voice/speaking.js';
import { recordCustomer } from './voice/transcript-ledger.js';

/** A carrier's stream is up. One that takes over ends the previous one. */
export const onConnected = (session: SessionState): void => {
  if (session.line === 'up') onDisconnected(session);
  const first = session.line === 'awaited';
  session.line = 'up';
  // Time before the connection does not count as waiting.
  session.speech.lastSoundAt = Math.max(session.speech.lastSoundAt, session.now);
  if (!first || session.brief.resumed) session.speech.restoredAt = session.speech.lastSoundAt;
  resetStream(session);
  if (first) begin(session);
  else {
    resumeSpeech(session);
    // The disclosure was cut for good while the line was down; a machine hears it with the message.
    if (session.ending.type === 'none' && !isMachine(session)) disclose(session);
  }
  pump(session);
};

const begin = (session: SessionState): void => {
  const { brief } = session;
  restartSilence(session);
  listen(session);
  disclose(session);
  if (greets(brief)) speak(session, 'greeting', brief.greeting);
  preparePhrases(session);
  // Otherwise it resumes once the disclosure was heard.
  if (brief.resumed && !owesDisclosure(session)) resumeConversation(session);
};

/** A model has written the phrases of a language. */
export const onPhrases = (session: SessionState, language: string, phrases: Phrases): void => {
  const { languages } = session.brief;
  if (languages !== undefined) {
    const written = languages.map((entry) => (entry.language === language ? { language, phrases } : entry));
    session.brief = { ...session.brief, languages: written };
  }
  if (language !== session.brief.language) return;
  session.brief = { ...session.brief, phrases };
  if (session.line !== 'awaited' && session.phase === 'open') preparePhrases(session);
};

/** The stream is gone, with everything that was queued in it. */
export const onDisconnected = (session: SessionState): void => {
  if (session.line === 'awaited') return;
  session.line = 'down';
  interruptOnce(session);
};

/** No speech and no requests any more; the recogniser may still deliver words. */
export const onClosing = (session: SessionState): void => {
  session.phase = 'closing';
  handBack(session, '', 'session_ended');
  abandon(session);
};

/** M5. */
export const onClosed = (session: SessionState): void => {
  const { customer, line, out } = session;
  if (owesDisclosure(session) && line !== 'awaited') out.push({ type: 'disclosure', outcome: 'not_heard' });
  interruptOnce(session);
  yieldTurn(session, '');
  session.phase = 'closing';
  acceptPartial(session);
  recordCustomer(session, [...customer.hold.release(), ...customer.turnWords, ...takeKeys(session)]);
  noteAllMissingWords(session);
  closeOperator(session);
  closeTools(session);
  session.phase = 'closed';
};
