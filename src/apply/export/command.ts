/** `parley export`: writes what a business has as a file for `parley apply`. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { FIELD_KEY_PATTERN } from '../../../schemas/patterns.js';
import { ConfigError } from '../../config/error.js';
import { explained } from '../command.js';
import { addConnectionOptions, type ConnectionOptions, environmentOf, serviceOf } from '../connection.js';
import type { Present } from '../resource.js';
import { type Api, createApi } from '../service/api.js';
import { readService } from '../service/read.js';
import { documentOf, type ExportedDocument, repeatedNames } from './document.js';

interface ExportOptions extends ConnectionOptions {
  readonly output: string;
  readonly project: string;
  readonly force?: boolean;
}

/** Adds the command. */
export const addExportCommand = (program: Command): void => {
  const command = program
    .command('export')
    .description('Write the agents, tools, Data Sources and webhooks of a business as a file.')
    .option(
      '--output <file>',
      'file to write; the contents of Data Sources go to sources/ beside it',
      'agents.yaml',
    )
    .option('--project <name>', 'project that the file belongs to', 'main')
    .option('--force', 'overwrite existing files');
  addConnectionOptions(command)
    .addHelpText(
      'after',
      `
parley apply makes the same from the file (docs/how-to/configuration-as-code.md). Secrets are not returned by the API: the file
names environment variables for them. Tools of MCP servers and contacts are left out.`,
    )
    .action(writeExport);
};

const writeExport = async (options: ExportOptions): Promise<void> => {
  if (!new RegExp(FIELD_KEY_PATTERN).test(options.project))
    throw new ConfigError(`--project is "${options.project}"; write letters, digits and underscores`);
  const api = createApi(serviceOf(options, environmentOf(options, process.env)));
  const { document, warnings } = await explained(() => exportOf(api, options.project));
  const output = resolve(options.output);
  const paths = [output, ...document.files.map(({ path }) => resolve(dirname(output), path))];
  const existing = paths.filter((path) => existsSync(path));
  if (existing.length > 0 && options.force !== true)
    throw new ConfigError(`${existing.join(', ')} would be overwritten; move it, or give --force`);
  for (const { path, ingestionId } of document.files) {
    const bytes = await explained(() => api.download(`/api/v1/data-sources/ingestions/${ingestionId}/file`));
    const place = resolve(dirname(output), path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
  }
  writeFileSync(output, document.yaml);
  for (const warning of warnings) process.stderr.write(`parley: ${warning}\n`);
  process.stdout.write(`${paths.join('\n')}\n`);
};

interface Export {
  readonly document: ExportedDocument;
  readonly warnings: readonly string[];
}

/** @throws Refusal; ConfigError if several resources have one name */
const exportOf = async (api: Api, project: string): Promise<Export> => {
  const { resources, importedTools, hasAlertRules } = await readService(api, project);
  const described = resources.filter(({ kind }) => kind !== 'category');
  const kept = described.filter(({ fields }) => fields.campaignId === undefined);
  const repeated = repeatedNames(kept);
  if (repeated.length > 0)
    throw new ConfigError(`there are several of: ${repeated.join(', ')}; rename or remove all but one`);
  const sources = await api.list('/api/v1/data-sources', 'dataSources');
  const contents = new Map(
    sources.flatMap(({ id, activeVersionId, database }) =>
      typeof activeVersionId === 'string' && (database === null || database === undefined)
        ? [[String(id), activeVersionId] as const]
        : [],
    ),
  );
  return {
    document: documentOf(project, kept, contents),
    warnings: [
      ...importedTools.map((name) => `the tool ${name} is left out: import it from its MCP server`),
      ...withoutContent(kept, contents),
      ...described
        .filter((resource) => !kept.includes(resource))
        .map(({ key }) => `the alert rule ${key} is left out: it is of a campaign`),
      ...(hasAlertRules
        ? []
        : ['alert rules are left out: the key needs the scopes voice:read and communications:read']),
    ],
  };
};

const withoutContent = (
  resources: readonly Present[],
  contents: ReadonlyMap<string, string>,
): readonly string[] =>
  resources
    .filter(({ kind, id, fields }) => kind === 'source' && fields.database === undefined && !contents.has(id))
    .map(({ key }) => `the Data Source ${key} has no file; its text, if it has one, is left out`);
