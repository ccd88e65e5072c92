/** Live events (docs/how-to/live-updates.md). */
import { type Static, Type } from 'typebox';
import { text } from '../../../schemas/described.js';
import { DomainError } from '../../../schemas/errors.js';
import {
  DEFAULT_TOPICS,
  LIVE_TOPICS,
  LiveEvent,
  TOPIC_SCOPES,
  TopicList,
  topicsIn,
} from '../../../schemas/events/live.js';
import { BusinessId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import type { LiveStreams } from '../../live/streams.js';
import { type Route, route } from '../../route.js';

const LiveQuery = Type.Object(
  {
    businessId: BusinessId,
    topics: Type.Optional(TopicList),
    lastEventId: Type.Optional(
      text(
        'The id of the last received event, for clients that cannot send Last-Event-ID. The header takes precedence.',
        'MjEuMTc3MjUzNTYwNDAwMC4xLjE3NzI1MzU2MDQwMDAuLQ',
        { minLength: 1, maxLength: 200 },
      ),
    ),
  },
  closed,
);

export const liveRoutes = (live: Pick<LiveStreams, 'open'>): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/live',
    operationId: 'followLive',
    summary:
      'Stream calls, conversations, campaigns, imports and ingestions as Server-Sent Events. Defaults to all topics that the key may read, except voices.',
    scopes: [],
    description:
      'Each topic needs the scope of reading the same data; without `topics` the stream has all that the caller may read, except voices. A heartbeat comes every five seconds. To resume, send the last id: missed events of the last five minutes follow, or `stream.reset` asks you to reload. Ignore event types and fields that you do not know.',
    scopesIf: LIVE_TOPICS.map((topic) => ({
      when: `topics names ${topic}`,
      scopes: [TOPIC_SCOPES[topic]],
      applies: (_body: unknown, { topics = '' }: Static<typeof LiveQuery>) =>
        topicsIn(topics).includes(topic),
    })),
    query: LiveQuery,
    response: null,
    events: LiveEvent,
    errors: ['live_streams_limited', 'live_streams_busy'],
    handler: async ({ businessId, query, access, lastEventId }) => {
      const topics = query.topics === undefined ? DEFAULT_TOPICS : topicsIn(query.topics);
      const scopes = access() ?? [];
      if (!topics.some((topic) => scopes.includes(TOPIC_SCOPES[topic]))) {
        const needed = Object.values(TOPIC_SCOPES).join(' or ');
        throw new DomainError('scope_missing', `This operation needs a key with ${needed}.`);
      }
      const since = lastEventId ?? query.lastEventId ?? null;
      return { live: live.open({ businessId, topics, lastEventId: since, access }) };
    },
  }),
];
