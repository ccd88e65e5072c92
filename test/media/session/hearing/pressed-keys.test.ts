/** Keys that the customer presses are what the customer said. */
import t from 'tap';
import { MOST_PRESSED } from '../../../../media/session/hearing/pressed-keys.js';
import { keysMessage } from '../../../../providers/llm/language-model.js';
import type { VoiceSettings } from '../../../../schemas/agents/voice-settings.js';
import { briefOf, type Conversation, converse, MS_PER_CHARACTER } from '../carrier.js';

const GREETING = 'Please key in your number.';

const begun = (voice: VoiceSettings = {}, change: Parameters<typeof briefOf>[1] = {}): Conversation => {
  const conversation = converse(briefOf(voice, { greeting: GREETING, ...change }));
  conversation.feed({ type: 'connected' });
  return conversation;
};

/** A call whose greeting has been heard. */
const greeted = (voice: VoiceSettings = {}, change: Parameters<typeof briefOf>[1] = {}): Conversation => {
  const conversation = begun(voice, change);
  conversation.pass(GREETING.length * MS_PER_CHARACTER + 600);
  return conversation;
};

const press = (conversation: Conversation, keys: string, everyMs = 300): void => {
  for (const digit of keys) {
    conversation.feed({ type: 'dtmf', digit });
    conversation.pass(everyMs);
  }
};

const customerTurns = (conversation: Conversation) =>
  conversation.turns().filter(({ speaker }) => speaker === 'customer');
const asked = (conversation: Conversation) => conversation.last('respond')?.messages.at(-1);

t.test('keys up to # are one turn, which the model gets as keys', async (t) => {
  const conversation = greeted();
  press(conversation, '1234#');
  t.match(customerTurns(conversation), [{ text: '1234#', keys: true, heard: 'acked' }]);
  t.match(asked(conversation), { role: 'user', content: keysMessage('1234#') });
  t.equal(conversation.sent('respond'), 1);
  t.same(conversation.notes(), ['dtmf_1', 'dtmf_2', 'dtmf_3', 'dtmf_4', 'dtmf_#']);
});

t.test('a pause ends an entry without #, and one key is enough', async (t) => {
  const conversation = greeted();
  press(conversation, '1', 1_900);
  t.equal(conversation.sent('respond'), 0);
  conversation.pass(200);
  t.match(asked(conversation), { content: keysMessage('1') });
});

t.test('the pause is a setting of the agent', async (t) => {
  const conversation = greeted({ keyPauseSeconds: 4 });
  press(conversation, '49', 3_500);
  t.equal(conversation.sent('respond'), 0);
  conversation.pass(600);
  t.match(customerTurns(conversation), [{ text: '49', keys: true }]);
});

t.test('an entry is bounded', async (t) => {
  const conversation = greeted();
  press(conversation, '7'.repeat(MOST_PRESSED + 1), 20);
  t.match(customerTurns(conversation), [{ text: '7'.repeat(MOST_PRESSED) }]);
});

t.test('a key cuts the agent at once, and answers the sentence that it cuts', async (t) => {
  const conversation = greeted({ repeatInterruptedSentence: true });
  conversation.hear('hello');
  conversation.answer('Press 1 to confirm, or 2 to speak with a colleague of mine.');
  conversation.pass(1_000);
  press(conversation, '1', 100);
  t.equal(conversation.sent('send_clear'), 1);
  conversation.pass(2_000);
  t.match(conversation.turns().slice(-2), [
    { speaker: 'assistant', interrupted: true },
    { speaker: 'customer', text: '1', keys: true },
  ]);
  conversation.answer('Confirmed.');
  conversation.pass(2_000);
  t.equal(conversation.turns().at(-1)?.text, 'Confirmed.', 'the sentence is not repeated');
});

t.test('keys during a greeting that must be heard are answered after it', async (t) => {
  const conversation = begun();
  conversation.pass(400);
  press(conversation, '12#', 100);
  t.equal(conversation.sent('send_clear'), 0);
  t.equal(conversation.sent('respond'), 0);
  conversation.pass(GREETING.length * MS_PER_CHARACTER);
  t.match(asked(conversation), { content: keysMessage('12#') });
});

t.test('words during an entry wait for it, and one reply answers both', async (t) => {
  const conversation = greeted();
  conversation.hear('my number is');
  conversation.pass(100);
  const early = conversation.sent('respond');
  press(conversation, '49');
  conversation.hear('wait');
  conversation.pass(100);
  t.equal(conversation.sent('respond'), early, 'the entry is not complete');
  press(conversation, '17#');
  t.match(customerTurns(conversation).slice(1), [{ text: '4917#', keys: true }, { text: 'wait' }]);
  t.equal(conversation.sent('respond'), early + 1);
});

t.test('an entry that is not complete is not followed by a nudge', async (t) => {
  const conversation = greeted({ nudgeAfterSilenceSeconds: 1, keyPauseSeconds: 3 });
  press(conversation, '12', 2_500);
  t.notOk(
    conversation.outputs.some(({ output }) => output.type === 'synthesise' && output.text === 'Still there?'),
  );
});

t.test('keys of a call that ends are written down', async (t) => {
  const conversation = greeted();
  press(conversation, '12', 100);
  for (const type of ['disconnected', 'closing', 'closed'] as const) conversation.feed({ type });
  t.match(customerTurns(conversation), [{ text: '12', keys: true }]);
  t.equal(conversation.sent('respond'), 0);
});

t.test('while an operator speaks, keys are written down and not answered', async (t) => {
  const conversation = greeted();
  const by = { type: 'key', id: 'key-1' } as const;
  conversation.feed({ type: 'take_over', line: 'line-1', by });
  press(conversation, '12#', 100);
  t.match(customerTurns(conversation), [{ text: '12#', keys: true }]);
  t.equal(conversation.sent('respond'), 0);
});
