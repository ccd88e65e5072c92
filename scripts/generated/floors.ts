/** The floors of the code, lowest first: a folder imports only from its floor and lower ones (docs/explanation/architecture/README.md). */
const FLOORS: readonly string[] = [
  'schemas',
  'actors',
  'views',
  'providers',
  'operations',
  'media',
  'gateway',
  'simulators',
  'src',
  'testkit',
  'scripts',
  'bench',
  'test',
];
/** Floors that import no lower one either: programs that know nothing of Parley, like the servers of providers. */
const INDEPENDENT: readonly string[] = ['simulators'];
const RUNTIME = 'actors/runtime';
/** Separate from the floors: it runs in browsers, and knows the service only by its API. */
const CONSOLE = 'console';

/** A part of the code with its own rule: a floor, the runtime, or the folder of one kind of actor. */
export type Part = string;

/** All parts; `actors`: the folders beside the runtime. */
export const partsOf = (actors: readonly string[]): readonly Part[] => [
  ...FLOORS.filter((floor) => floor !== 'actors'),
  RUNTIME,
  ...actors.map((actor) => `actors/${actor}`),
  CONSOLE,
];

const floorOf = (part: Part): number => FLOORS.indexOf(part.split('/')[0] ?? '');

/** Floors that may import the runtime (how it reaches its servers) but no kind of actor: a port has its own types. */
const WITHOUT_ACTORS: readonly string[] = ['providers'];

/** Kinds of actors may import each other's commands and the runtime; the runtime imports none of them. */
export const mayImport = (from: Part, to: Part): boolean => {
  if (from === CONSOLE || to === CONSOLE || INDEPENDENT.includes(from)) return from === to;
  if (from === RUNTIME && floorOf(to) === floorOf(from)) return to === RUNTIME;
  if (WITHOUT_ACTORS.includes(from) && floorOf(to) === FLOORS.indexOf('actors')) return to === RUNTIME;
  return floorOf(to) <= floorOf(from);
};

interface Override {
  readonly includes: readonly string[];
  readonly linter: object;
}

const forbidding = (includes: readonly string[], group: readonly string[]): Override => ({
  includes,
  linter: {
    rules: {
      style: {
        noRestrictedImports: {
          level: 'error',
          options: {
            patterns: [
              {
                group,
                message: 'Imports only point to lower floors (docs/explanation/architecture/README.md).',
              },
            ],
          },
        },
      },
    },
  },
});

/** The part of biome.json that enforces the floors; `actors`: the folders beside the runtime. */
export const floorRules = (actors: readonly string[]): readonly Override[] => {
  const above = (floor: string): readonly string[] =>
    [...FLOORS.slice(FLOORS.indexOf(floor) + 1), CONSOLE].map((higher) => `**/${higher}/**`);
  const below = (floor: string): readonly string[] =>
    FLOORS.slice(0, FLOORS.indexOf(floor)).map((lower) => `**/${lower}/**`);
  const floors = FLOORS.flatMap((floor) =>
    floor === 'actors'
      ? [
          forbidding(
            [`${RUNTIME}/**`],
            [...above(floor), ...actors.flatMap((actor) => [`../${actor}/**`, `../../${actor}/**`])],
          ),
          forbidding(['actors/*/**', `!${RUNTIME}/**`], above(floor)),
        ]
      : [
          forbidding(
            [`${floor}/**`],
            [
              ...(INDEPENDENT.includes(floor) ? below(floor) : []),
              ...above(floor),
              ...(WITHOUT_ACTORS.includes(floor) ? actors.map((actor) => `**/actors/${actor}/**`) : []),
            ],
          ),
        ],
  );
  const { includes, linter } = forbidding(
    [`${CONSOLE}/**`],
    // Except the client, whose functions the API reference shows.
    [...FLOORS.map((floor) => `**/${floor}/**`), '!**/packages/client/**'],
  );
  return [
    ...floors,
    { includes, linter: { domains: { react: 'recommended' }, ...linter } },
    // Programs that people run in a terminal.
    { includes: ['examples/**'], linter: { rules: { suspicious: { noConsole: 'off' } } } },
  ];
};
