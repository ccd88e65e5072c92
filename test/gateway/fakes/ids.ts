/** Ids of the records that the fakes know, and one that is unknown. */
import { deriveId } from '../../../schemas/ids.js';
import { onlyIf, requireCurrent } from '../../../schemas/tag.js';

const idOf = (digit: string): string => `7b0f3c86-3a53-4d4c-9a42-00000000000${digit}`;

/** The business that owns all records. */
export const BUSINESS = idOf('1');
export const AGENT = idOf('2');
export const CONTACT = idOf('3');
export const CATEGORY = idOf('4');
export const CALL = idOf('5');
/** A call that has not been dialled yet, without a transcript. */
export const QUEUED_CALL = idOf('6');
/** A contact that must not be called. */
export const BLOCKED_CONTACT = idOf('7');
export const SOURCE = idOf('8');
/** The id of an import and of an ingestion. */
export const JOB = idOf('9');
export const PARTICIPANT = idOf('a');
export const AGENT_TEST = idOf('b');
export const UNKNOWN_ID = idOf('f');
export const MESSAGE = deriveId('message');
export const SUBSCRIPTION = deriveId('subscription');
export const SUPPRESSION = `${'0'.repeat(32)}-service-api`;

/** The time of every record. */
export const AT = '2026-01-31T09:00:00.000Z';

/** A split of the agent. */
export const SPLIT = '77777777-7777-4777-8777-777777777701';

/** The tag of whatever clients edit. */
export const TAG = '5d41402abc4b2a76';

/** Refuses what an actor would refuse. @throws DomainError resource_changed */
export const requireTag = (expected: readonly string[] | null = null): void =>
  requireCurrent(onlyIf(expected), TAG);
