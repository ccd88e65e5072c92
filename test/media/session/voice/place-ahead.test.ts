/** What the next reply needs to know about words that were heard is prepared while the customer speaks. */
import t from 'tap';
import { speechLike } from '../../../../media/rehearsal/speech-like.js';
import { createMediaSession } from '../../../../media/session/index.js';
import type { SessionOutput } from '../../../../media/session/io.js';
import { placeAhead, type Utterance } from '../../../../media/speech/utterance.js';
import { pcmToMulaw } from '../../../../providers/speech/dsp/g711.js';
import { briefOf } from '../carrier.js';

const FRAME_MS = 20;
const GREETING =
  'Hello, this is Anna from the harbour clinic. I am calling about your appointment on Tuesday.';

const speech = (ms: number, seed: number): Uint8Array =>
  Uint8Array.from(speechLike(ms / 1_000, -15, seed), pcmToMulaw);

/** The greeting's utterance while it plays, once the customer has spoken for that long, or been silent. */
const playing = (customer: 'speaks' | 'silent', ms: number): Utterance | undefined => {
  let greeting: Utterance | undefined;
  const session = createMediaSession(briefOf({}, { greeting: GREETING }), (state) => {
    greeting = state.speech.playout.open()[0];
  });
  const requested = session
    .step({ type: 'connected' }, 0)
    .find((output): output is Extract<SessionOutput, { type: 'synthesise' }> => output.type === 'synthesise');
  const utterance = requested?.utterance ?? '';
  session.step({ type: 'speech_audio', utterance, payload: speech(6_000, 1), words: [] }, 10);
  session.step({ type: 'speech_done', utterance }, 20);
  const said = customer === 'speaks' ? speech(ms, 2) : new Uint8Array(ms * 8).fill(0xff);
  for (let at = 0; at < ms; at += FRAME_MS) {
    const now = 40 + at;
    session.step({ type: 'tick', dueMs: now }, now);
    const payload = said.subarray(at * 8, (at + FRAME_MS) * 8);
    session.step({ type: 'audio', timestampMs: at, payload }, now);
    session.workAhead();
  }
  return greeting;
};

t.test('the words of a greeting are placed while the customer talks over it', async (t) => {
  const greeting = playing('speaks', 800);
  t.equal(greeting?.text, GREETING);
  t.ok(greeting !== undefined && placeAhead(greeting, 0));
});

t.test('nothing is placed for a customer who only listens', async (t) => {
  const greeting = playing('silent', 800);
  t.equal(greeting?.placed, null);
});
