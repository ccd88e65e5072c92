/** Finds actors with messages that the server counts but does not deliver. */
import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { ActorDamage } from '../../../actors/runtime/integrity/chain-check.js';
import { readDamage } from '../../../actors/runtime/integrity/journal-damage.js';
import { DAMAGED, type SetAside } from '../set-aside.js';
import { countCommits } from './journal-reader.js';

/**
 * Checks a shard of which `read` messages were read: all that the server delivered up to `upToSeq`. If there should have been
 * more, the whole shard is read again.
 * @throws Error when the server does not answer
 */
export const findUnread = async (
  nc: NatsConnection,
  jsm: JetStreamManager,
  shard: number,
  { upToSeq, read }: { readonly upToSeq: number; readonly read: number },
): Promise<readonly SetAside[]> => {
  if (upToSeq === 0 || (await countCommits(jsm, shard, upToSeq)) <= read) return [];
  const { damage } = await readDamage(nc, jsm, shard);
  return damage.flatMap((actorDamage) => asideOf(shard, actorDamage));
};

const asideOf = (shard: number, { subject, missing, unnamed, last }: ActorDamage): readonly SetAside[] => {
  const [, , kind, businessId, id] = subject.split('.');
  if (kind === undefined || businessId === undefined || id === undefined) return [];
  if (missing.length === 0 && unnamed === 0) return [];
  const [seq = last + 1] = missing;
  const reason = `the server counts ${missing.length + unnamed} messages of this actor that it does not return`;
  return [{ shard, kind, businessId, id, seq, version: DAMAGED, reason }];
};
