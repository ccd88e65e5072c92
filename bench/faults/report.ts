/** Reports the results of many seeds as Markdown. */
import { groupedBy } from './groups.js';
import type { SeedResult } from './run-seed.js';

const percentile = (sorted: readonly number[], share: number): string =>
  String(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? '-');

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** @returns the report, and whether a promise is broken */
export const report = (
  results: readonly SeedResult[],
): { readonly text: string; readonly isBroken: boolean } => {
  const sum = (select: (result: SeedResult) => number): number =>
    results.reduce((total, result) => total + select(result), 0);
  const recoveries = groupedBy(
    results.flatMap((result) => result.recoveries),
    ({ type }) => type,
  );
  const types = [...new Set(results.flatMap(({ faults }) => faults))].sort();
  const faults = types.map((type) => {
    const affected = results.filter((result) => result.faults.includes(type));
    const times = (recoveries.get(type) ?? [])
      .map(({ ms }) => ms)
      .toSorted((before, after) => before - after);
    const broken = affected.filter(({ violations }) => violations.length > 0).length;
    return [type, affected.length, percentile(times, 0.5), percentile(times, 0.99), broken];
  });
  const broken = results.filter(({ violations }) => violations.length > 0);
  const violations = [
    ...groupedBy(
      broken.flatMap(({ seed, violations: all }) => all.map((violation) => ({ seed, ...violation }))),
      ({ code }) => code,
    ),
  ].map(([code, all]) => {
    const seeds = [...new Set(all.map(({ seed }) => seed))].join(', ');
    return [code, all.length, seeds, (all[0]?.what ?? '').replaceAll('|', '/').slice(0, 160)];
  });
  // A node that refuses its journal is started again and again.
  const crashes = [
    ...groupedBy(
      results.flatMap(({ seed, crashes: all }) =>
        // What follows the code differs each time: sequences and times.
        all.map((crash) => `- seed ${seed}: ${crash.replace(/(parley: [a-z_]+): .*/, '$1')}`),
      ),
      (crash) => crash,
    ),
  ].map(([crash, all]) => (all.length === 1 ? crash : `${crash} (${all.length} times)`));
  const skipped = new Set(results.flatMap((result) => result.skipped));
  const settled = results.map(({ settledMs }) => settledMs).toSorted((before, after) => before - after);
  const text = [
    `${results.length} seeds, ${sum(({ calls }) => calls)} calls, ${sum(({ messages }) => messages)} messages, ` +
      `${sum(({ repeated }) => repeated)} accepted requests repeated; ` +
      `settled after ${percentile(settled, 0.5)} ms (p50), ${percentile(settled, 0.99)} ms (p99); ` +
      `${broken.length} seeds break a promise.`,
    table(['fault', 'seeds', 'until writes succeed, p50 ms', 'p99 ms', 'seeds with violations'], faults),
    ...(violations.length === 0 ? [] : [table(['violation', 'count', 'seeds', 'the first'], violations)]),
    ...(crashes.length === 0 ? [] : [`Processes that exited by themselves:\n\n${crashes.join('\n')}`]),
    ...(skipped.size === 0 ? [] : [`Not possible on this machine: ${[...skipped].join('; ')}`]),
  ].join('\n\n');
  return { text, isBroken: broken.length > 0 };
};
