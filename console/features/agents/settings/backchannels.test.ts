/** Words that do not interrupt the agent: what is sent, and what the service would refuse. */
import { describe, expect, test } from 'vitest';
import { backchannelProblem, backchannelsOf } from './backchannels.js';

describe('words that do not interrupt', () => {
  test('are lines without the space around them', () => {
    expect(backchannelsOf(' roger that \n\n  \ncopy\n')).toEqual(['roger that', 'copy']);
    expect(backchannelsOf('\n \n')).toEqual([]);
  });

  test('are accepted up to the limits of the service, in any script', () => {
    const lines = Array.from({ length: 50 }, (_, index) => `word ${index}`);
    expect(backchannelProblem(lines.join('\n'))).toBeUndefined();
    expect(backchannelProblem(`${'a'.repeat(40)}\n\u306f\u3044`)).toBeUndefined();
    expect(backchannelProblem('')).toBeUndefined();
  });

  test('are refused with the line at fault', () => {
    const lines = Array.from({ length: 51 }, (_, index) => `word ${index}`);
    expect(backchannelProblem(lines.join('\n'))).toBe('At most 50 lines.');
    expect(backchannelProblem(`ok\n${'a'.repeat(41)}`)).toBe(
      `\u201c${'a'.repeat(41)}\u201d is longer than 40 characters.`,
    );
    expect(backchannelProblem('ok\n...')).toBe('\u201c...\u201d has no letter or digit.');
  });
});
