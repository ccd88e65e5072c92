/** What the editor says about words before they are saved. */
import { describe, expect, test } from 'vitest';
import { agentDraftOf } from '../agent-draft.js';
import { problemsIn } from './problems.js';

const KNOWN = new Set(['name', 'plan']);
const DRAFT = { ...agentDraftOf(null), instructions: 'Be kind to {{name}}.' };
const name = { sourceId: 's', fieldKey: 'name', alias: 'name' };

describe('variables', () => {
  test('that no source has, and those that are not granted', () => {
    const draft = { ...DRAFT, greeting: 'Hello {{missing}}.' };
    expect(problemsIn(draft, KNOWN)).toEqual([
      { type: 'unknown_variable', alias: 'missing' },
      { type: 'not_granted', alias: 'name' },
    ]);
    expect(problemsIn({ ...DRAFT, variables: [name] }, KNOWN)).toEqual([]);
  });

  test('of texts that a channel does not have are not looked at', () => {
    const draft = { ...DRAFT, channel: 'sms', greeting: '{{missing}}', variables: [name] } as const;
    expect(problemsIn(draft, KNOWN)).toEqual([]);
  });
});

test('instructions that are missing, texts that are too long and empty sections', () => {
  expect(problemsIn({ ...DRAFT, instructions: ' ', greeting: 'a '.repeat(31) }, KNOWN)).toEqual([
    { type: 'no_instructions' },
    { type: 'too_long', field: 'greeting', words: 31 },
  ]);
  expect(problemsIn({ ...DRAFT, instructions: 'Be kind.\n# Prices' }, KNOWN)).toMatchObject([
    { type: 'empty_section', title: 'Prices' },
  ]);
});
