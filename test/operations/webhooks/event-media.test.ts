/** What a webhook event says about its file when it is sent. */
import t from 'tap';
import type { WebhookEvent } from '../../../actors/subscription/events.js';
import { createMediaLinks } from '../../../operations/media-assets/media-links.js';
import { createEventMedia } from '../../../operations/webhooks/event-media.js';
import type { MediaRecord } from '../../../views/conversations/index.js';

const webhookEvent: WebhookEvent = {
  eventId: 'e',
  eventType: 'whatsapp.message.received',
  conversationId: 'c',
  occurredAt: '',
  payload: { eventId: 'e', message: { type: 'image', text: 'receipt' } },
  mediaId: 'm',
};
const pending: MediaRecord = {
  id: 'm',
  status: 'pending',
  mimeType: 'image/png',
  fileName: null,
  sizeBytes: null,
  sha256: null,
  keptUntil: null,
  failure: null,
};
const signal = (): AbortSignal => AbortSignal.timeout(10_000);

t.test('an event waits briefly for its file, and is sent in any case', async (t) => {
  let now: MediaRecord | null = pending;
  const links = createMediaLinks('s', () => 'https://parley.example.org', Date.now);
  const payloadOf = createEventMedia({ views: { messageMedia: () => now }, links, waitMs: 400 });

  const { mediaId: _, ...plain } = webhookEvent;
  t.equal(await payloadOf('b', plain, signal()), webhookEvent.payload, 'an event without file is unchanged');

  const waiting = payloadOf('b', webhookEvent, signal());
  setTimeout(() => {
    now = { ...pending, status: 'ready', sizeBytes: 7, sha256: 'ab', keptUntil: Date.now() + 60_000 };
  }, 50);
  t.match(await waiting, {
    eventId: 'e',
    message: {
      type: 'image',
      text: 'receipt',
      media: {
        id: 'm',
        status: 'ready',
        sizeBytes: 7,
        sha256: 'ab',
        failure: null,
        url: /^https:\/\/parley\.example\.org\/files\//,
      },
    },
  });

  for (const none of [pending, null]) {
    now = none;
    const began = performance.now();
    t.match(await payloadOf('b', webhookEvent, signal()), {
      message: { media: { id: 'm', status: 'pending', url: /\/files\//, sizeBytes: null } },
    });
    t.ok(performance.now() - began >= 400, 'it waited for the full time');
  }

  now = { ...pending, status: 'failed', failure: { code: 'media_too_large', message: 'x' } };
  t.match(await payloadOf('b', webhookEvent, signal()), {
    message: { type: 'image', media: { status: 'failed', url: null, failure: { code: 'media_too_large' } } },
  });

  now = pending;
  const abort = new AbortController();
  const aborted = payloadOf('b', webhookEvent, abort.signal);
  const began = performance.now();
  abort.abort();
  t.match(await aborted, { message: { media: { status: 'pending' } } });
  t.ok(performance.now() - began < 200, 'an aborted event does not wait');
});
