/** A user talks to an example by microphone, and what a page says if that fails. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { encodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import { loadFlite } from '../../../../providers/speech/offline/flite/engine.js';
import { wavOf, withoutLegs } from '../../calls/legs/page.js';
import { HEARD } from '../calls/heard-in-page.js';
import { openPlace } from '../place.js';

t.setTimeout(300_000);

const spoken = async (text: string): Promise<string> => {
  const engine = await loadFlite();
  return Buffer.from(encodeMulaw(await engine.speak('rms', text))).toString('base64');
};

t.test('an example hears the user and is heard', { skip: withoutLegs }, async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-microphone-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const wav = join(dir, 'microphone.wav');
  // The file begins when the microphone is first opened, and again when it is opened for the call.
  const [book, two] = await Promise.all([spoken('I would like to book a table'), spoken('for two people')]);
  writeFileSync(wav, wavOf([9_000, book, 6_000, two, 30_000]));
  const place = await openPlace(t, { wav });
  const { page } = place;
  await place.signIn('/welcome');
  await page.getByRole('button', { name: 'Talk to this agent: Restaurant' }).click();
  await page.getByText('You are talking to the agent').waitFor();
  t.ok(Number(await page.evaluate(HEARD)) >= 0.05, 'the greeting is heard in the page');
  t.ok(await page.getByText('what are your opening hours').isVisible(), 'the page suggests what to say');
  t.same(await place.serious(), [], 'while the user talks');
  const log = page.getByRole('log');
  await log.getByText('I would like to book a table').waitFor();
  await log.getByText('With pleasure. For how many people?').waitFor();
  await page.getByRole('table').getByRole('row').nth(1).waitFor();
  await page.getByRole('button', { name: 'Mute' }).click();
  await page.getByRole('button', { name: 'Unmute' }).click();
  await page.getByText('Keypad').click();
  await page.getByRole('button', { name: '5', exact: true }).click();
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByText('The call has ended.').waitFor();
  t.equal(await page.evaluate("document.querySelectorAll('audio').length"), 0, 'no audio plays');
  await page.getByRole('link', { name: 'Open call' }).click();
  await page.getByRole('navigation', { name: 'All calls' }).waitFor();
  t.same(place.faults, [], 'no script error and no policy violation');
});

t.test(
  'a refused microphone starts no call, and the page offers another way',
  { skip: withoutLegs },
  async (t) => {
    const place = await openPlace(t);
    const { page } = place;
    await place.signIn('/welcome');
    await page.getByRole('button', { name: 'Talk to this agent: Dentist' }).click();
    await page.getByRole('alert').getByText('This page is not allowed to use the microphone.').waitFor();
    t.same(await place.serious(), [], 'refused');
    await page.getByRole('button', { name: 'Watch a call' }).click();
    await page.getByRole('log').getByText('Doctor Miller').waitFor();
    await page.getByText('You are listening.').waitFor();
    t.ok(Number(await page.evaluate(HEARD)) >= 0.05, 'the call is heard');
    await page.goto(`${place.service.url}/calls`);
    await page.getByRole('table').first().waitFor();
    t.equal(
      await page.getByRole('table').first().locator('tbody tr').count(),
      1,
      'one call, of the simulated caller',
    );
  },
);
