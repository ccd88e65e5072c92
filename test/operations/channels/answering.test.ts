/** Only one side answers on an account: a human, else an external backend, else the agent, whichever came first. */
import { pino } from 'pino';
import t from 'tap';
import { channelAccount } from '../../../actors/channel-account/index.js';
import { subscription } from '../../../actors/subscription/index.js';
import { answeringAgent, checkNoAgent, checkNotAutomated } from '../../../operations/channels/answering.js';
import {
  type ConversationEffectDeps,
  conversationEffects,
} from '../../../operations/effects/conversation/index.js';
import { ANY_DESTINATION } from '../../../operations/outreach/destination-rule.js';
import { createSealer } from '../../../operations/sealing.js';
import type { LanguageModel } from '../../../providers/llm/language-model.js';
import { deriveId } from '../../../schemas/ids.js';
import { stub } from '../../../testkit/stub.js';
import { noTools } from '../../../testkit/stubs/no-tools.js';
import type { ChannelAccountRecord } from '../../../views/channel-accounts/index.js';
import type { ViewStore } from '../../../views/views.js';
import { foldedActors } from '../../support/actors/folded-actors.js';
import { agentOf } from '../../support/views/resources.js';

const BUSINESS = 'b1';
const ACCOUNT = { channel: 'whatsapp', accountId: '106' } as const;
const ANN = { agentId: 'ann', autoReplyEnabled: true, humanHandoffActive: false } as const;

/** An account on which Ann answers, and the subscription `s1` of an external backend. */
const createWorld = () => {
  const { actors, foldOf } = foldedActors();
  const account = foldOf(channelAccount, deriveId('channel-account', ACCOUNT.channel, ACCOUNT.accountId));
  const hook = foldOf(subscription, 's1');
  account.apply(
    {
      type: 'connect',
      claim: 1,
      ...ACCOUNT,
      displayName: 'Reception',
      username: null,
      sealedToken: 'sealed',
    },
    0,
  );
  account.apply({ type: 'assign', assignment: ANN }, 0);
  // The views show a commit only after they have caught up.
  let seen: string | null = null;
  const views = {
    catchUp: async () => {
      seen = hook.state.subscription?.status === 'active' ? 's1' : null;
    },
    automationOf: () => seen,
  };
  const record = (): ChannelAccountRecord => ({
    id: 'i',
    ...ACCOUNT,
    displayName: 'Reception',
    username: null,
    connectedAt: '',
    updatedAt: '',
    ...(account.state.account?.assignment ?? ANN),
  });
  return {
    actors,
    views,
    account,
    hook,
    agent: () => answeringAgent({ actors, views }, BUSINESS, ACCOUNT),
    subscribe: () =>
      hook.apply(
        {
          type: 'create',
          ...ACCOUNT,
          callbackUrl: 'https://example.org/',
          events: [],
          sealedSecret: 'sealed',
          secretLast4: 'cafe',
        },
        0,
      ),
    checkAssignment: async (wanted: Parameters<typeof checkNotAutomated>[3]) => {
      await views.catchUp();
      checkNotAutomated({ views }, BUSINESS, record(), wanted);
    },
    checkSubscription: () => checkNoAgent({ actors }, BUSINESS, ACCOUNT),
  };
};

t.test('if both were admitted at once, the external backend answers until it is paused', async (t) => {
  const { agent, subscribe, hook, account } = createWorld();
  t.equal(await agent(), 'ann');
  subscribe();
  t.equal(await agent(), null);
  hook.apply({ type: 'change', status: 'paused' }, 1);
  t.equal(await agent(), 'ann');
  hook.apply({ type: 'change', status: 'active' }, 2);
  t.equal(await agent(), null);
  hook.apply({ type: 'revoke' }, 3);
  t.equal(await agent(), 'ann');
  account.apply({ type: 'disconnect', claim: 1 }, 4);
  t.equal(await agent(), null, 'no agent answers on a disconnected account');
});

t.test('a human handoff silences the agent', async (t) => {
  const { agent, account } = createWorld();
  account.apply({ type: 'assign', assignment: { humanHandoffActive: true } }, 1);
  t.equal(await agent(), null);
  account.apply({ type: 'assign', assignment: { humanHandoffActive: false } }, 2);
  t.equal(await agent(), 'ann');
});

