/** The ledger of a business: every movement of its credit, and nothing else. */
import t from 'tap';
import type { CallDetail } from '../../../testkit/api/client.js';
import { openDesk } from './desk.js';

t.setTimeout(90_000);

const isSettledInLedger = ({ diagnostics }: CallDetail): boolean =>
  diagnostics.timeline.some(({ event }) => event === 'call.settled');

t.test('the ledger adds up', async (t) => {
  const desk = await openDesk(t);
  const { admin, api, businessId, world } = desk;
  const client = world.client();
  const agent = await client.createAgent('Plain', 'Otherwise, say "Hello.".', { firstGreeting: 'Hello.' });
  const callId = await client.startCall(agent.id, '+14155550130');
  await client.callUntil(callId, ({ transcript }) => transcript.length > 0, 20_000);
  const { data } = await desk.contact({
    name: 'José Núñez',
    mobile: '+14155552671',
    categoryIds: [await desk.category('Leads')],
  });
  const { data: call } = await api.ask<{ callId: string }>('POST', '/api/v1/voice/calls', {
    businessId,
    agentId: agent.id,
    contactId: data.contact.id,
  });
  t.equal(call, undefined, 'an agent without categories calls no contact');
  await client.cancel(callId);
  await client.callUntil(callId, isSettledInLedger, 20_000);
  const { entries } = await admin('business', 'ledger', '--business', businessId);
  if (!Array.isArray(entries)) throw new Error('no ledger');
  t.match(entries, [
    { movement: 'granted', microcredits: 1_000_000_000 },
    { movement: 'reserved', callId },
    { movement: 'settled', callId },
  ]);
  for (const { available, reserved, charged } of entries)
    t.equal(available + reserved + charged, 1_000_000_000);
});
