/** Raw JetStream: publishes as the journal does, to a stream configured like the journal's. */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { type NatsAccess, natsOptions } from '../../../actors/runtime/nats/access.js';
import type { OwnLifetime } from '../../../testkit/lifetime.js';
import type { CommandSubject } from './subject.js';

/** Messages the size of a command's, with a message id and the subject's last sequence. */
export const startJetStream = async (
  lifetime: OwnLifetime,
  nats: NatsAccess,
  serverPid: number,
): Promise<CommandSubject> => {
  const nc = await connect(natsOptions(nats));
  lifetime.teardown(() => nc.close());
  const jsm = await jetstreamManager(nc);
  await jsm.streams.add({
    name: 'BENCH',
    subjects: ['bench.>'],
    allow_direct: true,
    allow_msg_schedules: true,
    allow_msg_ttl: true,
    allow_rollup_hdrs: true,
    duplicate_window: 120_000_000_000,
  });
  const js = jetstream(nc);
  let published = 0;
  const put = async (subject: string, lastSubjectSequence: number): Promise<number> => {
    published += 1;
    const commandId = String(published).padStart(36, '0');
    const events = [{ type: 'credit.granted', microcredits: 1, reason: 'bench' }];
    const text = JSON.stringify({ commandId, at: Date.now(), events });
    const options = { msgID: `business.bench.bench.${commandId}`, expect: { lastSubjectSequence } };
    return (await js.publish(subject, text, options)).seq;
  };
  const last = new Map<number, number>();
  /** Nothing else writes to the stream, so the next sequence is known before it is acknowledged. */
  let next = 0;
  let keyCount = 0;
  return {
    name: 'JetStream',
    pids: [serverPid],
    nextKey: async () => {
      keyCount += 1;
      next = 0;
    },
    toOneKey: () => {
      const expected = next;
      next = published + 1;
      return put(`bench.one.${keyCount}`, expected);
    },
    toManyKeys: async (lane) => {
      last.set(lane, await put(`bench.many.${lane}`, last.get(lane) ?? 0));
    },
  };
};
