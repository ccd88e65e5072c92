/** A session that continues a call of another session. */
import t from 'tap';
import type { Turn } from '../../../../actors/call/events.js';
import { CUT_OFF } from '../../../../media/speech/history.js';
import { textMessages } from '../../../support/prompts/text-messages.js';
import { briefOf, type Conversation, converse, MS_PER_CHARACTER } from '../carrier.js';

/** Bridges a wait. */
const FILLER = 'One moment.';

const turn = (speaker: Turn['speaker'], text: string, interrupted = false): Turn => ({
  turnId: `earlier-${text}`,
  speaker,
  text,
  at: 1,
  audioOffsetMs: 0,
  audioEndOffsetMs: 1,
  interrupted,
  heard: 'acked',
  latencies: null,
});

const resumed = (...turns: readonly Turn[]): Conversation => {
  const conversation = converse(briefOf({}, { resumed: true, turns }));
  conversation.feed({ type: 'connected' });
  return conversation;
};

t.test(
  'a greeting is committed as begun once the customer has started to hear it, and only that one time',
  async (t) => {
    const conversation = converse(briefOf());
    conversation.feed({ type: 'connected' });
    t.notOk(conversation.commands().some(({ type }) => type === 'begin_greeting'));
    conversation.pass(100);
    t.equal(conversation.commands().filter(({ type }) => type === 'begin_greeting').length, 1);
    conversation.pass(5_000);
    t.equal(conversation.commands().filter(({ type }) => type === 'begin_greeting').length, 1);
  },
);

t.test('a greeting is committed as begun once even if the carrier sends no receipts', async (t) => {
  const conversation = converse(briefOf(), { echo: 'never' });
  conversation.feed({ type: 'connected' });
  conversation.pass(1_100);
  t.equal(conversation.commands().filter(({ type }) => type === 'begin_greeting').length, 1);
});

t.test(
  'after a greeting that was cut off with its session the customer is nudged instead of greeted',
  async (t) => {
    for (const conversation of [resumed(), resumed(turn('assistant', 'Hello', true))]) {
      t.equal(conversation.last('synthesise')?.text, 'Still there?');
      t.equal(conversation.sent('respond'), 0);
      conversation.pass('Still there?'.length * MS_PER_CHARACTER + 300);
      t.equal(conversation.turns().at(-1)?.text, 'Still there?');
    }
  },
);

t.test('an answer that was cut off is repeated, and the model knows what was heard of it', async (t) => {
  const conversation = resumed(
    turn('assistant', 'Hello'),
    turn('customer', 'hours'),
    turn('assistant', 'We are', true),
  );
  const messages = textMessages(conversation.last('respond')?.messages ?? []);
  t.match(messages.at(-1), { role: 'user', content: 'hours' });
  t.ok(messages.some(({ role, content }) => role === 'system' && content === CUT_OFF));
  t.match(
    conversation.last('respond')?.messages.find(({ role }) => role === 'data'),
    {
      data: { type: 'heard', text: 'We are' },
    },
  );
  t.notOk(messages.some(({ role, content }) => role === 'assistant' && content === 'We are'));
  conversation.feed({ type: 'model_failed', generation: conversation.last('respond')?.generation ?? 0 });
  t.same(
    textMessages(conversation.last('respond')?.messages ?? []),
    messages,
    'the second attempt gets the same messages',
  );
});

t.test('after an answer that was heard to its end the customer speaks next', async (t) => {
  const conversation = resumed(
    turn('assistant', 'Hello'),
    turn('customer', 'hours'),
    turn('assistant', 'Noon.'),
  );
  conversation.pass(500);
  t.equal(conversation.sent('respond') + conversation.sent('synthesise'), 0);
});

t.test('after a session that was lost without closing the customer is nudged', async (t) => {
  const turns = [turn('assistant', 'Hello'), turn('customer', 'hours'), turn('assistant', 'Noon.')];
  const lost = (): Conversation => {
    const conversation = converse(briefOf({}, { resumed: true, followsLost: true, turns }));
    conversation.feed({ type: 'connected' });
    return conversation;
  };
  const silent = lost();
  silent.pass(400);
  t.equal(silent.sent('synthesise'), 0, 'a customer who repeats what was lost is not spoken over');
  silent.pass(150);
  t.equal(silent.last('synthesise')?.text, 'Still there?', 'their last words may be lost with that session');
  t.equal(silent.sent('respond'), 0);

  const speaking = lost();
  speaking.pass(200);
  speaking.pass(800, true);
  t.equal(speaking.sent('synthesise'), 0);
});

t.test('a reply after a lost stream is bridged sooner, as the customer has already waited', async (t) => {
  const conversation = resumed(turn('assistant', 'Hello'), turn('customer', 'hours'));
  t.equal(conversation.sent('respond'), 1);
  conversation.pass(300);
  t.equal(conversation.sent('synthesise'), 0);
  conversation.pass(100);
  t.equal(conversation.last('synthesise')?.text, FILLER);
});

t.test(
  'the filler is synthesised before the reply, the apology in time, and other phrases when nothing else is pending',
  async (t) => {
    const conversation = resumed(turn('assistant', 'Hello'), turn('customer', 'hours'));
    const prepared = conversation.outputs.flatMap(({ output }) =>
      output.type === 'prepare' ? [output] : [],
    );
    t.same(
      prepared.map(({ text, inMs }) => [text, inMs]),
      [
        [FILLER, 0],
        ['Sorry about that.', 3_500],
        ['Still there?', undefined],
        ['Time is up.', undefined],
      ],
    );
  },
);

t.test('after a lost session the nudge is synthesised before any reply, too', async (t) => {
  const conversation = converse(
    briefOf({}, { resumed: true, followsLost: true, turns: [turn('customer', 'hours')] }),
  );
  conversation.feed({ type: 'connected' });
  const prepared = conversation.outputs.flatMap(({ output }) => (output.type === 'prepare' ? [output] : []));
  t.same(
    prepared.map(({ text, inMs }) => [text, inMs]),
    [
      [FILLER, 0],
      ['Still there?', 500],
      ['Sorry about that.', 3_500],
      ['Time is up.', undefined],
    ],
  );
});

t.test('a frame that began before the recording clock is kept from the start of the recording', async (t) => {
  const conversation = converse(briefOf({}, { greeting: '' }));
  conversation.feed({ type: 'connected' });
  conversation.feed({
    type: 'audio',
    timestampMs: 0,
    payload: new Uint8Array(160).fill(0x20),
    waitedMs: 4,
  });
  t.equal(conversation.last('record')?.atMs, 0);
  t.equal(conversation.last('record')?.payload.length, 160 - 32);
});
