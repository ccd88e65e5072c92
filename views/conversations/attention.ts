/** The state of a conversation that needs human attention: unread messages, customers who wait for a human, and the owner. */
import type { Database } from 'better-sqlite3';
import { HUMAN_MS } from '../../actors/conversation/echo.js';
import type { CustomerIdentity } from '../../actors/conversation/events.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { rowNumber, type Stored } from '../kernel/stored-event.js';
import type { NewMessage } from './new-message.js';

type Of = Pick<Stored<unknown>, 'businessId' | 'id'>;

/** The name that lists show for a person without a known contact. */
const personOf = ({ name, username, mobile }: CustomerIdentity): string | null => name ?? username ?? mobile;

/**
 * Writes that state. A customer waits for a human where no agent is to answer, until someone writes to them. A human who writes
 * has read everything before.
 */
export const attentionWriter = (db: Database) => {
  const at = 'WHERE business_id = :businessId AND id = :id';
  const latest = db.prepare<Of & { readonly at: number; readonly messageId: string }>(
    `UPDATE conversations SET last_at = :at, last_message = :messageId ${at}`,
  );
  const heard = db.prepare<
    Of & {
      readonly person: string | null;
      readonly sentAt: number | null;
      readonly waitsAt: number | null;
    }
  >(
    `UPDATE conversations SET person = coalesce(:person, person), unread = unread + 1,
       last_received_at = CASE WHEN :sentAt IS NULL THEN last_received_at
         ELSE max(coalesce(last_received_at, 0), :sentAt) END,
       waiting_since = CASE WHEN :waitsAt IS NULL THEN waiting_since ELSE coalesce(waiting_since, :waitsAt) END ${at}`,
  );
  const answered = db.prepare<Of & { readonly position: number }>(
    `UPDATE conversations SET waiting_since = NULL, reason = NULL, unread = 0, read_to = :position ${at}`,
  );
  const answeredByAgent = db.prepare<Of & { readonly since: number }>(
    `UPDATE conversations SET waiting_since = NULL, reason = NULL ${at} AND (human_at IS NULL OR human_at <= :since)`,
  );
  const handOver = db.prepare<Of & { readonly at: number; readonly reason: string | null }>(
    `UPDATE conversations SET human_at = :at, reason = :reason, waiting_since = coalesce(waiting_since, :at) ${at}`,
  );
  const humans = db.prepare<Of & { readonly at: number }>(
    `UPDATE conversations SET human_at = max(coalesce(human_at, 0), :at) ${at}`,
  );
  const take = db.prepare<Of & { readonly at: number; readonly userId: string }>(
    `UPDATE conversations SET human_at = :at, taken_by = :userId ${at}`,
  );
  const handBack = db.prepare<Of>(
    `UPDATE conversations SET human_at = NULL, taken_by = NULL, waiting_since = NULL, reason = NULL ${at}`,
  );
  const read = db.prepare<Of & { readonly messageId: string }>(
    `UPDATE conversations SET read_to = max(read_to, coalesce(
       (SELECT position FROM messages WHERE business_id = :businessId AND id = :messageId AND conversation_id = :id), 0)) ${at}`,
  );
  const recount = db.prepare<Of>(
    `UPDATE conversations SET unread = (SELECT count(*) FROM messages
       WHERE conversation_id = :id AND position > read_to AND direction = 'inbound') ${at}`,
  );
  const handAllBack = db.prepare<{
    readonly businessId: string;
    readonly channel: AccountChannel;
    readonly accountId: string;
  }>(
    `UPDATE conversations SET human_at = NULL, taken_by = NULL, waiting_since = NULL, reason = NULL
     WHERE business_id = :businessId AND channel = :channel AND account_id = :accountId AND human_at IS NOT NULL`,
  );
  return {
    /** A message of either side, whose row exists. */
    messageAdded: (stored: Stored<unknown>, { messageId, direction, author }: NewMessage): void => {
      const { businessId, id } = stored;
      latest.run({ businessId, id, at: stored.at, messageId });
      if (direction === 'inbound') return;
      if (author === 'agent') answeredByAgent.run({ businessId, id, since: stored.at - HUMAN_MS });
      else if (author !== 'campaign') answered.run({ businessId, id, position: rowNumber(stored) });
    },
    /** A customer wrote. `opensWindow`: it allows us to write back; `isAnswered`: an agent is to answer. */
    messageReceived: (
      { businessId, id, at: now }: Stored<unknown>,
      {
        customer,
        sentAt,
        opensWindow,
        isAnswered,
      }: {
        readonly customer: CustomerIdentity;
        readonly sentAt: number;
        readonly opensWindow: boolean;
        readonly isAnswered: boolean;
      },
    ): void =>
      void heard.run({
        businessId,
        id,
        person: personOf(customer),
        sentAt: opensWindow ? sentAt : null,
        waitsAt: opensWindow && !isAnswered ? now : null,
      }),
    /** An agent handed the conversation over to people. */
    handedOver: ({ businessId, id, at: now }: Stored<unknown>, reason: string | null): void =>
      void handOver.run({ businessId, id, at: now, reason }),
    /** A human answered in the channel's app; `sentAt`: ms since the epoch. */
    humanWrote: ({ businessId, id, at: now }: Stored<unknown>, sentAt: number): void =>
      void humans.run({ businessId, id, at: Math.min(sentAt, now) }),
    taken: ({ businessId, id, at: now }: Stored<unknown>, userId: string): void =>
      void take.run({ businessId, id, at: now, userId }),
    handedBack: ({ businessId, id }: Of): void => void handBack.run({ businessId, id }),
    read: ({ businessId, id }: Of, messageId: string): void => {
      read.run({ businessId, id, messageId });
      recount.run({ businessId, id });
    },
    /** All conversations that humans had taken on an account are handed back. */
    allHandedBack: (businessId: string, channel: AccountChannel, accountId: string): void =>
      void handAllBack.run({ businessId, channel, accountId }),
  };
};
