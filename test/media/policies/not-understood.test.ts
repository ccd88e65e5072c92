/** The customer speaks, but no words are recognised: the agent asks them to repeat. */
import t from 'tap';
import type { CallNote } from '../../../actors/call/events.js';
import { NOT_UNDERSTOOD } from '../../../providers/llm/language-model.js';
import { briefOf, type Conversation, converse } from '../session/carrier.js';

/** A call without a greeting, with a voice detection model. */
const begun = (settings: Parameters<typeof briefOf>[0] = {}): Conversation => {
  const conversation = converse(briefOf(settings, { greeting: '', confirmsVoice: true }));
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  return conversation;
};

/** A sound of `ms`, which the model calls a voice (`speech`) or a noise. */
const sound = (conversation: Conversation, ms: number, speech: boolean): void => {
  conversation.pass(160, true);
  conversation.feed({ type: 'voice', sound: conversation.last('confirm_voice')?.sound ?? 0, speech });
  conversation.pass(ms - 160, true);
};

/** Of the first note. */
const placeOfNote = (conversation: Conversation): Pick<CallNote, 'audioOffsetMs' | 'audioEndOffsetMs'> => {
  for (const command of conversation.commands()) if (command.type === 'note') return command.note;
  return {};
};

const noWords = (conversation: Conversation): void =>
  conversation.feed({
    type: 'recognised',
    event: { type: 'final', text: '', startMs: 0, endMs: 100, confidence: 0, endOfUtterance: true },
  });

t.test(
  'asks again after speech without words, sooner if the recogniser reports that there are none',
  async (t) => {
    for (const [isReported, leastMs, mostMs] of [
      [true, 600, 1_200],
      [false, 2_400, 3_000],
    ] as const) {
      const conversation = begun();
      sound(conversation, 1_200, true);
      const from = conversation.now();
      conversation.pass(200);
      if (isReported) noWords(conversation);
      conversation.pass(3_500);
      t.equal(conversation.sent('respond'), 1);
      t.same(conversation.last('respond')?.messages.at(-1), { role: 'user', content: NOT_UNDERSTOOD });
      t.same(conversation.notes()[0], 'not_understood');
      const { audioOffsetMs = -1, audioEndOffsetMs = -1 } = placeOfNote(conversation);
      t.ok(
        Math.abs(audioOffsetMs - (from - 1_200)) <= 200 && Math.abs(audioEndOffsetMs - from) <= 60,
        `the speech from ${from - 1_200} to ${from} ms is noted from ${audioOffsetMs} to ${audioEndOffsetMs} ms`,
      );
      const requestedAt = conversation.outputs.find(({ output }) => output.type === 'respond')?.atMs ?? 0;
      t.ok(requestedAt - from >= leastMs && requestedAt - from <= mostMs, `after ${requestedAt - from} ms`);
      t.notOk(
        conversation.turns().some(({ speaker }) => speaker === 'customer'),
        'without words there is no turn',
      );
    }
  },
);

t.test('does not ask again after a noise, a cough, or a voice on a line without a model', async (t) => {
  const noise = begun();
  sound(noise, 1_500, false);
  noWords(noise);
  noise.pass(4_000);
  const cough = begun();
  sound(cough, 260, true);
  noWords(cough);
  cough.pass(4_000);
  const unconfirmed = converse(briefOf({}, { greeting: '' }));
  unconfirmed.feed({ type: 'connected' });
  unconfirmed.pass(1_500, true);
  noWords(unconfirmed);
  unconfirmed.pass(4_000);
  for (const conversation of [noise, cough, unconfirmed]) t.equal(conversation.sent('respond'), 0);
});

t.test('late words become a turn of the customer, and the agent does not ask again', async (t) => {
  const conversation = begun();
  sound(conversation, 1_200, true);
  conversation.pass(1_800);
  conversation.hear('hours', 400);
  conversation.answer('From noon.');
  conversation.pass(6_000);
  t.equal(conversation.sent('respond'), 1);
  t.same(
    conversation.turns().map(({ text }) => text),
    ['hours', 'From noon.'],
  );
});

t.test('speech during a reply is treated as an interruption', async (t) => {
  const conversation = begun();
  conversation.hear('hours');
  conversation.answer('We are open every day from noon to midnight, and on Sundays from nine.');
  conversation.pass(1_000);
  sound(conversation, 600, true);
  conversation.pass(12_000);
  t.equal(conversation.sent('respond'), 1);
});

t.test('asks at most twice in a row until a word is understood', async (t) => {
  const conversation = begun({ nudgeAfterSilenceSeconds: 30 });
  const attempt = (): void => {
    sound(conversation, 1_200, true);
    conversation.pass(3_500);
    if (conversation.last('respond') !== undefined) conversation.answer('Sorry?');
    conversation.pass(2_000);
  };
  for (let time = 0; time < 4; time += 1) attempt();
  t.equal(conversation.sent('respond'), 2);
  conversation.hear('hours');
  conversation.answer('From noon.');
  conversation.pass(2_000);
  attempt();
  t.equal(conversation.sent('respond'), 4);
});