t.test('an agent cannot be assigned beside an external backend', async (t) => {
  const { subscribe, hook, checkAssignment } = createWorld();
  await checkAssignment(ANN);
  subscribe();
  const refused = {
    code: 'external_automation_active',
    message: /106.*s1.*pause or revoke.*autoReplyEnabled false/,
  };
  await t.rejects(checkAssignment(ANN), refused);
  await t.rejects(checkAssignment({ autoReplyEnabled: true }), refused, 'the agent is already assigned');
  await t.rejects(checkAssignment({ agentId: 'bea' }), refused, 'auto-reply is already enabled');
  await t.rejects(checkAssignment({ humanHandoffActive: false }), refused, 'a human hands back');
  await t.rejects(checkAssignment({ agentId: 'bea', humanHandoffActive: true }), refused);
  await checkAssignment({ autoReplyEnabled: false });
  await checkAssignment({ agentId: null });
  await checkAssignment({ agentId: 'bea', autoReplyEnabled: false });
  await checkAssignment({ humanHandoffActive: true });
  hook.apply({ type: 'change', status: 'paused' }, 1);
  await checkAssignment(ANN);
});

t.test('an external backend cannot subscribe beside an agent that answers', async (t) => {
  const { account, checkSubscription } = createWorld();
  const refused = { code: 'agent_assigned', message: /agent ann.*106.*autoReplyEnabled false/ };
  await t.rejects(checkSubscription(), refused);
  account.apply({ type: 'assign', assignment: { humanHandoffActive: true } }, 1);
  await t.rejects(checkSubscription(), refused, 'the agent answers again once the human hands back');
  account.apply({ type: 'assign', assignment: { autoReplyEnabled: false } }, 2);
  await checkSubscription();
  account.apply({ type: 'assign', assignment: { autoReplyEnabled: true, agentId: null } }, 3);
  await checkSubscription();
});

t.test('the agent stays silent if a backend takes over while the model responds', async (t) => {
  const context = {
    ref: { kind: 'conversation', business: BUSINESS, id: 'c1' },
    key: 'k',
    resumed: false,
    attempt: 1,
    signal: new AbortController().signal,
    assertOurs: () => undefined,
  };
  const where = { ...ACCOUNT, address: '14155550101' };
  const comment = { id: '178', mediaId: null, text: 'open?' };
  const agent = agentOf({ id: 'ann', channel: 'whatsapp' });
  const handlers = (isTakenOver: boolean) => {
    const { actors, views, subscribe } = createWorld();
    const model: LanguageModel = {
      name: 'slow',
      respond: async function* () {
        if (isTakenOver) subscribe();
        yield { type: 'text', text: 'We are open.' } as const;
      },
    };
    return conversationEffects({
      destinations: ANY_DESTINATION,
      actors,
      tools: noTools,
      modelOf: () => model,
      views: stub<ViewStore>({
        ...views,
        agent: () => agent,
        contact: () => null,
        contactOfMobile: () => null,
        conversationMessages: () => [],
        knowledge: () => [],
        timeZoneOf: () => null,
        agentVersionOf: () => 1,
        runningSplit: () => null,
        silenceMinutesOf: () => null,
      }),
      sealer: createSealer('secret'),
      installationTimeZone: 'UTC',
      channels: new Map(),
      pace: stub({}),
      reconcileMs: 1_000,
      media: stub<ConversationEffectDeps['media']>({ now: () => 0, assets: stub({}) }),
      logger: pino({ level: 'silent' }),
    });
  };
  for (const [isTakenOver, expected] of [
    [false, 'We are open.'],
    [true, undefined],
  ] as const) {
    const replyFields = {
      contactId: null,
      isClaimed: false,
      mobileAsked: null,
      lastReceivedAt: null,
      turn: 1,
      lastMessageId: null,
      awaitsMedia: false,
    };
    const effect = { kind: 'compose_reply', ...where, ...replyFields } as const;
    const reply = await handlers(isTakenOver).compose_reply({ ...context, effect });
    t.equal(reply?.type === 'replied' ? reply.messages[0]?.text : 'nothing came', expected);
    const under = { kind: 'compose_comment_reply', ...where, comment } as const;
    const answer = await handlers(isTakenOver).compose_comment_reply({ ...context, effect: under });
    t.equal(answer?.type === 'comment_replied' ? answer.message?.text : 'nothing came', expected);
  }
});
