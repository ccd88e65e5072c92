/**
 * Webhooks of messaging providers: verified and committed before they are acknowledged (spec section 4,
 * docs/reference/protocols/whatsapp.md "Deliveries").
 */
import type { Logger } from 'pino';
import type { Operations } from '../../operations/operations.js';
import type { MessagingChannel } from '../../providers/channels/messaging-channel.js';
import { type AccountChannel, isAccountChannel } from '../../schemas/channels/channel.js';
import { DomainError } from '../../schemas/errors.js';
import type { Reply } from '../http/envelope.js';
import type { RequestHead } from '../http/request-head.js';

/** Route pattern of {@link channelWebhookPath}. */
export const CHANNEL_WEBHOOK_PATH = '/channels/{channel}/webhook';

/** The path registered with a provider. */
export const channelWebhookPath = (channel: AccountChannel): string => `/channels/${channel}/webhook`;

/** Meta batches up to a thousand updates. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const SIGNATURE_HEADER = 'x-hub-signature-256';

export interface ChannelWebhookDeps {
  readonly channels: ReadonlyMap<AccountChannel, MessagingChannel>;
  readonly operations: Pick<Operations, 'inbound'>;
  readonly logger: Logger;
}

const channelOf = (
  { channels }: Pick<ChannelWebhookDeps, 'channels'>,
  { channel = '' }: Readonly<Record<string, string>>,
): MessagingChannel => {
  const found = isAccountChannel(channel) ? channels.get(channel) : undefined;
  if (found === undefined) throw new DomainError('route_not_found');
  return found;
};

const plain = (body: string): Reply => ({
  status: 200,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body,
});

/** Answers the provider's subscription handshake with its challenge. @throws DomainError route_not_found, signature_invalid */
export const answerHandshake = async (
  deps: ChannelWebhookDeps,
  head: RequestHead,
  params: Readonly<Record<string, string>>,
): Promise<Reply> => {
  const query = new URLSearchParams(head.query);
  const channel = channelOf(deps, params);
  const token = query.get('hub.verify_token') ?? '';
  if (query.get('hub.mode') !== 'subscribe' || !channel.verifyToken(token))
    throw new DomainError('signature_invalid');
  return plain(query.get('hub.challenge') ?? '');
};

/**
 * 200 once all of its content is committed. @throws DomainError route_not_found, body_too_large, signature_invalid,
 * json_malformed
 */
export const answerChannelWebhook = async (
  deps: ChannelWebhookDeps,
  head: RequestHead,
  params: Readonly<Record<string, string>>,
  body: (maxBytes: number) => Promise<Buffer>,
): Promise<Reply> => {
  const channel = channelOf(deps, params);
  const bytes = await body(MAX_BODY_BYTES);
  if (!channel.verifyWebhook(bytes, head.headers[SIGNATURE_HEADER] ?? ''))
    throw new DomainError('signature_invalid');
  const webhook = channel.parseWebhook(parsed(bytes));
  const { unknownAccounts } = await deps.operations.inbound.receive(channel.channel, webhook);
  const { ignored } = webhook;
  // Acknowledged anyway: a retry by the provider would not make these accounts known.
  if (unknownAccounts.length > 0 || ignored.length > 0)
    deps.logger.warn({ event: 'channel.ignored', channel: channel.channel, unknownAccounts, ignored });
  return plain('EVENT_RECEIVED');
};

const parsed = (bytes: Buffer): unknown => {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return value;
  } catch {
    throw new DomainError('json_malformed');
  }
};
