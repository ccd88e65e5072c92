/**
 * Calls the customers of a CRM, and writes what came of it back: `node campaign.js customers.json results.json`.
 * A run that was interrupted continues where it was. docs/how-to/campaign-from-a-crm.md explains it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Parley, ParleyError } from 'parley-voice-client';

/** @type {(name: string) => string} */
const setting = (name) => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`Set ${name}.`);
  return value;
};

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error('Usage: node campaign.js <customers> <results>');
const agentId = setting('PARLEY_AGENT_ID');
/** Names the campaign: a second run with the same name continues the first one and makes no call twice. */
const campaignName = setting('CAMPAIGN_NAME');
const parley = new Parley({ apiKey: setting('PARLEY_API_KEY'), baseUrl: setting('PARLEY_URL') });

const POLL_MS = 1_000;

/**
 * @typedef {{ id: string, name: string, phone: string }} Customer A row of the CRM.
 * @type {Customer[]}
 */
const customers = JSON.parse(await readFile(from, 'utf8'));

/** @type {(customer: Customer, categoryId: string) => Promise<string>} */
const contactOf = async ({ id, name, phone }, categoryId) => {
  try {
    const { contact } = await parley.contacts.create({
      name,
      mobile: phone,
      categoryIds: [categoryId],
      fields: { crmId: id },
    });
    return contact.id;
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== 'contact_exists') throw error;
    for await (const contact of parley.contacts.list({ search: phone }))
      if (contact.mobile === phone) return contact.id;
    throw error;
  }
};

/** The category of the campaign's contacts, created where it is missing. */
const categoryOf = async () => {
  for await (const category of parley.contacts.categories.list())
    if (category.name === campaignName) return category.id;
  const { category } = await parley.contacts.categories.create({ name: campaignName });
  return category.id;
};

const categoryId = await categoryOf();
/** @type {Map<string, Customer>} */
const byContact = new Map();
for (const customer of customers) byContact.set(await contactOf(customer, categoryId), customer);
console.log(`${byContact.size} contacts`);

const { agent } = await parley.agents.read({ agentId });
if (!agent.contactCategoryIds.includes(categoryId))
  throw new Error(`Give the agent access to the category ${categoryId}.`);

// The same key returns the same campaign, for a week. Keys are of visible ASCII characters.
const { campaign } = await parley.campaigns.create(
  {
    name: campaignName,
    objective: 'Ask whether the customer renews.',
    channel: 'voice',
    agentId,
    audience: { contactIds: [...byContact.keys()] },
    settings: { maxRetries: 1, retryDelayMinutes: 30 },
  },
  { idempotencyKey: `campaign-${encodeURIComponent(campaignName)}` },
);
if (campaign.status === 'draft')
  await parley.campaigns.act(
    { campaignId: campaign.id, action: 'start' },
    { idempotencyKey: `start-${campaign.id}` },
  );

for (;;) {
  const { campaign: current } = await parley.campaigns.read({ campaignId: campaign.id });
  const { finished, percent } = current.currentIteration.progress;
  console.log(`${current.status}: ${finished} finished, ${percent} %`);
  if (current.status === 'completed' || current.status === 'cancelled') break;
  await sleep(POLL_MS);
}

const results = [];
for await (const { contactId, outcome, attempts } of parley.campaigns.memberships({
  campaignId: campaign.id,
})) {
  const customer = byContact.get(contactId);
  if (customer !== undefined) results.push({ crmId: customer.id, outcome, calls: attempts.length });
}
await writeFile(to, `${JSON.stringify(results, null, 2)}\n`);
console.log(`wrote ${results.length} results to ${to}`);
