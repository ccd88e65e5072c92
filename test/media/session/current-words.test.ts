/** The customer's words as recognised so far, for people who follow the call. */
import t from 'tap';
import { createMediaSession } from '../../../media/session/index.js';
import { sessionSettings } from '../../../media/settings.js';
import { phrasesFor } from '../../../media/speech/phrases.js';
import type { RecognitionEvent } from '../../../providers/speech/recogniser.js';

t.test('returns partial results, then the words of the open turn, then nothing', async (t) => {
  const session = createMediaSession({
    attachmentId: 'a1',
    instructions: '',
    greeting: '',
    language: 'en',
    settings: sessionSettings({}),
    phrases: phrasesFor('en'),
    resumed: false,
    turns: [],
    toolUses: [],
    isBack: false,
    voicemail: { type: 'hang_up' },
    epochMs: 0,
    backgroundNoise: null,
    confirmsVoice: false,
    providers: { models: 1, synthesisers: 1, recognisers: 1 },
  });
  let atMs = 0;
  const recognise = (type: 'partial' | 'final', text: string, endOfUtterance = false): string => {
    atMs += 200;
    const times = { startMs: atMs - 200, endMs: atMs };
    const event: RecognitionEvent =
      type === 'partial' ? { type, text, ...times } : { type, text, ...times, confidence: 1, endOfUtterance };
    session.step({ type: 'recognised', event }, atMs);
    return session.currentWords();
  };
  session.step({ type: 'connected' }, 0);
  t.equal(session.currentWords(), '');
  t.equal(recognise('partial', 'I would'), 'I would');
  t.equal(recognise('partial', 'I would like'), 'I would like');
  t.equal(recognise('final', 'I would like'), 'I would like');
  t.equal(recognise('partial', 'a table'), 'I would like a table');
  t.equal(recognise('final', 'a table for two', true), '', 'the words have become a turn');
  for (const digit of '12') session.step({ type: 'dtmf', digit }, atMs);
  t.equal(session.currentWords(), '12', 'keys that are being entered');
});
