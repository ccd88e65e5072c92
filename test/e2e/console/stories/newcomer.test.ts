/** The story of a newcomer, by the keyboard alone: in Chromium, and in Firefox without the talk. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { encodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import { loadFlite } from '../../../../providers/speech/offline/flite/engine.js';
import { wavOf, withoutLegs } from '../../calls/legs/page.js';
import { openPage } from '../browser.js';
import { openFirefoxPage, withoutFirefox } from '../firefox.js';
import { startInstallation } from '../installation.js';
import { chromiumDriver, createHands, firefoxDriver } from './hands.js';
import { playNewcomer } from './newcomer-story.js';

t.setTimeout(600_000);

const WORDS = 'I would like to book a table';

t.test('from the set-up link to the result of a first campaign', { skip: withoutLegs }, async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-newcomer-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const wav = join(dir, 'microphone.wav');
  const engine = await loadFlite();
  const book = Buffer.from(encodeMulaw(await engine.speak('rms', WORDS))).toString('base64');
  // The file begins again when the microphone is opened for the call.
  writeFileSync(wav, wavOf([9_000, book, 60_000]));
  const installation = await startInstallation(t);
  const visit = await openPage(t, { wav });
  const hands = createHands(chromiumDriver(visit.page), 'newcomer-chromium');
  const spoken = { words: WORDS, reply: 'With pleasure. For how many people?' };
  await playNewcomer(t, { hands, installation, spoken });
  t.same(visit.faults, [], 'no script error and no policy violation');
});

t.test(
  'from the set-up link to the result of a first campaign in Firefox',
  { skip: withoutFirefox || withoutLegs },
  async (t) => {
    const installation = await startInstallation(t);
    const hands = createHands(firefoxDriver(await openFirefoxPage(t)), 'newcomer-firefox');
    await playNewcomer(t, { hands, installation, spoken: null });
  },
);
