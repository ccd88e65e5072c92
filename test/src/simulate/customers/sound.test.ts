/** How simulated customers sound. */
import t from 'tap';
import { noiseOf } from '../../../../media/rehearsal/noise.js';
import { decodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import { FLITE_VOICES } from '../../../../providers/speech/offline/flite/synthesiser.js';
import type { Scenario } from '../../../../schemas/simulations/scenario.js';
import { openVoices } from '../../../../src/simulate/customers/sound.js';

const dbfsOf = (pcm: Int16Array): number => {
  const power = pcm.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / pcm.length;
  return 10 * Math.log10(power);
};

t.test('noise has the requested level', async (t) => {
  for (const kind of ['white', 'rumble'] as const)
    for (const dbfs of [-50, -30, -15]) {
      const mulaw = noiseOf({ kind, dbfs });
      t.equal(mulaw.length, 4 * 8_000);
      const level = dbfsOf(decodeMulaw(mulaw));
      t.ok(Math.abs(level - dbfs) < 1.5, `${kind} at ${dbfs}: ${level.toFixed(1)}`);
    }
  const jumps = (kind: 'white' | 'rumble'): number => {
    const pcm = decodeMulaw(noiseOf({ kind, dbfs: -30 }));
    return dbfsOf(pcm.map((sample, at) => sample - (pcm[at - 1] ?? 0)));
  };
  t.ok(jumps('rumble') < jumps('white') - 6, 'a rumble is low');
});

const scenario = (voices: readonly (string | undefined)[]): Scenario => ({
  channel: 'voice',
  agent: { instructions: 'x' },
  customers: voices.map((voice, index) => ({
    name: String(index),
    lines: ['yes'],
    ...(voice === undefined ? {} : { voice }),
  })),
  criteria: [{ name: 'x', says: 'x' }],
});

t.test('each customer has a voice, and every voice of Flite can be chosen', async (t) => {
  const wanted = scenario([undefined, ...FLITE_VOICES.map(({ id }) => id)]);
  const { speak, close } = await openVoices(wanted, {});
  t.teardown(close);
  const spoken = await Promise.all(wanted.customers.map((customer) => speak(customer, 'yes please')));
  for (const mulaw of spoken) t.ok(mulaw.length > 2_000, `${mulaw.length / 8} ms`);
  const different = new Set(spoken.map((mulaw) => Buffer.from(mulaw).toString('base64')));
  t.equal(different.size, FLITE_VOICES.length, 'without a choice the voice is one of them');
});

t.test('a voice that cannot be used is refused before anything starts', async (t) => {
  for (const [voice, message] of [
    ['flite:unknown', /names flite, which cannot be used: write one of flite:slt/],
    ['parrot:polly', /the voice of a customer names "parrot"; write one of flite, /],
    ['elevenlabs:rachel', /set it in ELEVENLABS_API_KEY/],
  ] as const)
    await t.rejects(openVoices(scenario([voice]), {}), { name: 'ConfigError', message });
});
