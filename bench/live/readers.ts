/** Open pages, in their own process: each reads a live stream to the end of a round. */
import { LIVE_TOPICS } from '../../schemas/events/live.js';
import { followLive, type LiveReader } from '../../testkit/api/live-client.js';
import { answerParent } from '../gauges/child.js';

/** What the readers are ordered to do. */
export interface ReadersOrder {
  readonly url: string;
  readonly businessId: string;
  readonly apiKey: string;
  readonly streams: number;
}

/** What the readers received. */
export interface ReadersResult {
  /** For each reader, the number of calls whose end it received. */
  readonly ended: readonly number[];
  readonly events: number;
  /** From the commit to the page, for each event, ms. */
  readonly delays: readonly number[];
  /** Number of calls in all voice events, over all readers. */
  readonly voices: number;
}

let readers: readonly LiveReader[] = [];

answerParent({
  open: async (body) => {
    const { url, businessId, apiKey, streams }: ReadersOrder = JSON.parse(body);
    const headers = { authorization: `Bearer ${apiKey}` };
    readers = await Promise.all(
      Array.from({ length: streams }, () =>
        followLive({ url, businessId, headers, topics: LIVE_TOPICS.join(',') }),
      ),
    );
    for (const reader of readers)
      await reader.event('the stream to open', ({ name }) => name === 'stream.opened');
  },
  close: async (): Promise<ReadersResult> => {
    for (const reader of readers) reader.close();
    const received = readers.flatMap(({ events }) => events);
    const all = received.filter(({ name }) => name.startsWith('call.') && name !== 'call.voices');
    return {
      ended: readers.map(({ events }) => events.filter(({ name }) => name === 'call.ended').length),
      events: all.length,
      voices: received.reduce(
        (sum, { data }) => sum + (data.type === 'call.voices' ? data.calls.length : 0),
        0,
      ),
      delays: all.map(({ data, receivedAt }) => receivedAt - Date.parse(data.occurredAt)),
    };
  },
});
