/**
 * Stores answers without repeating their request. A large answer is large because it echoes the request: an agent with a hundred
 * pages of instructions. A request repeated under its Idempotency-Key has the same body, so the record refers to texts of the
 * body instead of storing them a second time.
 */
import { isRecord } from '../../schemas/json.js';

/** A piece of the answer as JSON, or the JSON Pointer (RFC 6901) of the text in the request's body that belongs there. */
export type AnswerPart = string | { readonly request: string };

/** Shorter answers are stored unchanged. In UTF-16 code units. */
export const REFERRING_LENGTH = 64 * 1024;
/** Shorter texts are not worth a reference. In UTF-16 code units. */
const LEAST_TEXT = 1_024;

/** Splits the answer into parts. {@link joined} restores the same answer from them and the same request. */
export const partsOf = (answer: string, request: unknown): string | readonly AnswerPart[] => {
  if (answer.length <= REFERRING_LENGTH) return answer;
  let parts: readonly AnswerPart[] = [answer];
  for (const { pointer, text } of longTexts(request)) {
    const written = JSON.stringify(text);
    parts = parts.flatMap((part) =>
      typeof part === 'string' ? refer(part, written, { request: pointer }) : [part],
    );
  }
  return parts;
};

/** Restores the answer. @throws Error when the request lacks a text that the parts refer to, so it is a different request */
export const joined = (parts: string | readonly AnswerPart[], request: unknown): string => {
  if (typeof parts === 'string') return parts;
  const texts = new Map(longTexts(request).map(({ pointer, text }) => [pointer, text]));
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const text = texts.get(part.request);
      if (text === undefined) throw new Error(`the request has no text at ${part.request}`);
      return JSON.stringify(text);
    })
    .join('');
};

const refer = (part: string, written: string, reference: AnswerPart): readonly AnswerPart[] =>
  part
    .split(written)
    .flatMap((piece, index) => (index === 0 ? [piece] : [reference, piece]))
    .filter((piece) => piece !== '');

interface LongText {
  readonly pointer: string;
  readonly text: string;
}

/** Bodies are bounded in depth (json-limits.ts), so the recursion ends. */
const longTexts = (value: unknown, pointer = ''): readonly LongText[] => {
  if (typeof value === 'string') return value.length < LEAST_TEXT ? [] : [{ pointer, text: value }];
  const children: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((child, index) => [index, child] as const)
    : isRecord(value)
      ? Object.entries(value)
      : [];
  return children.flatMap(([name, child]) => longTexts(child, `${pointer}/${escaped(String(name))}`));
};

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
