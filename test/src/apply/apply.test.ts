/** `parley apply` and `parley export` against a service. */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parse, stringify } from 'yaml';
import { testCacheDir } from '../../../testkit/nats/server.js';
import { seeded, seedOfRun } from '../../../testkit/seeded.js';
import { startParley, UNLIMITED } from '../../../testkit/service/parley-process.js';
import { openPlace, type Place } from './place.js';

t.setTimeout(900_000);

const FILE = `project: acme
dataSources:
  Handbook:
    class: unstructured
    description: What customers ask
    file: handbook.md
  Orders:
    class: structured
    file: orders.csv
    columns:
      mobile: { key: true }
      total: { type: decimal }
agents:
  Ann:
    channel: voice
    instructions: Answer questions about orders.
    dataSources: [Handbook]
    contactCategories: [Regulars]
    dataSourceVariables:
      - { source: Orders, fieldKey: total, alias: total }
    voiceSettings:
      firstGreeting: Hello, this is Ann.
      disclosure: |
        This call is
        recorded.
      pronunciations: [{ written: IBAN, spoken: I ban }]
    voicemail: { type: leave_message, text: Please call us back. }
    analysis:
      criteria: [{ key: helped, description: The question was answered. }]
      fields: { type: object, properties: { city: { type: string } } }
    memory: true
tools:
  book_table:
    description: Books a table.
    url: \${env:TOOL_URL}/book
    parameters: { type: object, properties: { people: { type: integer } } }
    oauth:
      tokenUrl: https://auth.example.org/token
      clientId: acme
      clientSecret: { env: CLIENT_SECRET }
    agents: [Ann]
  look_up:
    description: Looks up the customer.
    looksUp: Orders
webhooks:
  - channel: voice
    callbackUrl: http://127.0.0.1:9/hooks
    events: [voice.call.ended, voice.call.answered]
    secretName: HOOK_SECRET
`;
const ENV = {
  TOOL_URL: 'https://tools.example.org',
  CLIENT_SECRET: 'a-client-secret',
  BOOK_TABLE_CLIENT_SECRET: 'a-client-secret',
};

const fill = (place: Place): string => {
  place.write('handbook.md', '# Hours\n\nOpen from nine to five.\n');
  place.write('orders.csv', 'mobile,total\n+14155550101,12.50\n+14155550102,7\n');
  return place.write('agents.yaml', FILE);
};

const steps = ({ lines }: Awaited<ReturnType<Place['parley']>>): readonly unknown[] => {
  const [plan] = lines;
  return Array.isArray(plan?.steps) ? plan.steps : [];
};

const agentOf = (instructions: string): object => ({ channel: 'voice', instructions });

const dataDir = t.testdir({});
const service = await startParley({
  dataDir,
  env: {
    PARLEY_CACHE_DIR: testCacheDir(),
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_VOICE_DETECTOR: 'energy',
    PARLEY_DEVELOPMENT: '1',
    ...UNLIMITED,
  },
});
t.teardown(async () => {
  service.kill('SIGTERM');
  await service.ended;
});
let folders = 0;
const place = (): Promise<Place> => {
  folders += 1;
  const folder = join(dataDir, `place-${folders}`);
  mkdirSync(folder);
  return openPlace(service.url, dataDir, folder, ENV);
};

t.test('does what the plan says, and a second time nothing', async (t) => {
  const here = await place();
  fill(here);
  const planned = await here.parley('apply', 'agents.yaml', '--plan');
  t.equal(planned.code, 0, planned.errors);
  t.equal(steps(planned).length, 7);
  t.equal((await here.parley('apply', 'agents.yaml', '--check')).code, 2);
  t.match(await here.parley('apply', 'agents.yaml'), { code: 1, errors: /signing secrets.*--secrets/s });
  t.same(await here.api.get('/api/v1/tools'), { tools: [] }, 'nothing was created');

  const applied = await here.parley('apply', 'agents.yaml', '--secrets', '.env');
  t.equal(applied.code, 0, applied.output + applied.errors);
  t.equal(statSync(join(here.folder, '.env')).mode & 0o777, 0o600);
  t.match(
    readFileSync(join(here.folder, '.env'), 'utf8'),
    /^PARLEY_TOOL_SECRET_BOOK_TABLE=[0-9a-f]{64}\nHOOK_SECRET=\S{20,}\n$/,
  );
  t.notMatch(applied.output, /a-client-secret/);

  const again = await here.parley('apply', 'agents.yaml', '--prune');
  t.equal(again.code, 0, again.errors);
  t.same(again.lines, [{ steps: [], left: [], unchanged: 7 }]);
  t.equal((await here.parley('apply', 'agents.yaml', '--check')).code, 0);
});

