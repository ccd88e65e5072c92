/** A conversation designer changes an agent, and tries the change before it is saved: by the keyboard alone. */
import t, { type Test } from 'tap';
import type { AgentResource } from '../../../../schemas/agents/agent.js';
import { createAgent, createCategory, createContact } from '../../../../testkit/api/resources.js';
import { until } from '../../../../testkit/until.js';
import { withoutBrowser } from '../browser.js';
import { openPlace, type Place } from '../place.js';
import { chromiumDriver, createHands, type Hands } from './hands.js';

t.setTimeout(600_000);

/** The version before sends people away. */
const BEFORE = 'Otherwise, say "Please call again tomorrow.".';
/** Up to the point at which the name of the customer is completed. */
const AFTER =
  'When the customer says "book a table", say "Your table is reserved.". Otherwise, say "Dear {{na';

interface Scene {
  readonly place: Place;
  readonly hands: Hands;
  readonly agent: AgentResource;
}

/** An agent, and a guest whose name it may use. */
const furnish = async ({ api }: Place): Promise<Pick<Scene, 'agent'>> => {
  const categoryId = await createCategory(api, 'Guests');
  await createContact(api, { name: 'Gita Rao', mobile: '+14155550600', categoryIds: [categoryId] });
  const agent = await createAgent(api, {
    channel: 'voice',
    name: 'Bea',
    contactCategoryIds: [categoryId],
    instructions: BEFORE,
    voiceSettings: { firstGreeting: 'Hello, this is Bella Vista.' },
  });
  return { agent };
};

const signingIn = async (_t: Test, { hands, place }: Scene): Promise<void> => {
  await hands.goto(`${place.service.url}/agents`);
  await hands.sees('Forgot your password?');
  await hands.fill('E-mail', place.email);
  await hands.fill('Password', place.password);
  await hands.press('Enter');
  await hands.sees('New agent');
  await hands.go('Bea');
  await hands.sees('Version 1 live');
};

/** The variable is completed from the fields of contacts, and granted by that. */
const changing = async (t: Test, { hands }: Scene): Promise<void> => {
  await hands.fill('Instructions', AFTER);
  await until(
    'the field of contacts is offered',
    async () => (await hands.evaluate("document.querySelector('[role=option]') !== null")) === true,
    60_000,
  );
  await hands.press('Enter');
  await hands.type(', I see.".');
  await hands.sees(/\{\{name\}\}\s+granted/);
  await hands.fill('Greeting', 'Good day, this is Bella Vista.');
  await hands.openTab('Voice & model');
  await hands.pick('Voice', /male\)$/);
  await hands.picture('voice');
  await hands.openTab('Prompt');
  await hands.sees('Unsaved changes');
  await hands.picture('changed');
  t.pass('instructions, a variable, greeting and voice are changed');
};

const writing = async (t: Test, { hands, place, agent }: Scene): Promise<void> => {
  await hands.openTab('Write');
  await hands.fill('name', 'Gita');
  await hands.fill('Your message', 'I would like to book a table');
  await hands.press('Enter');
  await hands.reads('Your table is reserved.');
  await hands.picture('written');
  const { agent: live } = await place.api.get<{ agent: AgentResource }>(`/api/v1/agents/${agent.id}`);
  t.match(live, { version: 1, instructions: BEFORE }, 'nothing is saved');
};

t.test('from a changed word to its answer', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  const hands = createHands(chromiumDriver(place.page), 'designer');
  const scene = { place, hands, ...(await furnish(place)) };
  const parts = [
    ['signs in and opens the agent', signingIn],
    ['changes instructions, a variable, the greeting and the voice', changing],
    ['tries the unsaved words in writing', writing],
  ] as const;
  for (const [title, play] of parts) {
    const begun = performance.now();
    try {
      await play(t, scene);
    } catch (error) {
      await hands.picture('where-it-failed');
      throw error;
    }
    t.pass(`${title}, in ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  }
  t.same(place.faults, [], 'no script error and no policy violation');
});
