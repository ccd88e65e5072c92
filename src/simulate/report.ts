/** What came of a simulation, for people and for CI. */
import type { Line } from './conversation.js';
import type { Verdict } from './verdicts.js';

/** One customer's conversation, once. */
export interface Played {
  readonly customer: string;
  /** From 1. */
  readonly run: number;
  readonly seconds: number;
  readonly lines: readonly Line[];
  readonly verdicts: readonly Verdict[];
}

export interface SimulationReport {
  readonly passed: number;
  readonly failed: number;
  readonly conversations: readonly Played[];
}

export const reportOf = (conversations: readonly Played[]): SimulationReport => {
  const verdicts = conversations.flatMap((one) => one.verdicts);
  const passed = verdicts.filter((one) => one.passed).length;
  return { passed, failed: verdicts.length - passed, conversations };
};

/** A row for each criterion: how many of its conversations passed, and why the first that did not. */
export const tableOf = ({ conversations }: SimulationReport) => {
  const names = new Set(
    conversations.flatMap(({ customer, verdicts }) =>
      verdicts.map(({ criterion }) => JSON.stringify([customer, criterion])),
    ),
  );
  return [...names].map((name) => {
    const [customer, criterion]: readonly [string, string] = JSON.parse(name);
    const verdicts = conversations
      .filter((one) => one.customer === customer)
      .flatMap((one) => one.verdicts.filter((verdict) => verdict.criterion === criterion));
    const passed = verdicts.filter((verdict) => verdict.passed).length;
    const shown = verdicts.find((verdict) => !verdict.passed) ?? verdicts[0];
    return { customer, criterion, passed: `${passed} of ${verdicts.length}`, because: shown?.reason ?? '' };
  });
};

const escaped = (text: string): string =>
  text
    // What XML 1.0 does not have.
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** As CI servers read it: a suite for each conversation, a case for each criterion. */
export const junitOf = ({ conversations, passed, failed }: SimulationReport): string => {
  const suites = conversations.map(({ customer, run, seconds, lines, verdicts }) => {
    const name = escaped(`${customer}, run ${run}`);
    const failures = verdicts.filter((verdict) => !verdict.passed).length;
    const cases = verdicts.map(({ criterion, passed: ok, reason }) => {
      const head = `    <testcase classname="${name}" name="${escaped(criterion)}"`;
      return ok ? `${head}/>` : `${head}>\n      <failure message="${escaped(reason)}"/>\n    </testcase>`;
    });
    const talk = escaped(lines.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n'));
    return [
      `  <testsuite name="${name}" tests="${verdicts.length}" failures="${failures}" time="${seconds.toFixed(1)}">`,
      ...cases,
      `    <system-out>${talk}</system-out>`,
      '  </testsuite>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${passed + failed}" failures="${failed}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
};
