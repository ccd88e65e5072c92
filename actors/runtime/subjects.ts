/** Names on the bus: the subjects and streams of an actor (docs/explanation/architecture/journal.md). */
import { createHash } from 'node:crypto';
import type { ActorRef } from './actor.js';

const SAFE = /^[A-Za-z0-9_-]{1,128}$/;

/** @throws Error when a part could break out of its subject token. */
export const checkToken = (token: string): void => {
  if (!SAFE.test(token)) throw new Error(`not a subject-safe id: ${JSON.stringify(token)}`);
};

/** @throws Error when a part could break out of its subject token. */
export const checkRef = (ref: ActorRef): void => {
  checkToken(ref.kind);
  checkToken(ref.business);
  checkToken(ref.id);
};

/** The shard of a business: fixed for ever once the number of shards is. */
export const shardOf = (business: string, shards: number): number =>
  shards === 1 ? 0 : createHash('sha256').update(business).digest().readUInt32BE(0) % shards;

export const streamName = (shard: number): string => `JOURNAL_${shard}`;

/** All subjects of a shard's stream. */
export const streamSubjects = (shard: number): string[] =>
  ['evt', 'timer', 'wake', 'snap'].map((root) => `${root}.${shard}.>`);

const tail = (ref: ActorRef): string => `${ref.kind}.${ref.business}.${ref.id}`;

export const eventSubject = (shard: number, ref: ActorRef): string => `evt.${shard}.${tail(ref)}`;
export const snapshotSubject = (shard: number, ref: ActorRef): string => `snap.${shard}.${tail(ref)}`;
export const timerSubject = (shard: number, ref: ActorRef, name: string): string =>
  `timer.${shard}.${tail(ref)}.${name}`;
export const wakeSubject = (shard: number, ref: ActorRef, name: string): string =>
  `wake.${shard}.${tail(ref)}.${name}`;
/** A reaction's progress: one message, beside the snapshots. */
export const markSubject = (shard: number, reaction: string): string => `snap.${shard}.reaction.${reaction}`;
/** What is written to find out whether the shard can be written: one message, for all nodes, beside the snapshots. */
export const probeSubject = (shard: number): string => `snap.${shard}.probe`;
/** Where nodes write their time: one message, for all nodes, beside the snapshots. */
export const clockSubject = (shard: number): string => `snap.${shard}.clock`;
/** Where an activation of the actor answers, on whichever node it is. */
export const actorSubject = (ref: ActorRef): string => `actor.${tail(ref)}`;

/** Where nodes whose build reads this version of the kind answer, one of them for each request. */
export const readersSubject = (kind: string, version: number): string => `reads.${kind}.${version}`;

/** Where nodes announce commits that they know to be stored, and that the shard's journal lacks. */
export const lostSubject = (shard: number): string => `journal.${shard}.lost`;

/** Where every node announces that it lives, and hears that the others do. */
export const BEATS = 'nodes.beats';

/** Where a node answers which actors it has. */
export const nodeSubject = (node: string): string => `node.${node}`;

/** The actor and timer of a wake's subject; null for any other subject. */
export const parseWake = (subject: string): NamedTimer | null => parseNamed('wake', subject);
/** The same for a schedule's subject. */
export const parseTimer = (subject: string): NamedTimer | null => parseNamed('timer', subject);

interface NamedTimer {
  readonly ref: ActorRef;
  readonly name: string;
}

const parseNamed = (expected: 'wake' | 'timer', subject: string): NamedTimer | null => {
  const [root, , kind, business, id, name] = subject.split('.');
  if (root !== expected || kind === undefined || business === undefined) return null;
  if (id === undefined || name === undefined) return null;
  return { ref: { kind, business, id }, name };
};

/** The actor of a commit's subject; null for any other subject. */
export const parseEventSubject = (subject: string): ActorRef | null => {
  const [root, , kind, business, id] = subject.split('.');
  if (root !== 'evt' || kind === undefined || business === undefined || id === undefined) return null;
  return { kind, business, id };
};