t.test('shows and makes each change, and prunes what this project created', async (t) => {
  const here = await place();
  fill(here);
  const foreign = { channel: 'voice', name: 'Made by hand', instructions: 'Be kind.' };
  await here.api.post('/api/v1/agents', foreign);
  await here.parley('apply', 'agents.yaml', '--secrets', '.env');
  const file = parse(FILE);
  file.agents.Ann.instructions = 'Answer briefly.';
  file.agents.Ann.voiceSettings = { firstGreeting: 'Good day.' };
  file.agents.Ann.voicemail = undefined;
  file.tools.look_up = undefined;
  file.webhooks[0].events = ['voice.call.ended'];
  file.dataSources.Orders.columns.total.type = 'text';
  here.write('agents.yaml', stringify(file));
  here.write('handbook.md', '# Hours\n\nOpen from ten to five.\n');

  const planned = await here.parley('apply', 'agents.yaml', '--prune', '--plan');
  t.match(
    steps(planned),
    [
      { action: 'change', kind: 'source', name: 'Handbook', changes: [{ field: 'content' }] },
      { kind: 'source', name: 'Orders', changes: [{ field: 'columns.total.type', before: 'decimal' }] },
      { action: 'change', kind: 'agent', name: 'Ann' },
      { action: 'change', kind: 'webhook' },
      { action: 'delete', kind: 'tool', name: 'look_up' },
    ],
    planned.errors,
  );
  t.match(JSON.stringify(steps(planned)), /"voiceSettings.disclosure","before":"This call is recorded."/);

  const kept = await here.parley('apply', 'agents.yaml');
  t.equal(kept.code, 0, kept.output);
  t.match(kept.lines[0], { left: [{ kind: 'tool', name: 'look_up' }] });
  const pruned = await here.parley('apply', 'agents.yaml', '--prune');
  t.match(steps(pruned), [{ action: 'delete', kind: 'tool', name: 'look_up' }]);
  t.same((await here.parley('apply', 'agents.yaml', '--prune')).lines[0]?.steps, []);
  const { agents } = await here.api.get<{ agents: readonly { name: string; version: number }[] }>(
    '/api/v1/agents',
  );
  t.match(
    agents.map(({ name, version }) => [name, version]),
    [
      ['Ann', 2],
      ['Made by hand', 1],
    ],
  );
  here.write('none.yaml', 'project: acme\n');
  await here.parley('apply', 'none.yaml', '--prune');
  const left = await here.api.get<{ agents: readonly { name: string; status: string }[] }>('/api/v1/agents');
  t.same(
    left.agents.filter(({ status }) => status === 'active').map(({ name }) => name),
    ['Made by hand'],
    'an agent that was made by hand stays',
  );
  const restored = await here.parley('apply', 'agents.yaml', '--secrets', '.env');
  t.equal(restored.code, 0, `what was removed is created again: ${restored.output}`);
  t.same((await here.parley('apply', 'agents.yaml')).lines[0]?.steps, []);
});

t.test('a name that was changed on the service is changed back', async (t) => {
  const here = await place();
  here.write('agents.yaml', stringify({ project: 'p', agents: { Ann: agentOf('Talk.') } }));
  await here.parley('apply', 'agents.yaml');
  const { agents } = await here.api.get<{ agents: readonly { id: string }[] }>('/api/v1/agents');
  const changed = { agentId: agents[0]?.id, channel: 'voice', name: 'Bea', instructions: 'Talk.' };
  await here.api.patch('/api/v1/agents', changed);
  const planned = await here.parley('apply', 'agents.yaml');
  t.match(steps(planned), [{ action: 'change', changes: [{ field: 'name', before: 'Bea', after: 'Ann' }] }]);
  t.same((await here.parley('apply', 'agents.yaml')).lines[0]?.steps, []);
});

