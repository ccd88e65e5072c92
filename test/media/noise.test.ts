/** A session on a line that is never quiet. */
import t from 'tap';
import { createFlite } from '../../providers/speech/flite.js';
import { encodeMulaw } from '../../providers/speech/g711.js';
import { atLevel, babble, mixed, noiseOf, voiceOf } from '../../testkit/noises.js';
import { briefOf, converse } from './carrier.js';

const voices = createFlite();
t.teardown(() => voices.close());
const room = await babble(voices, -36, 30);
const SECONDS = 30;
const lines: readonly (readonly [string, Int16Array])[] = [
  ...(['white', 'pink', 'car', 'hum'] as const).map(
    (kind) => [kind, noiseOf(kind, -36, SECONDS, 3)] as const,
  ),
  ['loud hum', noiseOf('hum', -20, SECONDS)],
];

t.test('a steady noise never interrupts, and silence under it is nudged and ends the call', async (t) => {
  for (const [name, noise] of lines) {
    const one = converse(
      briefOf({
        allowGreetingInterrupt: true,
        nudgeAfterSilenceSeconds: 3,
        disconnectAfterSilenceSeconds: 8,
      }),
    );
    one.feed({ type: 'connected' });
    one.line(encodeMulaw(noise));
    t.equal(one.sent('send_clear'), 0, `${name}: nothing was cut`);
    t.same(
      one.turns().map(({ text }) => text),
      ['Hello there, how can I help?', 'Still there?', 'Still there?'],
      name,
    );
    t.match(
      one.commands().find(({ type }) => type === 'hang_up'),
      { by: 'system', reason: 'silence' },
      name,
    );
  }
});

t.test('a customer interrupts over every noise', async (t) => {
  const speech = atLevel(await voiceOf(voices, 'what are your opening hours', 'flite:rms'), -24);
  for (const [name, noise] of [...lines.slice(0, 4), ['babble', room] as const]) {
    const one = converse(briefOf());
    one.feed({ type: 'connected' });
    const audio = encodeMulaw(mixed(noise.subarray(0, 8_000 * 8), speech, 5_000));
    one.line(audio.subarray(0, 8 * 2_500));
    one.hear('hours');
    one.answer('We are open every day from noon to midnight, and on Sundays we serve breakfast from nine.');
    one.line(audio.subarray(8 * 2_500));
    const cleared = one.outputs.find(({ output }) => output.type === 'send_clear')?.atMs ?? 0;
    t.ok(cleared > 5_000 && cleared < 5_900, `${name}: at ${cleared} ms`);
  }
});

t.test(
  'with a model only what it calls a voice interrupts, and a noise that it does not is silence',
  async (t) => {
    const greeting = 'Hello there, how can I help you on this wonderful day of ours?';
    const change = { confirmsVoice: true, greeting };
    const settings = { nudgeAfterSilenceSeconds: 20, disconnectAfterSilenceSeconds: 6 };
    const one = converse(briefOf({ ...settings, allowGreetingInterrupt: true }, change));
    const judge = (speech: boolean): void => {
      const sound = one.last('confirm_voice')?.sound ?? 0;
      one.feed({ type: 'voice', sound, speech });
    };
    one.feed({ type: 'connected' });
    one.pass(600);
    one.pass(160, true);
    judge(false);
    one.pass(400, true);
    t.equal(one.sent('send_clear'), 0, 'a ringback, say');
    one.pass(700);
    one.pass(160, true);
    judge(true);
    t.equal(one.sent('send_clear'), 0, 'not 200 ms yet');
    one.pass(40, true);
    t.equal(one.sent('send_clear'), 1, 'somebody');
    one.pass(6_000);
    for (let ring = 0; ring < 3; ring += 1) {
      one.pass(1_000, true);
      judge(false);
      one.pass(2_000);
    }
    t.match(
      one.commands().find(({ type }) => type === 'hang_up'),
      { by: 'system', reason: 'silence' },
    );
  },
);

t.test('a word of the model that comes after the 200 ms interrupts by itself', async (t) => {
  const one = converse(briefOf({ allowGreetingInterrupt: true }, { confirmsVoice: true }));
  one.feed({ type: 'connected' });
  one.pass(600);
  one.pass(280, true);
  t.equal(one.sent('send_clear'), 0);
  one.feed({ type: 'voice', sound: one.last('confirm_voice')?.sound ?? 0, speech: true });
  t.equal(one.sent('send_clear'), 1);
});
