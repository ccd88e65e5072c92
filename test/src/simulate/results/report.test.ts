/** Reports of simulations, for people and for CI. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import t from 'tap';
import type { Verdict } from '../../../../schemas/simulations/verdict.js';
import { junitOf } from '../../../../src/simulate/results/junit.js';
import { exitCodeOf, type Played, reportOf, tableOf } from '../../../../src/simulate/results/report.js';

const REASON = 'it says "no" & leaves\u0007\nat <once>';
const VERDICTS: readonly Verdict[] = [
  { criterion: 'a', outcome: 'passed', reason: 'it does' },
  { criterion: 'b <c>', outcome: 'failed', reason: REASON },
  { criterion: 'd', outcome: 'error', reason: 'the model gave no verdict' },
];
const PLAYED: Played = {
  customer: 'Ann "the loud"',
  run: 1,
  startedAt: '2026-03-01T12:00:00.250Z',
  seconds: 4.2,
  toolUses: [],
  lines: [
    { speaker: 'agent', text: 'Hello & welcome.' },
    { speaker: 'customer', text: 'For <two>.\u0000' },
  ],
  endReason: 'completed',
  answerMs: [400],
  problem: null,
  verdicts: VERDICTS,
};
const passed = (verdict: Verdict): Verdict => ({ ...verdict, outcome: 'passed' });

t.test('shows results in a table', async (t) => {
  const report = reportOf([PLAYED, { ...PLAYED, run: 2, verdicts: VERDICTS.map(passed) }]);
  t.match(report, { passed: 4, failed: 1, errors: 1 });
  const { customer } = PLAYED;
  t.same(tableOf(report), [
    { customer, criterion: 'a', passed: '2 of 2', because: 'it does' },
    { customer, criterion: 'b <c>', passed: '1 of 2', because: REASON },
    { customer, criterion: 'd', passed: '1 of 2', because: 'the model gave no verdict' },
  ]);
});

t.test('shows the mean of scores', async (t) => {
  const scored = (run: number, score: number): Played => ({
    ...PLAYED,
    run,
    verdicts: [
      { criterion: 'polite', outcome: 'passed', reason: '', score },
      { criterion: 'quick', outcome: 'passed', reason: '' },
    ],
  });
  t.match(tableOf(reportOf([scored(1, 7), scored(2, 8), scored(3, 10)])), [
    { criterion: 'polite', passed: '3 of 3', score: '8.3' },
    { criterion: 'quick', passed: '3 of 3', score: '-' },
  ]);
});

t.test('writes XML that CI servers read', async (t) => {
  const xml = junitOf(reportOf([PLAYED, { ...PLAYED, run: 2, verdicts: VERDICTS.map(passed) }]));
  t.equal(XMLValidator.validate(xml), true);
  const parser = new XMLParser({ ignoreAttributes: false, processEntities: true, htmlEntities: true });
  const readable = REASON.replace('\u0007', '');
  t.match(parser.parse(xml), {
    testsuites: {
      '@_tests': '6',
      '@_failures': '1',
      '@_errors': '1',
      '@_time': '8.4',
      testsuite: [
        {
          '@_name': 'Ann "the loud", run 1',
          '@_tests': '3',
          '@_failures': '1',
          '@_errors': '1',
          '@_skipped': '0',
          '@_time': '4.2',
          '@_timestamp': '2026-03-01T12:00:00',
          testcase: [
            { '@_name': 'a', '@_classname': 'Ann "the loud", run 1' },
            { '@_name': 'b <c>', failure: { '@_type': 'failure', '@_message': readable, '#text': readable } },
            { '@_name': 'd', error: { '@_type': 'error', '@_message': 'the model gave no verdict' } },
          ],
          'system-out': 'agent: Hello & welcome.\ncustomer: For <two>.',
        },
        { '@_name': 'Ann "the loud", run 2', '@_failures': '0', '@_errors': '0' },
      ],
    },
  });
});

t.test(
  'a machine that was too slow has an exit code of its own, unless a criterion is not met',
  async (t) => {
    const playedWith = (
      outcomes: readonly Verdict['outcome'][],
      tooSlow: Played['tooSlow'] = null,
    ): Played => ({
      ...PLAYED,
      tooSlow,
      verdicts: outcomes.map((outcome, index) => ({ criterion: `c${index}`, outcome, reason: '' })),
    });
    const codeOf = (...played: readonly Played[]): number => exitCodeOf(reportOf(played));
    const slow = playedWith(['error', 'error'], { behindMs: 900 });
    t.equal(codeOf(playedWith(['passed'])), 0);
    t.equal(codeOf(playedWith(['passed', 'failed'])), 1);
    t.equal(codeOf(playedWith(['error'])), 1);
    t.equal(codeOf(playedWith(['passed']), slow), 2);
    t.equal(codeOf(playedWith(['failed']), slow), 1);
    t.equal(codeOf(playedWith(['error']), slow), 1);
  },
);
