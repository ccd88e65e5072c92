/** Whether a living node reads a version of a kind: such a node listens for it (system.ts, S5). */
import type { NatsConnection } from '@nats-io/transport-node';
import { readersSubject } from '../subjects.js';

const ANSWER_MS = 1_000;

/** Sends an empty request, which every node refuses; false if no answer comes. Never rejects. */
export const isRead = (nc: NatsConnection, kind: string, version: number): Promise<boolean> =>
  nc.request(readersSubject(kind, version), '', { timeout: ANSWER_MS }).then(
    () => true,
    () => false,
  );
