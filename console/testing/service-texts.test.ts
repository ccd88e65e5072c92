/**
 * The console looks up translations of the service's messages by their English text, and of errors by their code. If the service
 * changes a message, the German and Spanish pages fall back to English; these tests notice.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { SERVICE_REMEDIES } from '../features/settings/remedy-messages.js';
import { PROBLEMS, SERVICE_DETAILS, SERVICE_FAILURES } from '../ui/Problem/problem-messages.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FLOORS = ['schemas', 'providers', 'media', 'actors', 'operations', 'views', 'gateway', 'src'];

/** The sources of the service, with texts of several lines joined. */
const sources = FLOORS.flatMap((floor) =>
  readdirSync(join(ROOT, floor), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ROOT, floor, name), 'utf8')),
)
  .join('\n')
  .replaceAll(/'\s*\+\s*'/g, '');

/** A format says what it wants, and the validator puts these words before it. */
const BEFORE_FORMATS = 'must be ';

const isSaid = (text: string): boolean =>
  sources.includes(text) ||
  (text.startsWith(BEFORE_FORMATS) && sources.includes(`'${text.slice(BEFORE_FORMATS.length)}'`));

const missing = (texts: Readonly<Record<string, string>>): readonly string[] =>
  Object.values(texts).filter((text) => !isSaid(text));

describe('what the page translates', () => {
  test.each([
    ['details of fields', SERVICE_DETAILS],
    ['failures of channels', SERVICE_FAILURES],
    ['remedies', SERVICE_REMEDIES],
  ])('%s: the service says it in these words', (_, texts) => {
    expect(missing(texts)).toEqual([]);
  });

  test('a text that the service does not say is found', () => {
    expect(missing({ planted: 'must be a unicorn' })).toEqual(['must be a unicorn']);
  });

  test('problems: the codes are those of the service, or of the page', () => {
    const codes = Object.keys(PROBLEMS.sentences);
    expect(codes.filter((code) => !new RegExp(`\\b${code}\\b`).test(sources))).toEqual([]);
  });
});