t.test('alert rules are created, changed back to their defaults, exported and pruned', async (t) => {
  const here = await place();
  const rule = { metric: 'success_rate', comparison: 'below', threshold: 0.7 };
  const narrow = { ...rule, agent: 'Ann', windowMinutes: 180, minimumCount: 5, notifyWebhooks: false };
  const file = {
    project: 'p',
    agents: { Ann: agentOf('Talk.') },
    alerts: {
      'Few succeed': narrow,
      'Credit runs out': { metric: 'credit_days', comparison: 'below', threshold: 5, enabled: false },
    },
  };
  here.write('agents.yaml', stringify(file));
  const applied = await here.parley('apply', 'agents.yaml');
  t.equal(applied.code, 0, applied.output + applied.errors);
  t.same((await here.parley('apply', 'agents.yaml')).lines, [{ steps: [], left: [], unchanged: 3 }]);
  const exported = await here.parley('export', '--output', 'out.yaml', '--project', 'p');
  t.equal(exported.code, 0, exported.errors);
  t.same(parse(readFileSync(join(here.folder, 'out.yaml'), 'utf8')), file);

  const wide = { ...file, alerts: { 'Few succeed': { ...rule, threshold: 0.6 } } };
  here.write('agents.yaml', stringify(wide));
  const changed = await here.parley('apply', 'agents.yaml', '--prune');
  t.equal(changed.code, 0, changed.output + changed.errors);
  t.match(steps(changed), [
    { action: 'change', kind: 'alert', name: 'Few succeed' },
    { action: 'delete', kind: 'alert', name: 'Credit runs out' },
  ]);
  const { alertRules } = await here.api.get<{ alertRules: readonly object[] }>('/api/v1/alert-rules');
  t.match(alertRules, [
    { threshold: 0.6, agentId: null, windowMinutes: 60, minimumCount: 20, notifyWebhooks: true },
  ]);
  t.equal(alertRules.length, 1);

  const other = { ...wide, alerts: { 'Few succeed': { ...rule, metric: 'answer_rate' } } };
  here.write('agents.yaml', stringify(other));
  t.match(await here.parley('apply', 'agents.yaml'), { code: 1, errors: /metric of alert rule Few succeed/ });
});

t.test('a failure names its step; the command does the rest when it is mended', async (t) => {
  const here = await place();
  const file = {
    project: 'p',
    agents: {
      Ann: agentOf('Talk.'),
      Bea: { ...agentOf('Talk.'), voiceSettings: { liveVoiceId: 'nobody' } },
      Cy: agentOf('Listen.'),
    },
  };
  here.write('agents.yaml', stringify(file));
  const failed = await here.parley('apply', 'agents.yaml');
  t.match(failed, {
    code: 1,
    lines: [{}, { done: 1, of: 3 }, { done: 1, of: 3, failed: 'create agent Bea', reason: /voice_unknown/ }],
  });
  here.write('agents.yaml', stringify({ ...file, agents: { ...file.agents, Bea: agentOf('Talk.') } }));
  const mended = await here.parley('apply', 'agents.yaml');
  t.match(mended, { code: 0, lines: [{ unchanged: 1 }, { of: 2 }, { done: 2, of: 2 }] });
});

t.test('two projects share a business, but no tool', async (t) => {
  const here = await place();
  const tool = { description: 'Sends digits.', sendsDigits: true };
  here.write('one.yaml', stringify({ project: 'one', tools: { press: tool } }));
  here.write('two.yaml', stringify({ project: 'two', tools: { press: tool } }));
  await here.parley('apply', 'one.yaml');
  t.match(await here.parley('apply', 'two.yaml'), { code: 1, errors: /press belongs to the project one/ });
  here.write('two.yaml', stringify({ project: 'two', agents: { Ann: agentOf('Talk.') } }));
  await here.parley('apply', 'two.yaml', '--prune');
  t.match(await here.api.get('/api/v1/tools'), { tools: [{ name: 'press', project: 'one' }] });
});

