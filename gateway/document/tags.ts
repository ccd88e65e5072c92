/** The tags of operations: the first part of the path below `/api/v1/`, or of the console's, below `/api/v1/console/`. */
import type { RouteData } from '../route.js';

const CONSOLE = '/api/v1/console/';

/** Whether only the console calls the route: it has a document of its own. */
export const isOfConsole = ({ path, sessionOnly }: RouteData): boolean =>
  sessionOnly === true || path.startsWith(CONSOLE);

/** What the operations of each tag are for. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  agents:
    'Agents: what they say, with which voice, in which languages and with which knowledge. Drafts, published versions, splits between versions, voicemail, analysis and memory.',
  'alert-rules':
    'Alerts when a figure crosses a threshold: success, answers, failures, latency, cost and credit. They are sent to webhooks and e-mail addresses.',
  analytics: 'Figures of calls, conversations and campaigns over time, as data or as a file.',
  business: 'The business that an API key belongs to.',
  campaigns:
    'Campaigns that call contacts or write to them, in iterations; their recipients, activities, findings and summaries.',
  channels: 'Messaging channels of the business, the agents that answer on them, and approved templates.',
  'channel-participants': 'Customers of messaging channels, and the contacts that they belong to.',
  contacts:
    'Contacts and categories, their timelines and memories, imports, exports, and jobs over many contacts.',
  contracts: 'The published contract of webhooks.',
  conversations: 'Written conversations with customers, and which of their messages have been read.',
  'data-sources': 'Tables and texts that agents look things up in, and how their columns are read.',
  live: 'Events as they happen, as a stream.',
  media: 'Images and files for messages.',
  messages: 'Messages to customers, their delivery, and search in their texts.',
  'quick-answers': 'Texts with placeholders that people insert into their messages.',
  'saved-views': 'Named filters of lists of calls and messages.',
  'simulation-runs':
    'Conversations of agents with simulated customers, their verdicts, and comparisons of runs.',
  'simulation-scenarios': 'Scenarios for simulated customers: who they are, and what the agent must do.',
  suppressions: 'Numbers and addresses that must not be contacted.',
  tools: 'Tools that agents use: servers of the business, MCP servers, transfers and look-ups.',
  voice: 'Calls: start, follow, review, search and cancel them; transcripts, recordings and session logs.',
  voices: 'Voices that agents can speak with, and background noises.',
  'webhook-subscriptions': [
    'Addresses that receive events, and the secrets that sign them. An endpoint that answers 410 is gone: the event becomes a dead letter, and the subscription is paused until it is resumed. After any answer but 2xx and 410 the event is retried for 72 hours; a longer `Retry-After` is kept, up to 24 hours. Deliveries have these headers:',
    '- `X-Service-Timestamp`: when this attempt was signed, Unix seconds. Refuse one of more than 300 s ago.',
    '- `X-Service-Signature`: lower-case hexadecimal HMAC-SHA256 over the timestamp, a period and the raw body, keyed with the signing secret.',
    '- `X-Service-Signature-Previous`: during the overlap of a rotation, the same, keyed with former secrets, with spaces in between.',
    '- `webhook-id`: as `eventId`, for libraries of Standard Webhooks.',
    '- `webhook-timestamp`: as `X-Service-Timestamp`.',
    '- `webhook-signature`: `v1,` and the base64 HMAC-SHA256 over id, timestamp and raw body, with periods in between, keyed with the bytes of the signing secret. During the overlap of a rotation one for each secret, with spaces in between.',
    '- `X-Service-Event-Id`: as `eventId`.',
    '- `X-Service-Contract-Version`: as `contractVersion`.',
    '- `X-Service-Test`: `true` for test events that were requested.',
  ].join('\n'),
  console: 'Operations of the console.',
};

/** `agents` for `/api/v1/agents`. */
export const tagOf = ({ path }: Pick<RouteData, 'path'>): string => path.split('/')[3] ?? '';

/** The tags of these routes, each with its description. */
export const tagsOf = (routes: readonly RouteData[]): readonly object[] =>
  [...new Set(routes.map(tagOf))].sort().map((name) => ({ name, description: DESCRIPTIONS[name] ?? '' }));
