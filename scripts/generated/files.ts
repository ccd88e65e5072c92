/** Every generated file that is kept in git, with what it should contain. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_VERSION } from '../../gateway/api-routes.js';
import { type Audience, openApiDocument } from '../../gateway/document/openapi.js';
import type { Route } from '../../gateway/route.js';
import { PUBLIC_SOURCES } from '../../operations/public-events/catalogue.js';
import { FILE_SETTINGS } from '../../src/config/settings/index.js';
import { agentsSchema } from './agents-schema.js';
import { clientTypes } from './client-types.js';
import { configSchema } from './config-schema.js';
import { configurationReference } from './configuration-reference.js';
import { consoleBodies } from './console-bodies.js';
import { consoleTypes } from './console-types.js';
import { errorReference } from './error-reference.js';
import { eventReference } from './event-reference.js';
import { floorRules } from './floors.js';
import { notice } from './notice.js';
import { pythonClient } from './python-client.js';
import { roleReference } from './role-reference.js';
import { routesWithoutService } from './routes.js';
import { scenarioSchema } from './scenario-schema.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface GeneratedFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const CONFIGURATION = 'docs/reference/configuration.md';

/** biome.json with the rules of today's folders; its formatter breaks the lines as it likes. */
const linterConfiguration = (): string => {
  const actors = readdirSync(join(ROOT, 'actors')).filter((name) => name !== 'runtime');
  const written: object = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));
  return json({ ...written, overrides: floorRules(actors) });
};

/** The documents as they are served: without properties that are undefined. */
const servedDocuments = (routes: readonly Route[]): Readonly<Record<Audience, object>> => {
  const served = (audience: Audience): object =>
    JSON.parse(JSON.stringify(openApiDocument(routes, API_VERSION, audience)));
  return { api: served('api'), console: served('console') };
};

export const generatedFiles = (): readonly GeneratedFile[] => {
  const routes = routesWithoutService();
  const documents = servedDocuments(routes);
  const python = pythonClient(documents.api);
  return [
    { path: 'docs/reference/errors.md', text: errorReference(routes) },
    { path: 'docs/reference/events.md', text: eventReference(PUBLIC_SOURCES) },
    { path: 'docs/reference/roles.md', text: roleReference(routes) },
    { path: CONFIGURATION, text: configurationReference(readFileSync(join(ROOT, CONFIGURATION), 'utf8')) },
    { path: 'docs/parley.config.schema.json', text: json(configSchema(FILE_SETTINGS)) },
    { path: 'docs/parley.agents.schema.json', text: json(agentsSchema()) },
    { path: 'docs/parley.simulation.schema.json', text: json(scenarioSchema()) },
    { path: 'console/api/operations.ts', text: consoleTypes(Object.values(documents)) },
    ...Object.entries(consoleBodies(Object.values(documents))).map(([name, text]) => ({
      path: `console/api/bodies/${name}.ts`,
      text,
    })),
    { path: 'packages/client/src/api.ts', text: clientTypes(documents.api) },
    { path: 'packages/python/parley_voice/types.py', text: python.types },
    { path: 'packages/python/parley_voice/resources.py', text: python.resources },
    { path: 'NOTICE', text: notice() },
    { path: 'biome.json', text: linterConfiguration() },
  ];
};

/** Where the file is. */
export const pathOf = ({ path }: Pick<GeneratedFile, 'path'>): string => join(ROOT, path);

/** Whether the file in git says the same; the formatting of JSON does not count. */
export const isCurrent = ({ path, text }: GeneratedFile): boolean => {
  const kept = readFileSync(join(ROOT, path), 'utf8');
  return path.endsWith('.json')
    ? JSON.stringify(JSON.parse(kept)) === JSON.stringify(JSON.parse(text))
    : kept === text;
};