t.test('a file that is exported and applied elsewhere is exported again as it was', async (t) => {
  const seed = seedOfRun();
  t.comment(`PARLEY_TEST_SEED=${seed}`);
  const random = seeded(seed);
  for (let round = 1; round <= 2; round += 1) {
    const first = await place();
    fill(first);
    first.write('agents.yaml', stringify(round === 1 ? parse(FILE) : randomFile(random)));
    const applied = await first.parley('apply', 'agents.yaml', '--secrets', '.env');
    t.equal(applied.code, 0, applied.output + applied.errors);
    const exported = await first.parley('export', '--output', 'out.yaml', '--project', 'acme');
    t.equal(exported.code, 0, exported.errors);
    const text = readFileSync(join(first.folder, 'out.yaml'), 'utf8');
    t.notMatch(text, /a-client-secret/);
    t.same(
      (await first.parley('apply', 'out.yaml')).lines[0]?.steps,
      [],
      'where it comes from, it is in force',
    );

    const second = await openPlace(service.url, dataDir, first.folder, ENV);
    const moved = await second.parley('apply', 'out.yaml', '--secrets', '.env');
    t.equal(moved.code, 0, moved.output + moved.errors);
    const again = await second.parley('export', '--output', 'again.yaml', '--project', 'acme', '--force');
    t.equal(again.code, 0, again.errors);
    t.equal(readFileSync(join(second.folder, 'again.yaml'), 'utf8'), text);
    t.match(await second.parley('export', '--output', 'again.yaml'), { code: 1, errors: /--force/ });
  }
});

/** A file with any of what a file can have. */
const randomFile = (random: () => number): object => {
  const maybe = <T>(value: T): T | undefined => (random() < 0.5 ? value : undefined);
  const names = ['Ann', 'Über Öl', 'Zoë: night', '42'].filter(() => random() < 0.7);
  const agents = names.map((name) => {
    const channel = random() < 0.6 ? 'voice' : 'whatsapp';
    return [
      name,
      {
        channel,
        instructions: maybe('One.\n\n  Two: "three".\n') ?? 'Talk.',
        languageCode: maybe('de'),
        dataSources: maybe(['Handbook']),
        contactCategories: maybe(['Regulars', 'New: ones']),
        voiceSettings: channel === 'voice' ? maybe({ patience: 'high', backchannels: ['roger'] }) : undefined,
        chatSettings: channel === 'whatsapp' ? maybe({ images: false }) : undefined,
        voicemail: channel === 'voice' ? maybe({ type: 'talk' }) : undefined,
        memory: maybe(true),
        analysis: maybe({ criteria: [{ key: 'done', description: 'It is done.' }] }),
      },
    ];
  });
  return {
    project: 'acme',
    dataSources: {
      Handbook: { class: 'unstructured', file: 'handbook.md' },
      Empty: maybe({ class: 'structured' }),
      Orders: maybe({ class: 'structured', file: 'orders.csv', columns: { mobile: { key: true } } }),
    },
    agents: Object.fromEntries(agents),
    tools: {
      put_through: maybe({ description: 'Puts through.', transferTo: '+14155550199', consults: true }),
      hand_over: maybe({ description: 'Hands over.', handsOver: true }),
      press: maybe({ description: 'Presses keys.', sendsDigits: true, agents: names.slice(0, 1) }),
    },
    alerts: {
      'Too slow: often': maybe({ metric: 'heard_latency_p95', comparison: 'above', threshold: 1_500 }),
      'Few answer': maybe({
        metric: 'answer_rate',
        comparison: 'below',
        threshold: 0.4,
        agent: names[0],
        windowMinutes: maybe(180),
        enabled: maybe(false),
      }),
    },
    webhooks: [
      ...(random() < 0.5
        ? [{ channel: 'campaign', callbackUrl: 'http://127.0.0.1:9/', events: ['campaign.iteration.ended'] }]
        : []),
      {
        channel: 'voice',
        callbackUrl: 'http://127.0.0.1:9/',
        events: ['voice.call.ended'],
        status: maybe('paused'),
      },
    ],
  };
};
