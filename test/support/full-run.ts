/** Whether this is `npm run verify:full`, which runs every story and every variant. */
export const IS_FULL_RUN: boolean = process.env.PARLEY_TEST_FULL === '1';

/** Random cases of a property that takes seconds: all of them in `npm run verify:full`, else a quarter. */
export const casesOf = (all: number): number => (IS_FULL_RUN ? all : Math.ceil(all / 4));

/** The `skip` option of a variant that only `npm run verify:full` runs: the reason, or false in such a run. */
export const ONLY_IN_FULL_RUN: string | false = IS_FULL_RUN ? false : 'runs in npm run verify:full';
