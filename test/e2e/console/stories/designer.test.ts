/**
 * A conversation designer changes an agent, tries the change before it is saved, rehearses it with customers, publishes it to half of the
 * people, and sees which version is better: by the keyboard alone.
 */
import t, { type Test } from 'tap';
import { isDiverted } from '../../../../operations/agents/serving.js';
import { encodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import { loadFlite } from '../../../../providers/speech/offline/flite/engine.js';
import type { AgentResource } from '../../../../schemas/agents/agent.js';
import type { SplitResource } from '../../../../schemas/agents/split.js';
import type { CampaignResource } from '../../../../schemas/campaigns/campaign.js';
import { createAgent, createCategory, createContact } from '../../../../testkit/api/resources.js';
import { createNetworkClient } from '../../../../testkit/simulators/network-client.js';
import { until } from '../../../../testkit/until.js';
import { withoutBrowser } from '../browser.js';
import { openPlace, type Place } from '../place.js';
import { chromiumDriver, createHands, type Hands } from './hands.js';

t.setTimeout(600_000);

/** How long simulations, calls and their analyses may take. */
const WORK_MS = 180_000;
/** People that each of the two versions calls: all of them succeed with one version, none with the other, which is hardly chance. */
const PEOPLE_EACH = 4;
/** The version before sends people away. */
const BEFORE = 'Otherwise, say "Please call again tomorrow.".';
/** Up to the point at which the name of the customer is completed. */
const AFTER =
  'When the customer says "book a table", say "Your table is reserved.". Otherwise, say "Dear {{na';

const outcome = (verdict: 'met' | 'not_met'): string =>
  JSON.stringify({
    summary: 'A call about a table.',
    sentiment: 'neutral',
    requests: [],
    criteria: { table_reserved: { verdict, reason: 'So the agent says.', turns: [1] } },
    fields: {},
  });

interface Scene {
  readonly place: Place;
  readonly hands: Hands;
  readonly agent: AgentResource;
  readonly categoryId: string;
}

/** An agent with its criterion, a scenario of customers, and a category for guests. */
const furnish = async (place: Place): Promise<Omit<Scene, 'place' | 'hands'>> => {
  const { api, admin, businessId } = place;
  const categoryId = await createCategory(api, 'Guests');
  const agent = await createAgent(api, {
    channel: 'voice',
    name: 'Bea',
    contactCategoryIds: [categoryId],
    instructions: BEFORE,
    voiceSettings: { firstGreeting: 'Hello, this is Bella Vista.' },
  });
  await api.post(`/api/v1/agents/${agent.id}/analysis`, {
    analysis: {
      criteria: [
        {
          key: 'table_reserved',
          description: `When the customer says “reserved”, say “${outcome('met')}”. Otherwise, say “${outcome('not_met')}”.`,
        },
      ],
      fields: null,
    },
  });
  await admin('business', 'call-analysis', '--on', '--business', businessId);
  await api.post('/api/v1/simulation-scenarios', {
    name: 'Guests who want a table',
    agentId: agent.id,
    channel: 'voice',
    scenario: {
      customers: [{ name: 'Gita', lines: ['I would like to book a table'] }],
      criteria: [{ name: 'reserves the table', says: 'reserved' }],
    },
  });
  return { agent, categoryId };
};

/** A campaign to as many people for each version of the split. They want a table, and hang up once they have heard an answer. */
const invite = async ({ place, agent, categoryId }: Scene): Promise<CampaignResource> => {
  const { api, service } = place;
  const { splits } = await api.get<{ splits: readonly SplitResource[] }>(`/api/v1/agents/${agent.id}/splits`);
  const engine = await loadFlite();
  const speech = encodeMulaw(await engine.speak('rms', 'I would like to book a table'));
  const audio = Buffer.from(speech).toString('base64');
  const network = createNetworkClient(service.networkUrl, service.simulatorToken);
  const mobiles = Array.from({ length: 100 }, (_, at) => `+141555506${String(at).padStart(2, '0')}`);
  const people = splits.flatMap((split) =>
    [true, false].flatMap((diverted) =>
      mobiles.filter((mobile) => isDiverted(split, mobile) === diverted).slice(0, PEOPLE_EACH),
    ),
  );
  for (const mobile of people) {
    await createContact(api, { name: `Guest ${mobile}`, mobile, categoryIds: [categoryId] });
    await network.callee(mobile, {
      ringMs: 200,
      steps: [
        { afterSilenceMs: 800, do: { type: 'say', audio, text: 'I would like to book a table' } },
        { afterSilenceMs: 1_500, do: { type: 'hang_up' } },
      ],
    });
  }
  const { campaign } = await api.post<{ campaign: CampaignResource }>('/api/v1/campaigns', {
    name: 'Summer party',
    channel: 'voice',
    agentId: agent.id,
    objective: 'Offer a table.',
    audience: { categoryIds: [categoryId] },
  });
  return campaign;
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

const simulating = async (t: Test, { hands }: Scene): Promise<void> => {
  const run = async (expected: string): Promise<void> => {
    await hands.use('Simulate 20 customers');
    await hands.sees('Start for');
    await hands.use(/^Start for /);
    await hands.sees(expected, WORK_MS);
  };
  await hands.openTab('Simulate');
  await hands.sees('Simulate 20 customers');
  await run('Passed');
  await hands.pick('What answers', 'The published version');
  await run('20 of 20 verdicts not met');
  await hands.sees('Version 1, other instructions');
  await hands.picture('simulated');
  await hands.pick('What answers', 'The words on this page');
  t.pass('the changed words pass, the published ones do not');
};

/** Another tab has published meanwhile: nothing is overwritten, and both changes are kept. */
const publishing = async (t: Test, { hands, place, agent }: Scene): Promise<void> => {
  const { id: agentId } = agent;
  await place.api.patch('/api/v1/agents', {
    agentId,
    channel: 'voice',
    name: 'Bea of Bella Vista',
    instructions: BEFORE,
  });
  await hands.sees('This agent was changed elsewhere while you');
  await hands.use('Review changes');
  await hands.sees('Nothing was overwritten.');
  await hands.picture('conflict');
  await hands.use('Merge both');
  await hands.sees('Version 2 live');
  await hands.use('Publish');
  await hands.sees('Changes to version 2, which is live');
  await hands.fill('What has changed (optional)', 'Reserves tables.');
  await hands.fill('Share of customers who get it (%)', '50');
  await hands.picture('publishing');
  await hands.press('Enter');
  await hands.sees('Version 3 live');
  const { splits } = await place.api.get<{ splits: readonly object[] }>(`/api/v1/agents/${agentId}/splits`);
  t.match(splits, [{ published: 3, version: 2, percent: 50, campaignId: null, endedAt: null }]);
};

const campaigning = async (t: Test, scene: Scene): Promise<void> => {
  const { hands } = scene;
  const { api } = scene.place;
  const campaign = await invite(scene);
  await hands.go('Summer party');
  await hands.sees('Versions of the agent');
  await hands.sees('The agent is divided between two versions.');
  await hands.sees('Success is not known yet');
  await hands.picture('campaign-before');
  await hands.use('Start');
  await until(
    'the campaign has ended',
    async () =>
      (await api.get<{ campaign: CampaignResource }>(`/api/v1/campaigns/${campaign.id}`)).campaign.status ===
      'completed',
    WORK_MS,
  );
  t.pass('calls have run over both versions');
};

/** The version with which people succeed more often, in words, with what was counted. */
const isJudged = new RegExp(
  [
    'Version 3 is better',
    `Version 2: 0 of ${PEOPLE_EACH} successful\\. Version 3: ${PEOPLE_EACH} of ${PEOPLE_EACH} successful\\.`,
    'Chance alone hardly makes such a difference',
  ].join('\\s+'),
);

const judging = async (t: Test, { hands, place, agent }: Scene): Promise<void> => {
  await hands.sees(isJudged, WORK_MS);
  await hands.picture('campaign-judged');
  await hands.goto(`${place.service.url}/agents/${agent.id}?tab=versions`);
  await hands.sees('Compare two versions');
  await hands.sees(isJudged);
  await hands.sees(/Criterion table_reserved\s[\s\S]*Version 3 is better/);
  await hands.sees(/Wait for an answer\s[\s\S]*of \d+\)/);
  await hands.sees(/Cost of a call\s[\s\S]*of \d+\)/);
  await hands.reach('Choose version 3');
  await hands.picture('judged');
  t.same(await place.serious(), [], 'two versions side by side');
  await hands.press('Enter');
  await hands.sees('Earlier comparisons', WORK_MS);
  await hands.use(/^Version 2 \(50 %\) and version 3/);
  await hands.sees(isJudged);
  await hands.picture('chosen');
  const { splits } = await place.api.get<{ splits: readonly object[] }>(`/api/v1/agents/${agent.id}/splits`);
  t.match(splits, [{ end: { reason: 'chosen', winner: 3 } }]);
};

t.test('from a changed word to the better version', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  const hands = createHands(chromiumDriver(place.page), 'designer');
  const scene = { place, hands, ...(await furnish(place)) };
  const parts = [
    ['signs in and opens the agent', signingIn],
    ['changes instructions, a variable, the greeting and the voice', changing],
    ['tries the unsaved words in writing', writing],
    ['simulates customers, and sees by version whether they were served', simulating],
    ['publishes to half of the people, beside what another tab has published', publishing],
    ['starts a campaign over both versions', campaigning],
    ['sees which version is better, and chooses it', judging],
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
