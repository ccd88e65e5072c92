/** The µ-law of the simulators is that of the product, although neither uses the other's code. */
import t from 'tap';
import { MULAW_TO_PCM, pcmToMulaw as productPcmToMulaw } from '../../../providers/speech/dsp/g711.js';
import { encodeMulaw, mulawToPcm, pcmToMulaw } from '../../../simulators/support/mulaw.js';

t.test('decodes every byte as the product does', (t) => {
  t.same(
    Array.from({ length: 256 }, (_, byte) => mulawToPcm(byte)),
    [...MULAW_TO_PCM],
  );
  t.end();
});

t.test('encodes every sample as the product does', (t) => {
  const samples = Int16Array.from({ length: 1 << 16 }, (_, index) => index - (1 << 15));
  t.same(encodeMulaw(samples), Uint8Array.from(samples, productPcmToMulaw));
  for (const beyond of [40_000, -40_000, 65_534, -65_536])
    t.equal(pcmToMulaw(beyond), productPcmToMulaw(beyond), String(beyond));
  t.end();
});
