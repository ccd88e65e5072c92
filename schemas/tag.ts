/**
 * Tags of what several clients edit (docs/reference/api.md "Conditional changes"). A change that names the tag of what it is based on
 * never overwrites a change that its client has not seen.
 */
import { hash } from 'node:crypto';
import { DomainError } from './errors.js';
import { isRecord } from './json.js';

/** Of a command: tags of which one must be current; refused with `resource_changed` otherwise. Absent: whatever is current. */
export interface Conditional {
  readonly expected?: readonly string[];
}

/** 64 bits: a tag is compared with few others, all of one thing. */
const TAG_DIGITS = 16;

/** Stored values lose the order of their keys on the way to a snapshot or a view. */
const inOrder = (_key: string, value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The tag of this content: the same for equal content, on every node, in state and view. */
export const contentTag = (content: Readonly<Record<string, unknown>>): string =>
  hash('sha256', JSON.stringify(content, inOrder), 'hex').slice(0, TAG_DIGITS);

/** @throws DomainError resource_changed unless `tag` is expected */
export const requireCurrent = ({ expected }: Conditional, tag: string): void => {
  if (expected !== undefined && !expected.includes(tag)) throw new DomainError('resource_changed');
};

/** The condition of a request, as a part of its command. `tags`: null: it has none. */
export const onlyIf = (tags: readonly string[] | null): Conditional =>
  tags === null ? {} : { expected: tags };
