/** The log of what a channel answered instead of what it was asked for. */
import type { Logger } from 'pino';
import type { AccountChannel } from '../../schemas/channel.js';
import type { ApiResult } from '../http-api.js';
import { number, record } from './json.js';

export interface ChannelRequest {
  readonly channel: AccountChannel;
  readonly asked: 'send' | 'check_account' | 'upload_image' | 'fetch_media' | 'list_replies';
  readonly accountId: string;
  /** Of the message (operations/conversation-ids.ts), where it is about one. */
  readonly correlation?: string;
}

/**
 * Without the channel's words, which may repeat what was sent: its numbers are in its documentation. That there was no answer,
 * http-api.ts has said.
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
