/** A kept scenario made from a call: a customer who says what this customer said, and what the agent must do. */
import type { Body } from '../../../api/client.js';
import type { CallDetail } from '../turns/timeline.js';

/** Limits of the API. */
const MOST_LINES = 50;
const MOST_CHARACTERS = 300;

/** What the customer said, one line per turn; keys that were pressed are no words. */
export const linesOf = ({ transcript }: CallDetail): readonly string[] =>
  transcript
    .flatMap(({ speaker, text, keys }) =>
      speaker === 'customer' && keys !== true && text.trim() !== '' ? [text.slice(0, MOST_CHARACTERS)] : [],
    )
    .slice(0, MOST_LINES);

interface TestDraft {
  readonly name: string;
  readonly agentId: string;
  /** One line per turn. */
  readonly lines: string;
  /** What must be true of the conversation. */
  readonly expected: string;
}

/** The request that keeps the test; null while something is missing. */
export const scenarioOf = (
  businessId: string,
  { name, agentId, lines, expected }: TestDraft,
): Body<'createSimulationScenario'> | null => {
  const said = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MOST_LINES);
  const title = name.trim();
  const judge = expected.trim();
  if (title === '' || agentId === '' || judge === '' || said.length === 0) return null;
  return {
    businessId,
    name: title,
    agentId,
    channel: 'voice',
    scenario: {
      customers: [{ name: 'as in the call', lines: said }],
      criteria: [{ name: 'as expected', judge }],
    },
  };
};
