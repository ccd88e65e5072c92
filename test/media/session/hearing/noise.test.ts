/** A session on a line that is never quiet. */
import t from 'tap';
import { atLevel } from '../../../../media/rehearsal/level.js';
import { encodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import { babble, mixed, noiseOf, voiceOf } from '../../../../testkit/noises.js';
import { voices } from '../../../support/audio/voices.js';
import { briefOf, converse } from '../carrier.js';

const room = await babble(voices, -36, 30);
const SECONDS = 30;
const lines: readonly (readonly [string, Int16Array])[] = [
  ...(['white', 'pink', 'car', 'hum'] as const).map(
    (kind) => [kind, noiseOf(kind, -36, SECONDS, 3)] as const,
  ),
  ['loud hum', noiseOf('hum', -20, SECONDS)],
];

t.test('steady noise never interrupts, and prevents neither nudges nor the end by silence', async (t) => {
  for (const [name, noise] of lines) {
    const conversation = converse(
      briefOf({
        allowGreetingInterrupt: true,
        nudgeAfterSilenceSeconds: 3,
        disconnectAfterSilenceSeconds: 8,
      }),
    );
    conversation.feed({ type: 'connected' });
    conversation.line(encodeMulaw(noise));
    t.equal(conversation.sent('send_clear'), 0, `${name}: nothing was cut`);
    t.same(
      conversation.turns().map(({ text }) => text),
      ['Hello there, how can I help?', 'Still there?', 'Still there?'],
      name,
    );
    t.match(
      conversation.commands().find(({ type }) => type === 'hang_up'),
      { by: 'system', reason: 'silence' },
      name,
    );
  }
});

t.test('a customer can interrupt over any noise', async (t) => {
  const speech = atLevel(await voiceOf(voices, 'what are your opening hours', 'flite:rms'), -24);
  for (const [name, noise] of [...lines.slice(0, 4), ['babble', room] as const]) {
    const conversation = converse(briefOf());
    conversation.feed({ type: 'connected' });
    const audio = encodeMulaw(mixed(noise.subarray(0, 8_000 * 8), speech, 5_000));
    conversation.line(audio.subarray(0, 8 * 2_500));
    conversation.hear('hours');
    conversation.answer(
      'We are open every day from noon to midnight, and on Sundays we serve breakfast from nine.',
    );
    conversation.line(audio.subarray(8 * 2_500));
    const cleared = conversation.outputs.find(({ output }) => output.type === 'send_clear')?.atMs ?? 0;
    t.ok(cleared > 5_000 && cleared < 5_900, `${name}: at ${cleared} ms`);
  }
});

t.test(
  'with a voice model only what it calls a voice interrupts, and any other noise counts as silence',
  async (t) => {
    const greeting = 'Hello there, how can I help you on this wonderful day of ours?';
    const change = { confirmsVoice: true, greeting };
    const settings = { nudgeAfterSilenceSeconds: 20, disconnectAfterSilenceSeconds: 6 };
    const conversation = converse(briefOf({ ...settings, allowGreetingInterrupt: true }, change));
    const judge = (speech: boolean): void => {
      const sound = conversation.last('confirm_voice')?.sound ?? 0;
      conversation.feed({ type: 'voice', sound, speech });
    };
    conversation.feed({ type: 'connected' });
    conversation.pass(600);
    conversation.pass(160, true);
    judge(false);
    conversation.pass(400, true);
    t.equal(conversation.sent('send_clear'), 0, 'for example, a ringback tone');
    conversation.pass(700);
    conversation.pass(160, true);
    judge(true);
    t.equal(conversation.sent('send_clear'), 0, 'not yet 200 ms');
    conversation.pass(40, true);
    t.equal(conversation.sent('send_clear'), 1, 'a voice interrupts');
    conversation.pass(6_000);
    for (let ring = 0; ring < 3; ring += 1) {
      conversation.pass(1_000, true);
      judge(false);
      conversation.pass(2_000);
    }
    t.match(
      conversation.commands().find(({ type }) => type === 'hang_up'),
      { by: 'system', reason: 'silence' },
    );
  },
);

t.test('a verdict of the model after the 200 ms interrupts by itself', async (t) => {
  const conversation = converse(briefOf({ allowGreetingInterrupt: true }, { confirmsVoice: true }));
  conversation.feed({ type: 'connected' });
  conversation.pass(600);
  conversation.pass(280, true);
  t.equal(conversation.sent('send_clear'), 0);
  conversation.feed({ type: 'voice', sound: conversation.last('confirm_voice')?.sound ?? 0, speech: true });
  t.equal(conversation.sent('send_clear'), 1);
});
