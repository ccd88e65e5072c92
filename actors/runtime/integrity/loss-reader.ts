/** Reads which losses of the journal an operator has accepted (accepted-losses.ts). */
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { streamName } from '../subjects.js';
import { type AcceptedLoss, lossesIn } from './accepted-losses.js';

/** How long a result is reused, ms. */
const FRESH_MS = 2_000;

/** The accepted losses of a shard, at most {@link FRESH_MS} old by `now`, ms. @throws Error when the server does not answer */
export type LossReader = (shard: number) => Promise<readonly AcceptedLoss[]>;

/** Reads them from the streams' metadata. */
export const createLossReader = async (nc: NatsConnection, now: () => number): Promise<LossReader> => {
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  const read = new Map<number, { readonly at: number; readonly losses: Promise<readonly AcceptedLoss[]> }>();
  const readLosses = async (shard: number): Promise<readonly AcceptedLoss[]> =>
    lossesIn((await jsm.streams.info(streamName(shard))).config.metadata);

  return (shard) => {
    const known = read.get(shard);
    if (known !== undefined && now() - known.at < FRESH_MS) return known.losses;
    const losses = readLosses(shard);
    read.set(shard, { at: now(), losses });
    // The next call reads again.
    losses.catch(() => read.delete(shard));
    return losses;
  };
};
