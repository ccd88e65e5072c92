/**
 * The `skip` option of a variant that only `npm run verify:full` runs: the reason, or false in such a run. `npm test` runs
 * the real-time variants that differ most.
 */
export const ONLY_IN_FULL_RUN: string | false =
  process.env.PARLEY_TEST_FULL === '1' ? false : 'runs in npm run verify:full';
