/** Logs failed requests to a channel. */
import type { Logger } from 'pino';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import type { ApiResult } from '../http-api.js';
import { number, record } from './json.js';

export interface ChannelRequest {
  readonly channel: AccountChannel;
  readonly asked: 'send' | 'check_account' | 'upload_image' | 'fetch_media' | 'list_replies';
  readonly accountId: string;
  /** The message's correlation (operations/conversations/conversation-ids.ts), if the request is about a message. */
  readonly correlation?: string;
}

/**
 * Omits the channel's error text, which may repeat message content; its error codes are in its documentation. Requests without
 * a response are already logged by http-api.ts.
 */
export const noteFailure = (logger: Logger, request: ChannelRequest, answer: ApiResult): void => {
  if (answer.type !== 'answered') return;
  const { code, error_subcode } = record(record(answer.body).error);
  logger.warn({
    event: 'channel.request_failed',
    ...request,
    status: answer.status,
    code: number(code),
    subcode: number(error_subcode),
  });
};
