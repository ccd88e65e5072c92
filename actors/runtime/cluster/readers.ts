/**
 * The nodes that read a version of a kind: each listens for every version of every kind that it reads (system.ts, S5), so that
 * requests which another build cannot handle find a node that can.
 */
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { CommandOutcome } from '../activation.js';
import type { ActorRef } from '../actor.js';
import { archivedVersion } from '../journal/archive.js';
import { sharedVersion } from '../journal/commit.js';
import { readersSubject } from '../subjects.js';
import { type ActorRequest, parseForwarded, replyOf } from './wire.js';

/** Queue group: one of the nodes that read a version is asked. */
const READERS = 'nodes';
const ANSWER_MS = 1_000;

/**
 * Listens for requests that other nodes pass on to this one. `reads`: kind → the newest version of it that this build
 * reads; `handle` handles a request.
 */
export const listenAsReader = (
  nc: NatsConnection,
  reads: ReadonlyMap<string, number>,
  handle: (ref: ActorRef, request: ActorRequest) => Promise<CommandOutcome>,
): readonly Subscription[] =>
  [...reads].flatMap(([kind, newest]) => {
    const versions = Array.from({ length: newest }, (_, index) => index + 1);
    // Also what a build asks for that does not know messages of several commits, or archives.
    return versions
      .flatMap((version) => [version, sharedVersion(version), archivedVersion(version)])
      .map((version) =>
        nc.subscribe(readersSubject(kind, version), {
          queue: READERS,
          callback: (error, message) => {
            if (error === null)
              void replyOf(passedOn(message.string(), handle)).then((reply) => message.respond(reply));
          },
        }),
      );
  });

const passedOn = async (
  text: string,
  handle: (ref: ActorRef, request: ActorRequest) => Promise<CommandOutcome>,
): Promise<CommandOutcome> => {
  const { ref, request } = parseForwarded(text);
  return handle(ref, request);
};

/**
 * Whether a living node reads a version of a kind. Sends an empty request, which every node refuses; false if no answer
 * comes. Never rejects.
 */
export const isRead = (nc: NatsConnection, kind: string, version: number): Promise<boolean> =>
  nc.request(readersSubject(kind, version), '', { timeout: ANSWER_MS }).then(
    () => true,
    () => false,
  );
