/** A person on a call, from the live page: what is said is heard in the browser. */
import t from 'tap';
import { until } from '../../../../testkit/until.js';
import { withoutLegs } from '../../calls/leg-page.js';
import { openPlace, type Place } from '../place.js';
import { heardOn, watchHeard } from './heard-in-page.js';

t.setTimeout(120_000);

const GREETING = 'Hello, this is the restaurant Bella Vista. How can I help you?';
/** Louder than a line that is silent. */
const AUDIBLE = 0.02;

/** A simulated caller who says it again and again; the id of their call. */
const beginCall = async ({ api, ask }: Place): Promise<string> => {
  const agent = await api.createAgent('Ann', 'Otherwise, say "I see, please tell me more about that.".', {
    firstGreeting: GREETING,
  });
  const says = Array.from({ length: 10 }, () => 'I would like to book a table');
  const { callId } = await ask<{ callId: string }>('POST', '/api/v1/console/simulated-calls', {
    agentId: agent.id,
    says,
  });
  return callId;
};

t.test('a call is listened to', { skip: withoutLegs }, async (t) => {
  const place = await openPlace(t);
  const { page, serious } = place;
  await place.signIn('/live');
  const callId = await beginCall(place);
  await page.locator(`[data-call="${callId}"]`).click();
  await page.getByRole('log').getByText(GREETING).waitFor();
  await page.getByRole('button', { name: 'Listen', exact: true }).click();
  await page.getByText('You are listening. Nobody on the call hears you.').waitFor();
  await watchHeard(page);
  await until(
    'both voices are heard',
    async () => {
      const heard = await heardOn(page);
      return heard.length === 2 && heard.every((loudest) => loudest > AUDIBLE);
    },
    25_000,
  );
  t.same(await serious(), [], 'while listening');
  await page.getByRole('button', { name: 'Stop listening' }).click();
  await page.getByRole('button', { name: 'Listen', exact: true }).waitFor();
  t.equal(await page.evaluate("document.querySelectorAll('audio').length"), 0, 'nothing plays any more');
  await page.keyboard.press('l');
  await page.getByText('You are listening. Nobody on the call hears you.').waitFor();
  await place.api.cancel(callId);
  await page.getByText('The call is over.').waitFor();
  await until(
    'it ends',
    async () => (await page.evaluate("document.querySelectorAll('audio').length")) === 0,
  );
  t.same(place.faults, [], 'nothing broke, and nothing was done that the policy forbids');
});
