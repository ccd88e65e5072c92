/** A node whose lease has ended runs no irreversible effect: it places no call and sends no message. */
import { pino } from 'pino';
import t from 'tap';
import { LeaseEnded } from '../../../actors/runtime/activation/effects.js';
import { carrierEffects } from '../../../operations/effects/call/carrier.js';
import {
  type ConversationEffectDeps,
  conversationEffects,
} from '../../../operations/effects/conversation/index.js';
import { ANY_DESTINATION } from '../../../operations/outreach/destination-rule.js';
import type { Carrier } from '../../../providers/carriers/carrier.js';
import type { MessagingChannel } from '../../../providers/channels/messaging-channel.js';
import { stub } from '../../../testkit/stub.js';
import { noTools } from '../../../testkit/stubs/no-tools.js';
import type { ViewStore } from '../../../views/views.js';
import { stubActors } from '../../support/stub-actors.js';
import { agentSnapshot } from '../../support/views/resources.js';

const context = (kind: string) => {
  let isOurs = true;
  return {
    effectContext: {
      ref: { kind, business: 'b', id: 'i' },
      key: 'k',
      resumed: false,
      attempt: 1,
      signal: new AbortController().signal,
      assertOurs: () => {
        if (!isOurs) throw new LeaseEnded('another node may have taken over the actor');
      },
    },
    end: () => {
      isOurs = false;
    },
  };
};

t.test('a call is not placed by a node whose lease has ended', async (t) => {
  let placed = 0;
  const carrier = stub<Carrier>({
    place: async () => {
      placed += 1;
      return { outcome: 'placed', carrierCallId: 'c' };
    },
  });
  const { place } = carrierEffects({
    carriers: new Map([['loopback', carrier]]),
    mediaUrl: () => 'wss://media',
    statusUrl: () => 'https://status',
    documentUrl: () => 'https://voice.example.org/after',
    now: () => 0,
    onLeaving: () => undefined,
    prepare: () => undefined,
  });
  const effect = {
    kind: 'place',
    carrier: 'loopback',
    to: '+14155550123',
    placingAt: 0,
    agent: agentSnapshot,
  } as const;
  const { effectContext, end } = context('call');
  t.match(await place({ ...effectContext, effect }), { result: { outcome: 'placed' } });
  end();
  await t.rejects(place({ ...effectContext, effect }), LeaseEnded);
  t.equal(placed, 1);
});

t.test('a message that waited for its turn is not sent by a node whose lease has ended', async (t) => {
  let sent = 0;
  const channel = stub<MessagingChannel>({
    send: async () => {
      sent += 1;
      return { is: 'accepted', providerMessageId: 'm' };
    },
  });
  const account = { accountId: 'a', sealedToken: 's' };
  let whileWaiting = (): void => undefined;
  const { send_message: send } = conversationEffects({
    destinations: ANY_DESTINATION,
    actors: stubActors((kind) => (kind === 'contact-point' ? [] : account)),
    views: stub<ViewStore>({ contactOfMobile: () => null }),
    tools: noTools,
    modelOf: stub({}),
    media: stub<ConversationEffectDeps['media']>({ now: () => 0 }),
    logger: pino({ level: 'silent' }),
    sealer: { seal: () => 's', open: () => 'token', pseudonym: () => 'p' },
    installationTimeZone: 'UTC',
    channels: new Map([['whatsapp', channel]]),
    pace: { slot: async () => whileWaiting() },
    reconcileMs: 1_000,
  });
  const effect = {
    kind: 'send_message',
    channel: 'whatsapp',
    accountId: 'a',
    address: '14155550101',
    messageId: 'm',
    attempt: 1,
    content: { type: 'text', text: 'Yes.' },
    contactId: null,
    campaign: null,
    lastReceivedAt: 0,
    confirmsConsent: false,
  } as const;
  const { effectContext, end } = context('conversation');
  await send({ ...effectContext, effect });
  t.equal(sent, 1);
  whileWaiting = end;
  await t.rejects(send({ ...effectContext, effect }), LeaseEnded);
  t.equal(sent, 1);
});
