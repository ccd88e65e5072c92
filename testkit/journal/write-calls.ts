/**
 * Writes ended calls into the journal of a running service, as their actors write them, but faster than real time: all
 * commits of a call share a message. The service shows them like its own.
 */
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { AgentSnapshot, RecordingFacts } from '../../actors/call/events.js';
import type { ActorRef } from '../../actors/runtime/actor.js';
import { sharedMessage } from '../../actors/runtime/journal/commit.js';
import { type NatsAccess, natsOptions } from '../../actors/runtime/nats/access.js';
import { eventSubject } from '../../actors/runtime/subjects.js';
import { analysisThatEnded, type Verdict } from './ended-analysis.js';
import { type Callee, callThatEnded, type WrittenCommit } from './ended-call.js';

/** Messages that wait for their acknowledgement at the same time. */
const CONCURRENCY = 100;
/** By then the analysis of a call has ended, ms after its beginning. */
const ANALYSED_MS = 180_000;
/** Installations have a single shard unless they are configured otherwise. */
const SHARD = 0;

export interface EndedCall {
  readonly callId: string;
  readonly agent: AgentSnapshot;
  readonly to: Callee;
  /** ms since the epoch */
  readonly beganAt: number;
  /** What the customer says; null: the call is not answered. */
  readonly said: readonly string[] | null;
  readonly answerMs: number;
  /** Null: it is not analysed. */
  readonly verdict: Verdict | null;
  /** Null: it has no recording. */
  readonly recording: RecordingFacts | null;
}

/** Numbers in [0, 1) decide what {@link EndedCall} leaves open. @throws Error if a call is already in the journal */
export const writeCalls = async (
  access: NatsAccess,
  businessId: string,
  { calls, random }: { readonly calls: readonly EndedCall[]; readonly random: () => number },
): Promise<void> => {
  const nc = await connect(natsOptions(access));
  const js = jetstream(nc, { timeout: 30_000 });
  const publish = async (ref: ActorRef, commits: readonly WrittenCommit[]): Promise<void> => {
    const text = sharedMessage(
      1,
      commits.map((commit) => commit.text),
    );
    await js.publish(eventSubject(SHARD, ref), text, { expect: { lastSubjectSequence: 0 } });
  };
  let next = 0;
  const write = async (): Promise<void> => {
    for (let call = calls[next++]; call !== undefined; call = calls[next++]) {
      const { callId: id, agent, to, beganAt, said, answerMs, verdict, recording } = call;
      const course = { agent, said, answerMs, recording };
      await publish(
        { kind: 'call', business: businessId, id },
        callThatEnded({ kind: 'call', business: businessId, id }, { to, beganAt, random, course }),
      );
      if (verdict === null) continue;
      const ref = { kind: 'analysis', business: businessId, id };
      const { agentId } = agent;
      await publish(ref, analysisThatEnded(ref, { agentId, at: beganAt + ANALYSED_MS, verdict }));
    }
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, write));
  } finally {
    await nc.close();
  }
};
