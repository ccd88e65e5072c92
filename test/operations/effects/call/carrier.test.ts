/** Placing a call with its carrier, and preparing speech while the carrier answers. */
import t from 'tap';
import { carrierEffects } from '../../../../operations/effects/call/carrier.js';
import type { Carrier } from '../../../../providers/carriers/carrier.js';
import { stub } from '../../../../testkit/stub.js';
import { agentSnapshot } from '../../../support/views/resources.js';

const placed = async (resumed: boolean): Promise<readonly string[]> => {
  const steps: string[] = [];
  const carrier = stub<Carrier>({
    place: async () => {
      steps.push('placement requested');
      await new Promise((resolve) => setImmediate(resolve));
      steps.push('placed');
      return { outcome: 'placed', carrierCallId: 'c' };
    },
    lookUp: async () => {
      steps.push('looked up');
      return { outcome: 'not_found' };
    },
  });
  const { place } = carrierEffects({
    carriers: new Map([['loopback', carrier]]),
    mediaUrl: () => 'wss://media',
    statusUrl: () => 'https://status',
    documentUrl: () => 'https://voice.example.org/after',
    now: () => 0,
    onLeaving: () => undefined,
    prepare: (_business, { greeting }) => void steps.push(`prepares ${greeting}`),
  });
  await place({
    ref: { kind: 'call', business: 'b', id: 'i' },
    key: 'place',
    resumed,
    attempt: 1,
    effect: { kind: 'place', carrier: 'loopback', to: '+14155550123', placingAt: 0, agent: agentSnapshot },
    signal: new AbortController().signal,
    assertOurs: () => undefined,
  });
  return steps;
};

t.test('prepares speech after the request to the carrier, without waiting for its answer', async (t) => {
  t.same(await placed(false), ['placement requested', 'prepares Hello.', 'placed']);
});

t.test('only looks up a call that may have been placed before', async (t) => {
  t.same(await placed(true), ['looked up']);
});
