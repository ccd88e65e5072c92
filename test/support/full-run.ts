/** Whether this is `npm run verify:full`, which runs every story and every variant. */
export const IS_FULL_RUN: boolean = process.env.PARLEY_TEST_FULL === '1';

/** The `skip` option of a variant that only `npm run verify:full` runs: the reason, or false in such a run. */
export const ONLY_IN_FULL_RUN: string | false = IS_FULL_RUN ? false : 'runs in npm run verify:full';
