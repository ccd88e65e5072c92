/** Foreign linters find nothing in the API documents, and see the faults that are planted for them. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { API_VERSION } from '../../gateway/api-routes.js';
import { AUDIENCES, openApiDocument } from '../../gateway/document/openapi.js';
import { isRecord } from '../../schemas/json.js';
import { routesWithoutService } from '../../scripts/generated/routes.js';

t.setTimeout(600_000);

const TOOLS = fileURLToPath(new URL('../../../witnesses/node_modules/', import.meta.url));
const DEADLINE_MS = 180_000;

const directory = mkdtempSync(join(tmpdir(), 'parley-linters-'));
t.teardown(() => rmSync(directory, { recursive: true }));
const ruleset = join(directory, 'spectral.yaml');
writeFileSync(ruleset, 'extends: spectral:oas\n');

/** The output of a tool; it ends with a status of its own when it finds something. */
const outputOf = (program: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(TOOLS, program), ...args],
      {
        timeout: DEADLINE_MS,
        maxBuffer: 64 * 1024 * 1024,
        env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
      (_error, stdout) => resolve(stdout),
    );
  });

/** A document of JSON in an output that also has lines of text. @throws Error if there is none */
const jsonIn = (output: string, open: string, close: string): unknown =>
  JSON.parse(output.slice(output.indexOf(open), output.lastIndexOf(close) + 1));

interface Linter {
  readonly name: string;
  /** What it finds in the file, a line for each. @throws Error if it did not run */
  findings(file: string): Promise<readonly string[]>;
  /** The rule that a planted fault violates. */
  readonly planted: string;
}

const findingsOf = (list: unknown, rule: string): readonly string[] => {
  if (!Array.isArray(list)) throw new Error('the linter has no result');
  return list.filter(isRecord).map((found) => `${String(found[rule])}: ${String(found.message)}`);
};

const LINTERS: readonly Linter[] = [
  {
    name: 'redocly recommended-strict',
    findings: async (file) => {
      const args = ['lint', '--extends=recommended-strict', '--format=json', '--max-problems=10000', file];
      const result = jsonIn(await outputOf('@redocly/cli/bin/cli.js', args), '{', '}');
      return findingsOf(isRecord(result) ? result.problems : null, 'ruleId');
    },
    planted: 'operation-summary',
  },
  {
    name: 'spectral:oas',
    findings: async (file) => {
      const args = ['lint', '--ruleset', ruleset, '--format=json', '--quiet', file];
      const output = await outputOf('@stoplight/spectral-cli/dist/index.js', args);
      return findingsOf(jsonIn(output, '[', ']'), 'code');
    },
    planted: 'operation-operationId',
  },
];

/** Without summary and name of one operation. */
const withFault = (document: object): object => {
  const copy = JSON.parse(JSON.stringify(document));
  const operation = copy.paths['/api/v1/agents']?.get ?? copy.paths['/api/v1/console/session'].get;
  delete operation.summary;
  delete operation.operationId;
  return copy;
};

for (const { name, findings, planted } of LINTERS) {
  for (const audience of AUDIENCES)
    t.test(`${name} finds nothing in the document of the ${audience}`, async (t) => {
      const file = join(directory, `${audience}.json`);
      const document = openApiDocument(routesWithoutService(), API_VERSION, audience);
      writeFileSync(file, JSON.stringify(document));
      const found = await findings(file);
      t.comment(`${name}, ${audience}: ${found.length} findings`);
      t.same(found, []);
    });
  t.test(`${name} sees a planted fault`, async (t) => {
    const file = join(directory, 'faulty.json');
    writeFileSync(file, JSON.stringify(withFault(openApiDocument(routesWithoutService(), API_VERSION))));
    const found = await findings(file);
    t.ok(
      found.some((line) => line.startsWith(planted)),
      found.slice(0, 5).join('\n'),
    );
  });
}
