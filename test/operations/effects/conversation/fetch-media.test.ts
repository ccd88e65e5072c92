/** Fetching a customer's file: the answer for each outcome, and the order in which the file is stored. */
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import t from 'tap';
import type { ConversationEffect } from '../../../../actors/conversation/commands.js';
import type { EffectContext } from '../../../../actors/runtime/actor.js';
import {
  type FetchMediaDeps,
  fetchMedia,
  MEDIA_SLOTS,
} from '../../../../operations/effects/conversation/fetch-media.js';
import { mediaAssetEffects } from '../../../../operations/effects/media-asset.js';
import { assetIdOf } from '../../../../providers/assets/asset-store.js';
import { MediaTooLarge } from '../../../../providers/channels/media-download.js';
import type { FetchedMedia, MessagingChannel } from '../../../../providers/channels/messaging-channel.js';
import { createFairSlots } from '../../../../providers/scheduling/fair-slots.js';
import { RECEIVED_MEDIA_BYTES, RECEIVED_MEDIA_KEPT_MS } from '../../../../schemas/conversations/media.js';
import { DomainError } from '../../../../schemas/errors.js';
import { stub } from '../../../../testkit/stub.js';
import { stubActors } from '../../../support/stub-actors.js';

const AT = 1_000;
const CONTENT = Buffer.from('what the customer sent');

type FetchContext = EffectContext<Extract<ConversationEffect, { readonly kind: 'fetch_media' }>>;

async function* pieces(broken?: Error): AsyncGenerator<Uint8Array> {
  yield CONTENT.subarray(0, 4);
  if (broken !== undefined) throw broken;
  yield CONTENT.subarray(4);
}
const fetched = (broken?: Error): FetchedMedia => ({
  type: 'fetched',
  mimeType: 'image/png',
  bytes: pieces(broken),
});

/** Runs one attempt. Returns its answer, the steps that ran, and the size limit passed to the channel. */
const attempt = async (
  response: FetchedMedia | null,
  changed: Partial<FetchMediaDeps> & { readonly refusal?: Error; readonly storeFails?: Error } = {},
) => {
  const calls: string[] = [];
  let sizeLimit = 0;
  const { refusal, storeFails, ...deps } = changed;
  const account = { accountId: 'a', sealedToken: 's' };
  const actors = stubActors((kind, id, { type }) => {
    if (kind === 'channel-account') return response === null ? null : account;
    if (refusal !== undefined) throw refusal;
    calls.push(`${kind} ${id} ${type}`);
    return {};
  });
  const channel = stub<MessagingChannel>({
    fetchMedia: async (_account, _source, maxBytes) => {
      sizeLimit = maxBytes;
      if (response === null) throw new Error('the channel was called without an account');
      return response;
    },
  });
  const context: FetchContext = {
    ref: { kind: 'conversation', business: 'b', id: 'c' },
    key: 'k',
    resumed: false,
    attempt: 1,
    signal: AbortSignal.timeout(10_000),
    assertOurs: () => undefined,
    effect: {
      kind: 'fetch_media',
      channel: 'whatsapp',
      accountId: 'a',
      messageId: 'm',
      attempt: 3,
      mediaType: 'sticker',
      source: { providerMediaId: '7', mimeType: null },
    },
  };
  const handler = fetchMedia({
    actors,
    sealer: { seal: () => '', open: () => 'token', pseudonym: () => 'p' },
    channels: new Map([['whatsapp', channel]]),
    slots: createFairSlots(MEDIA_SLOTS),
    hasRoom: () => true,
    now: () => AT,
    count: (what) => void calls.push(what),
    logger: pino({ level: 'silent' }),
    assets: {
      keep: async (id, chunks) => {
        if (storeFails !== undefined) throw storeFails;
        for await (const _ of chunks) calls.push(`${id} gets a piece`);
      },
    },
    ...deps,
  });
  return { answer: await handler(context), calls, sizeLimit };
};

t.test('registers the file for removal before storing it', async (t) => {
  const { answer, calls, sizeLimit } = await attempt(fetched());
  t.equal(sizeLimit, RECEIVED_MEDIA_BYTES.sticker, 'the size limit of its type');
  t.same(calls, ['media-asset m receive', 'received-m gets a piece', 'received-m gets a piece', 'kept']);
  t.same(answer, {
    type: 'media_ended',
    messageId: 'm',
    attempt: 3,
    outcome: {
      is: 'kept',
      mimeType: 'image/png',
      sizeBytes: CONTENT.length,
      sha256: createHash('sha256').update(CONTENT).digest('hex'),
      keptUntil: AT + RECEIVED_MEDIA_KEPT_MS,
    },
  });
  const removed: string[] = [];
  const { remove_media } = mediaAssetEffects({ remove: async (id) => void removed.push(id) });
  const context = {
    ref: { kind: 'media-asset', business: 'b', id: 'm' },
    key: 'remove',
    resumed: false,
    attempt: 1,
    effect: { kind: 'remove_media' } as const,
    signal: AbortSignal.timeout(1_000),
    assertOurs: () => undefined,
  };
  t.same(await remove_media(context), { type: 'removed' });
  t.same(removed, [assetIdOf('m')]);
});

t.test('distinguishes permanent failures from those that can be retried', async (t) => {
  const failure = { code: 'media_unavailable', message: 'x' };
  for (const [response, changed, outcome] of [
    [{ type: 'refused', failure } as const, {}, { is: 'refused', failure }],
    [{ type: 'failed', code: 'channel_failed' } as const, {}, { is: 'postponed', code: 'channel_failed' }],
    [null, {}, { is: 'refused', failure: { code: 'channel_not_connected' } }],
    [fetched(), { channels: new Map() }, { is: 'refused', failure: { code: 'channel_not_connected' } }],
    [fetched(), { hasRoom: () => false }, { is: 'postponed', code: 'journal_full' }],
    [fetched(new MediaTooLarge('x')), {}, { is: 'refused', failure: { code: 'media_too_large' } }],
    [fetched(new Error('broke off')), {}, { is: 'postponed', code: 'channel_unreachable' }],
    [fetched(), { storeFails: new Error('no disk') }, { is: 'postponed' }],
  ] as const)
    t.match((await attempt(response, changed)).answer, { outcome }, JSON.stringify(outcome));
});

t.test('an attempt has no outcome while its actor is unavailable', async (t) => {
  const refusal = new DomainError('journal_unavailable');
  await t.rejects(attempt(fetched(), { refusal }), { code: 'journal_unavailable' });
});
