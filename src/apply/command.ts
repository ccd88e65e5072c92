/** `parley apply`: makes the agents of a business what a file describes. */
import type { Command } from 'commander';
import { ConfigError } from '../config/error.js';
import { addConnectionOptions, type ConnectionOptions, environmentOf, serviceOf } from './connection.js';
import { readApplyFile } from './file/read.js';
import { type Plan, planOf } from './plan/plan.js';
import { planAsJson, planInWords, subjectOf } from './plan/report.js';
import { openSecretsFile } from './secrets-file.js';
import { type Api, createApi, Refusal } from './service/api.js';
import { execute } from './service/execute.js';
import { readService } from './service/read.js';

interface ApplyOptions extends ConnectionOptions {
  readonly offline?: boolean;
  readonly plan?: boolean;
  readonly check?: boolean;
  readonly prune?: boolean;
  readonly sendSecrets?: boolean;
  readonly secrets?: string;
  readonly json?: boolean;
}

/** Exit code of `--check`: the service differs from the file. */
const DIFFERS = 2;

/** Adds the command. */
export const addApplyCommand = (program: Command): void => {
  const command = program
    .command('apply <file>')
    .description(
      'Create and change agents, tools, Data Sources, webhooks and alert rules as a file describes them.',
    )
    .option('--offline', 'only check the file, without a service')
    .option('--plan', 'show what would be done, and do nothing')
    .option('--check', 'the same, and exit with 2 if there is anything to do')
    .option('--prune', 'remove what this project created and the file no longer has')
    .option('--secrets <path>', 'file to which new signing secrets are saved, as NAME=value')
    .option('--send-secrets', 'send the secrets of tools again, which cannot be compared');
  addConnectionOptions(command)
    .option('--json', 'print JSON (default if the output is not a terminal)')
    .addHelpText(
      'after',
      `
The file is YAML or JSON: docs/how-to/configuration-as-code.md, and for editors docs/parley.agents.schema.json. What differs is shown
first, then changed over the API. A key with the scopes agents, data_sources, contacts, channels and webhooks is enough.
Exits with 0 if everything is as in the file, and 1 if something failed; then run it again.`,
    )
    .action(async (path: string, options: ApplyOptions) => {
      process.exitCode = await apply(path, options);
    });
};

const apply = async (path: string, options: ApplyOptions): Promise<number> => {
  const env = environmentOf(options, process.env);
  const wanted = readApplyFile(path, env);
  if (options.offline === true) {
    process.stdout.write(`${path}: ${wanted.resources.length} resources of the project ${wanted.project}\n`);
    return 0;
  }
  const api = createApi(serviceOf(options, env));
  const present = await explained(() => readService(api, wanted.project));
  if (!present.hasAlertRules && wanted.resources.some(({ kind }) => kind === 'alert'))
    throw new ConfigError(
      'the key cannot read alert rules; give it the scopes voice:read, voice:write, communications:read and communications:write',
    );
  const plan = planOf(wanted.resources, present.resources, {
    scope: { businessId: api.businessId, project: wanted.project },
    prune: options.prune === true,
    sendSecrets: options.sendSecrets === true,
  });
  if (plan.problems.length > 0) throw new ConfigError(`${path}: ${plan.problems.join('; ')}`);
  const isJson = options.json === true || !process.stdout.isTTY;
  const print = (words: string, json: object): void =>
    void process.stdout.write(isJson ? `${JSON.stringify(json)}\n` : words);
  print(planInWords(plan), planAsJson(plan));
  if (options.check === true) return plan.steps.length === 0 ? 0 : DIFFERS;
  if (options.plan === true || plan.steps.length === 0) return 0;
  return run(api, wanted.project, { plan, takenIds: present.takenIds, secrets: options.secrets }, print);
};

interface Work {
  readonly plan: Plan;
  readonly takenIds: ReadonlySet<string>;
  readonly secrets: string | undefined;
}

const run = async (
  api: Api,
  project: string,
  { plan, takenIds, secrets }: Work,
  print: (words: string, json: object) => void,
): Promise<number> => {
  if (secrets === undefined && hasNewSecret(plan))
    throw new ConfigError(
      'the plan creates signing secrets, which are shown only once; give --secrets <file> to save them',
    );
  const file = secrets === undefined ? null : openSecretsFile(secrets);
  const execution = {
    api,
    project,
    ids: new Map(plan.ids),
    takenIds,
    saveSecret: (name: string, secret: string): void => file?.save(name, secret),
  };
  const { steps } = plan;
  for (const [index, step] of steps.entries()) {
    try {
      await execute(execution, step);
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof ConfigError)) throw error;
      const failed = `${step.action} ${subjectOf(step)}`;
      const reason = error instanceof Refusal ? `${error.code}: ${error.message}` : error.message;
      print(
        `Failed: ${failed}: ${reason}\n${index} of ${steps.length} done. Run the command again when it is mended; it does the rest.\n`,
        { done: index, of: steps.length, failed, reason },
      );
      return 1;
    }
    print(`Done: ${step.action} ${subjectOf(step)}\n`, {
      done: index + 1,
      of: steps.length,
      step: `${step.action} ${subjectOf(step)}`,
    });
  }
  return 0;
};

const hasNewSecret = ({ steps }: Plan): boolean =>
  steps.some(
    (step) =>
      step.action === 'create' &&
      (step.wanted.kind === 'webhook' ||
        (step.wanted.kind === 'tool' && step.wanted.fields.url !== undefined)),
  );

/** @throws ConfigError for a refusal of the service */
export const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal
      ? new ConfigError(`the service refused it: ${error.message} (${error.code})`)
      : error;
  }
};
