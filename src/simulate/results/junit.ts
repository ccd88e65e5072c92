/** A report in the format of CI servers (JUnit's XML): a suite for each conversation, a case for each criterion. */

import type { Verdict } from '../../../schemas/simulations/verdict.js';
import type { Played, SimulationReport } from './report.js';

const escaped = (text: string): string =>
  text
    // Characters that XML 1.0 does not allow.
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Escapes an attribute value: parsers turn its line breaks into spaces. */
const attribute = (text: string): string =>
  escaped(text).replaceAll('\n', '&#10;').replaceAll('\r', '&#13;').replaceAll('\t', '&#9;');

/**
 * A criterion that failed is a failure, an undecided one an error. The reason appears twice, because some readers use
 * the attribute and some the text.
 */
const caseOf = (suite: string, { criterion, outcome, reason }: Verdict): string => {
  const head = `    <testcase classname="${suite}" name="${attribute(criterion)}"`;
  if (outcome === 'passed') return `${head}/>`;
  const tag = outcome === 'failed' ? 'failure' : 'error';
  const opened = `<${tag} type="${tag}" message="${attribute(reason)}">`;
  return `${head}>\n      ${opened}${escaped(reason)}</${tag}>\n    </testcase>`;
};

/** The format's own schema has times without a zone; they are in UTC. */
const WHOLE_SECONDS = '2026-01-01T00:00:00'.length;

const suiteOf = ({ customer, run, startedAt, seconds, lines, verdicts }: Played): string => {
  const name = attribute(`${customer}, run ${run}`);
  const failures = verdicts.filter(({ outcome }) => outcome === 'failed').length;
  const errors = verdicts.filter(({ outcome }) => outcome === 'error').length;
  const talk = lines.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n');
  return [
    `  <testsuite name="${name}" tests="${verdicts.length}" failures="${failures}" errors="${errors}" skipped="0" time="${seconds.toFixed(1)}" timestamp="${startedAt.slice(0, WHOLE_SECONDS)}">`,
    ...verdicts.map((verdict) => caseOf(name, verdict)),
    `    <system-out>${escaped(talk)}</system-out>`,
    '  </testsuite>',
  ].join('\n');
};

export const junitOf = ({ conversations, passed, failed, errors }: SimulationReport): string => {
  const seconds = conversations.reduce((sum, conversation) => sum + conversation.seconds, 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="parley simulate" tests="${passed + failed + errors}" failures="${failed}" errors="${errors}" time="${seconds.toFixed(1)}">`,
    ...conversations.map(suiteOf),
    '</testsuites>',
    '',
  ].join('\n');
};
