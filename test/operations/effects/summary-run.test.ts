/** A summary run records why a model did not assess a contact, and does not charge for that contact. */
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import type { ActorClient } from '../../../actors/runtime/actor-client.js';
import type { SummaryRunEffect } from '../../../actors/summary-run/commands.js';
import { summaryRun } from '../../../actors/summary-run/index.js';
import { summaryRunEffects } from '../../../operations/effects/summary-run.js';
import type { LanguageModel } from '../../../providers/llm/language-model.js';
import { stub } from '../../../testkit/stub.js';
import type { ViewStore } from '../../../views/views.js';
import { fold } from '../../support/actors/fold.js';
import { textMessages } from '../../support/prompts/text-messages.js';
import { readableLog } from '../../support/readable-log.js';

const PRICE = 2_000;
const good = { conclusion: 'Renews.', nextAction: 'Send the contract.', recommended: true };

/** What models say that have nothing to say. */
const NOTHING: Readonly<Record<string, typeof good>> = {
  'repeats itself': {
    ...good,
    conclusion: 'There is nothing to say.',
    nextAction: 'there is nothing to say',
  },
  'writes no words': { ...good, nextAction: '…' },
};

/** A model that behaves as the transcript says. `requests` counts its requests by transcript. */
const failingModel = (requests: Map<string, number>): LanguageModel => ({
  name: 'moody',
  respond: async function* ({ messages }, signal) {
    const mood = textMessages(messages).at(-1)?.content ?? '';
    const times = (requests.get(mood) ?? 0) + 1;
    requests.set(mood, times);
    if (mood === 'fails' || (mood === 'fails once' && times === 1))
      throw new Error('429 from https://models.example/v1/key-of-ours');
    if (mood === 'hangs') await delay(60_000, undefined, { signal });
    const answer = NOTHING[mood] ?? good;
    yield { type: 'text', text: mood === 'chats' ? 'Sure! Here you are.' : JSON.stringify(answer) };
  },
});

const assessedWith = async (moods: readonly string[]) => {
  const { logger, lines } = readableLog();
  const requests = new Map<string, number>();
  const views: Partial<ViewStore> = {
    catchUp: async () => undefined,
    activeContacts: (_, after, limit) => moods.filter((mood) => mood > after).slice(0, limit),
    campaignTranscript: (_, contactId) => [contactId],
  };
  const handlers = summaryRunEffects({
    actors: stub<ActorClient>({}),
    views: views as ViewStore,
    modelOf: () => failingModel(requests),
    logger,
    limits: { answerMs: 5_000, pauseMs: 1, stalls: { firstMs: 50, betweenMs: 50 } },
  });
  const run = fold(summaryRun);
  run.apply(
    {
      type: 'estimate',
      campaignId: 'k',
      objective: 'Renew',
      iterationIds: ['i'],
      contacts: moods.length,
      priceMicrocredits: PRICE,
      expiresAt: 9,
    },
    0,
  );
  run.apply({ type: 'confirm', maxChargeMicrocredits: moods.length * PRICE }, 1);
  run.apply({ type: 'fund_result', funded: true }, 2);
  const ref = { kind: 'summary-run', business: 'b1', id: 'r1' };
  for (;;) {
    const effect: SummaryRunEffect | undefined = Object.values(summaryRun.effects(run.state))[0];
    if (effect?.kind !== 'assess_page') return { run, requests, owed: effect, lines };
    const result = await handlers.assess_page({
      ref,
      key: 'assess',
      effect,
      resumed: false,
      attempt: 1,
      signal: new AbortController().signal,
      assertOurs: () => undefined,
    });
    if (result === null) throw new Error('the page has no result');
    run.apply(result, 3);
  }
};

t.test('each unassessed contact has a reason, and only assessed contacts are charged', async (t) => {
  const moods = ['answers', 'chats', 'fails', 'fails once', 'hangs'];
  const { run, requests, owed, lines } = await assessedWith(moods);
  const page = run.events.find(({ type }) => type === 'summary.page_assessed');
  t.same(page, {
    type: 'summary.page_assessed',
    page: 0,
    cursor: 'hangs',
    results: [
      { contactId: 'answers', assessment: good },
      { contactId: 'chats', assessment: null, failure: 'assessment_unusable' },
      { contactId: 'fails', assessment: null, failure: 'model_failed' },
      { contactId: 'fails once', assessment: good },
      { contactId: 'hangs', assessment: null, failure: 'model_too_slow' },
    ],
  });
  t.notMatch(JSON.stringify(run.events), /models\.example/, 'the events do not mention the provider');
  const causes = lines.filter(({ event }) => event === 'summary.model_failed');
  t.match(
    causes.find(({ contactId }) => contactId === 'fails'),
    { summaryRunId: 'r1', err: { message: /^429 from/ } },
  );
  t.match(
    causes.find(({ contactId }) => contactId === 'hangs'),
    { err: { message: 'no data for 50 ms' } },
  );
  t.equal(requests.get('fails'), 2, 'a failed request is retried, but not forever');
  t.match(run.events.at(-1), { type: 'summary.ended', status: 'partial' });
  t.match(owed, { kind: 'settle_summary', microcredits: 2 * PRICE });
});

t.test('a model that has nothing to say is no conclusion, and costs nothing', async (t) => {
  const { run, owed } = await assessedWith(Object.keys(NOTHING));
  t.match(
    run.events.find(({ type }) => type === 'summary.page_assessed'),
    {
      results: [
        { contactId: 'repeats itself', assessment: null, failure: 'assessment_unusable' },
        { contactId: 'writes no words', assessment: null, failure: 'assessment_unusable' },
      ],
    },
  );
  t.match(owed, { kind: 'settle_summary', microcredits: 0 });
});

t.test('an unavailable model costs nothing', async (t) => {
  const { run, owed } = await assessedWith(['fails']);
  t.match(run.events.at(-1), { status: 'partial' });
  t.match(owed, { kind: 'settle_summary', microcredits: 0 });
});

t.test('an interrupted run records no failure for its contact', async (t) => {
  const views: Partial<ViewStore> = {
    catchUp: async () => undefined,
    activeContacts: () => ['hangs'],
    campaignTranscript: () => ['hangs'],
  };
  const handlers = summaryRunEffects({
    actors: stub<ActorClient>({}),
    views: views as ViewStore,
    modelOf: () => failingModel(new Map()),
    logger: readableLog().logger,
  });
  const ref = { kind: 'summary-run', business: 'b1', id: 'r1' };
  const effect: Extract<SummaryRunEffect, { kind: 'assess_page' }> = {
    kind: 'assess_page',
    campaignId: 'k',
    objective: 'Renew',
    page: 0,
    limit: 20,
    cursor: null,
  };
  const interrupted = handlers.assess_page({
    ref,
    key: 'assess',
    effect,
    resumed: false,
    attempt: 1,
    signal: AbortSignal.timeout(50),
    assertOurs: () => undefined,
  });
  await t.rejects(interrupted, { name: 'TimeoutError' });
});
