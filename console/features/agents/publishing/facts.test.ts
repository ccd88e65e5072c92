/** What comparisons show of an agent. */
import { expect, test } from 'vitest';
import { agentDraftOf } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import { factsOf } from './facts.js';

const ID = 'b6b86b4e-5f9d-4f0c-9d51-2a3c64a0e1aa';
const NAMES = {
  sources: new Map([['s1', 'Menu']]),
  categories: new Map([[ID, 'Renewals']]),
  voices: new Map([['v1', 'Ada']]),
};

test('sources, categories and voices have their names, not their ids', () => {
  const facts = factsOf(
    { ...agentDraftOf(null), voiceId: 'v1', sourceIds: ['s1'], categoryIds: [ID] },
    NAMES,
  );
  expect(facts).toMatchObject({ voiceId: 'Ada', sourceIds: 'Menu', categoryIds: 'Renewals' });
  expect(Object.values(facts).join(' ')).not.toContain(ID);
});

test('something that was deleted is not shown by its id', () => {
  const facts = factsOf({ ...agentDraftOf(null), categoryIds: ['gone', ID] }, NAMES);
  expect(facts.categoryIds).toBe(`${AGENTS.unknownName}, Renewals`);
});

test('settings are words, not values', () => {
  const facts = factsOf({ ...agentDraftOf(null), duck: false, repeatInterrupted: true, filler: '' }, NAMES);
  expect(facts).toMatchObject({
    duck: AGENTS.no,
    repeatInterrupted: AGENTS.yes,
    filler: AGENTS.noFiller,
    greetingInterruptible: AGENTS.useDefault,
  });
});
