/** The file of `parley apply`: mistakes are refused with their line, and values come from the environment and other files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { deriveId } from '../../../schemas/ids.js';
import { readApplyFile, sumOf, withoutSum } from '../../../src/apply/file/read.js';
import { planOf } from '../../../src/apply/plan/plan.js';
import { planInWords } from '../../../src/apply/plan/report.js';
import type { Present, Wanted } from '../../../src/apply/resource.js';
import { openSecretsFile } from '../../../src/apply/secrets-file.js';
import type { Api } from '../../../src/apply/service/api.js';
import { execute } from '../../../src/apply/service/execute.js';
import { marksOf, ORDINALS } from '../../../src/apply/service/marks.js';

const BUSINESS = '3f1f6d0c-7c1d-4b8e-9d43-0a4de9a1f001';
const SCOPE = { businessId: BUSINESS, project: 'p' };

t.test('refuses mistakes with their line', async (t) => {
  const dir = t.testdir({});
  const path = join(dir, 'agents.yaml');
  const refused = (text: string, expected: RegExp): void => {
    writeFileSync(path, text);
    t.throws(() => readApplyFile(path, {}), { name: 'ConfigError', message: expected });
  };
  const agent = (fields: string): string => `project: p\nagents:\n  Ann:\n    channel: voice\n${fields}`;
  refused('agents: {}\n', /line 1, .*\/project is required/);
  refused(agent('    instruction: Talk.\n'), /line [35], column \d+: \/agents\/Ann\/instruction/);
  refused(
    agent('    instructions: Talk.\n    languageCode: 7\n'),
    /line 6, column 5: \/agents\/Ann\/languageCode/,
  );
  refused(agent(`    instructions: \${env:GREETING}\n`), /line 5, .*variable GREETING, which is not set/);
  refused(agent('    instructions: { file: none.md }\n'), /line 5, .*none\.md, which cannot be read/);
  refused(
    agent('    instructions: Talk.\n    dataSources: [Hours]\n'),
    /line 6, .*names Hours, which is not in/,
  );
  refused('project: p\nagents:\n  " Ann": { channel: sms, instructions: Talk. }\n', /line 3, .*spaces/);
  refused(
    'project: p\nagents:\n  Ann:\n    { channel: sms, instructions: Talk., voicemail: { type: talk } }\n',
    /line 4, .*channel voice/,
  );
  const tool = (fields: string): string => `project: p\ntools:\n  book:\n    description: Books.\n${fields}`;
  refused(
    tool('    oauth:\n      tokenUrl: https://a.example\n      clientId: a\n      clientSecret: secret\n'),
    /line 8, .*a secret is never in the file/,
  );
  refused(tool('    agents: [Ann]\n'), /line 5, .*names Ann, which is not in agents/);
  refused(
    'project: p\ndataSources:\n  A: { class: unstructured, columns: {} }\n',
    /line 3, .*has no columns/,
  );
  const hook = '{ channel: voice, callbackUrl: "https://a.example/", events: [voice.call.ended] }';
  refused(`project: p\nwebhooks:\n  - ${hook}\n  - ${hook}\n`, /line 4, .*another one/);
  refused('project: [\n', /see line \d/);
});

t.test('takes values from the environment and from files beside it', async (t) => {
  const dir = t.testdir({ 'ann.md': 'Talk.\n' });
  const path = join(dir, 'agents.yaml');
  writeFileSync(
    path,
    `project: p\nagents:\n  Ann: { channel: voice, instructions: "\${file:ann.md} As \${env:NAME}." }\n`,
  );
  const [ann] = readApplyFile(path, { NAME: 'Ann' }).resources;
  t.match(ann, { kind: 'agent', key: 'Ann', fields: { instructions: 'Talk. As Ann.' } });
  const sum = sumOf(Buffer.from('a'));
  t.same(withoutSum(`hours.${sum}.md`), { name: 'hours.md', sum });
  t.equal(withoutSum('hours.md'), null);
});

const wanted = (fields: Wanted['fields'] = {}): Wanted => ({
  kind: 'agent',
  key: 'Ann',
  fields: { channel: 'voice', instructions: 'Talk.', ...fields },
  unseen: {},
  file: null,
  secretName: '',
});
const present = (more: Partial<Present> = {}): Present => ({
  kind: 'agent',
  key: 'Ann',
  id: BUSINESS,
  owned: false,
  otherProject: null,
  fields: { channel: 'voice', instructions: 'Talk.' },
  tag: '"7-abc"',
  ...more,
});
const options = { scope: SCOPE, prune: false, sendSecrets: false };

t.test('a mark is the id that the API derives from the key of the request', async (t) => {
  const marks = marksOf(SCOPE, 'agent', 'Ann');
  t.equal(new Set(marks.map(({ id }) => id)).size, ORDINALS);
  for (const { id, idempotencyKey } of marks) t.equal(id, deriveId(BUSINESS, 'createAgent', idempotencyKey));
  const others = new Set(marksOf({ ...SCOPE, project: 'q' }, 'agent', 'Ann').map(({ id }) => id));
  t.notOk(marks.some(({ id }) => others.has(id)));
  t.match(marks[0]?.idempotencyKey, /^[\x21-\x7e]{1,512}$/);
});

t.test('a plan says what changes, in words', async (t) => {
  const plan = planOf([wanted({ languageCode: 'de' })], [present()], options);
  t.match(planInWords(plan), /^~ agent Ann\n {4}languageCode: none -> "de"\nPlan: 0 to create, 1 to change/);
  t.match(planInWords(planOf([wanted()], [], options)), /^\+ agent Ann\n {4}channel: "voice"/);
  const nothing = planOf([wanted()], [present()], options);
  t.match(planInWords(nothing), /^Nothing to do: 1 resources/);
  const twice = planOf([wanted()], [present(), present({ id: 'x' })], options);
  t.match(twice.problems, [/2 agents have the name Ann/]);
  const owned = present({ key: 'Bea', owned: true });
  t.match(planInWords(planOf([], [owned], options)), /agent Bea is not in the file; --prune removes it/);
  t.match(planOf([], [owned], { ...options, prune: true }).steps, [{ action: 'delete', present: owned }]);
  t.same(planOf([], [present()], { ...options, prune: true }).steps, [], 'it was made by hand');
});

t.test('an agent is changed only as it was when the plan was made', async (t) => {
  const sent: unknown[] = [];
  const api: Api = {
    businessId: BUSINESS,
    send: async (method, path, request) => {
      sent.push([method, path, request]);
      return { data: {}, tag: null };
    },
    list: async () => [],
    download: async () => new Uint8Array(),
  };
  const [step] = planOf([wanted({ languageCode: 'de' })], [present()], options).steps;
  if (step === undefined) throw new Error('there is no step');
  const execution = {
    api,
    project: 'p',
    ids: new Map(),
    takenIds: new Set<string>(),
    saveSecret: () => undefined,
  };
  await execute(execution, step);
  t.match(sent, [['PATCH', '/api/v1/agents', { ifMatch: '"7-abc"', body: { languageCode: 'de' } }]]);
});

t.test('secrets are lines of a file, replaced in later runs and numbered in the same', async (t) => {
  const path = join(t.testdir({ '.env': 'A=1\nHOOK=old\n' }), '.env');
  const file = openSecretsFile(path);
  file.save('HOOK', 'new');
  file.save('HOOK', 'second');
  t.equal(readFileSync(path, 'utf8'), 'A=1\nHOOK=new\nHOOK_2=second\n');
});
