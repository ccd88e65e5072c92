/**
 * The samples of docs/how-to/webhooks.md in each language judge the same good and hostile deliveries. The programs are those
 * of the system (`.ci/run` installs them); a missing one fails.
 */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { signBody } from '../../providers/egress/guarded-http.js';
import { signatureHeaders } from '../../providers/webhooks/signature.js';

t.setTimeout(300_000);

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const sample = (name: string): string => join(ROOT, 'examples/webhooks', name);
const runner = (name: string): string => join(ROOT, 'test/ecosystem/webhook-samples', name);

const SECRET = '4f1c2a9be07d4a53b1c6d8e9f0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3';
const BODY = Buffer.from('{"eventId":"wamid.1","text":"Für Sie – 早い"}');
const now = Math.floor(Date.now() / 1_000);

interface Delivery {
  readonly name: string;
  readonly isGenuine: boolean;
  readonly secret?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const sign = (timestamp: string, body: Buffer = BODY, secret = SECRET): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
const headersOf = (timestamp: string, signature = sign(timestamp)) => ({
  'X-Service-Timestamp': timestamp,
  'X-Service-Signature': signature,
});
const stamp = String(now);
const good = sign(stamp);
/** As the service sends it, with the headers of both schemes. */
const sent = (secret: string, previousSecrets: readonly string[], body: string) =>
  signatureHeaders({ eventId: 'wamid.1', timestamp: now, body, secret, previousSecrets });

const GENUINE: readonly Omit<Delivery, 'isGenuine'>[] = [
  { name: 'a delivery', headers: sent(SECRET, [], BODY.toString()) },
  { name: 'the previous secret during an overlap', headers: sent('new', [SECRET], BODY.toString()) },
  { name: 'the last but one secret', headers: sent('new', ['lost', SECRET], BODY.toString()) },
  { name: 'a delivery of two minutes ago', headers: headersOf(String(now - 120)) },
  { name: 'a clock that is two minutes ahead', headers: headersOf(String(now + 120)) },
  { name: 'an empty body', headers: headersOf(stamp, sign(stamp, Buffer.alloc(0))), body: Buffer.alloc(0) },
  {
    name: 'a body that is no text',
    headers: headersOf(stamp, sign(stamp, Buffer.from([0, 255, 10, 13, 128]))),
    body: Buffer.from([0, 255, 10, 13, 128]),
  },
  { name: 'a secret that is no ASCII', secret: '鍵 ü', headers: sent('鍵 ü', [], BODY.toString()) },
];

/** Timestamps that are no Unix seconds; all of them with a valid signature. */
const BAD_TIMESTAMPS = [
  ...['', 'NaN', 'nan', 'Infinity', '-Infinity', 'null', 'undefined', 'abc', '0x10', '1e9'],
  ...[`${stamp}.5`, ` ${stamp}`, `${stamp} `, `+${stamp}`, `-${stamp}`, `${stamp}\n`, `${stamp}_0`],
  ...['٠١٢٣٤٥٦٧٨٩', '１７７２５３５６００', '9'.repeat(13), '9'.repeat(400), `${stamp}é`, '\u0000'],
  ...[String(now - 900), String(now + 900), '0', '999999999999'],
];
const BAD_SIGNATURES = [
  ...['', ' ', 'é'.repeat(64), '早'.repeat(32), 'z'.repeat(64), good.toUpperCase(), good.slice(0, 63)],
  ...[
    `${good}0`,
    `${good}\n`,
    `é${good}`,
    `sha256=${good}`,
    `v1,${good}`,
    `${good},${good}`,
    '\u0000'.repeat(64),
  ],
  ...['\ud7ff'.repeat(64), '0'.repeat(64), 'undefined', 'null', ' '.repeat(2_000)],
];

const FORGED: readonly Omit<Delivery, 'isGenuine'>[] = [
  ...BAD_TIMESTAMPS.map((timestamp) => ({
    name: `the timestamp ${JSON.stringify(timestamp.slice(0, 20))}`,
    headers: headersOf(timestamp),
  })),
  ...BAD_SIGNATURES.flatMap((signature) => {
    const shown = JSON.stringify(signature.slice(0, 20));
    const previous = { 'X-Service-Signature-Previous': signature };
    return [
      { name: `the signature ${shown}`, headers: headersOf(stamp, signature) },
      { name: `the previous signature ${shown}`, headers: { 'X-Service-Timestamp': stamp, ...previous } },
    ];
  }),
  { name: 'no headers', headers: {} },
  { name: 'no timestamp', headers: { 'X-Service-Signature': good } },
  { name: 'no signature', headers: { 'X-Service-Timestamp': stamp } },
  { name: 'another body', headers: headersOf(stamp), body: Buffer.from('{"eventId":"wamid.2"}') },
  { name: 'another secret', headers: headersOf(stamp, sign(stamp, BODY, 'other')) },
  { name: 'an empty secret', secret: '', headers: headersOf(stamp) },
  { name: 'the signature of another timestamp', headers: headersOf(stamp, sign(String(now - 1))) },
  {
    name: 'a part of the body in the timestamp',
    headers: headersOf(`${stamp}.{`, sign(stamp, Buffer.from('{}'))),
    body: Buffer.from('}'),
  },
];

const DELIVERIES: readonly Delivery[] = [
  ...GENUINE.map((delivery) => ({ ...delivery, isGenuine: true })),
  ...FORGED.map((delivery) => ({ ...delivery, isGenuine: false })),
];

const LINES = DELIVERIES.map(({ secret = SECRET, headers, body = BODY }) =>
  JSON.stringify({ secret, headers, body: body.toString('base64') }),
);

interface Program {
  readonly command: readonly [string, ...string[]];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What the program prints, line by line. @throws Error if it is missing, fails or complains */
const verdictsOf = ({
  command: [file, ...args],
  cwd = ROOT,
  env = {},
}: Program): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env: { ...process.env, NODE_OPTIONS: '', ...env } });
    const out: Buffer[] = [];
    const complaints: Buffer[] = [];
    child.stdout.on('data', (bytes) => out.push(bytes));
    child.stderr.on('data', (bytes) => complaints.push(bytes));
    child.once('error', reject);
    child.once('close', (code) => {
      const complaint = Buffer.concat(complaints).toString();
      if (code === 0 && complaint === '') resolve(Buffer.concat(out).toString().trimEnd().split('\n'));
      else reject(new Error(`${file} ended with ${code}: ${complaint}`));
    });
    // A program that fails before it has read everything is reported when it has closed.
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${LINES.join('\n')}\n`);
  });

/** A module of Go with the sample as a package of it. */
const goModule = (): string => {
  const folder = t.testdir({ 'go.mod': 'module samples\n\ngo 1.19\n' });
  mkdirSync(join(folder, 'webhooks'));
  copyFileSync(sample('verify.go'), join(folder, 'webhooks/verify.go'));
  copyFileSync(runner('cli.go'), join(folder, 'main.go'));
  return folder;
};

const pythonFolder = sample('');
const module = goModule();
const PROGRAMS: Readonly<Record<string, Program>> = {
  'verify.ts': {
    command: [process.execPath, fileURLToPath(new URL('webhook-samples/cli.js', import.meta.url))],
  },
  'verify.py': {
    command: ['python3', runner('cli.py')],
    env: { PYTHONPATH: pythonFolder, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' },
  },
  'verify.go': {
    command: ['go', 'run', '.'],
    cwd: module,
    env: { GOFLAGS: '-mod=mod', GOCACHE: join(module, '.cache'), GOTOOLCHAIN: 'local', GOPROXY: 'off' },
  },
  'verify.php': { command: ['php', runner('cli.php'), sample('verify.php')] },
  'verify.rb': { command: ['ruby', '-W2', runner('cli.rb'), sample('verify.rb')], env: { LANG: 'C.UTF-8' } },
};

t.test('the table has deliveries that the service would send', async (t) => {
  t.equal(signBody(SECRET, now, BODY.toString()), good);
  t.ok(GENUINE.length >= 8 && FORGED.length >= 60);
});

for (const [name, program] of Object.entries(PROGRAMS))
  t.test(`${name} accepts genuine deliveries, and refuses forged ones without an error`, async (t) => {
    const verdicts = await verdictsOf(program);
    t.equal(verdicts.length, DELIVERIES.length);
    for (const [index, delivery] of DELIVERIES.entries())
      t.equal(verdicts[index], String(delivery.isGenuine), delivery.name);
    t.comment(`${name}: ${GENUINE.length} genuine and ${FORGED.length} forged deliveries`);
  });

t.test('a sample that accepts everything would be noticed', async (t) => {
  const folder = t.testdir({});
  writeFileSync(join(folder, 'verify.py'), 'def is_genuine(secret, headers, body):\n    return True\n');
  const verdicts = await verdictsOf({ command: ['python3', runner('cli.py')], env: { PYTHONPATH: folder } });
  t.equal(verdicts.filter((verdict) => verdict === 'true').length, DELIVERIES.length);
  t.not(verdicts.filter((verdict) => verdict === 'true').length, GENUINE.length);
});

t.test('the documents show the samples as they are', async (t) => {
  const text = readFileSync(join(ROOT, 'docs/how-to/webhooks.md'), 'utf8');
  const fences: Readonly<Record<string, string>> = {
    'verify.ts': 'ts',
    'verify.py': 'python',
    'verify.go': 'go',
    'verify.php': 'php',
    'verify.rb': 'ruby',
  };
  t.same(Object.keys(fences), Object.keys(PROGRAMS));
  for (const [name, fence] of Object.entries(fences)) {
    const code = readFileSync(sample(name), 'utf8');
    t.ok(text.includes(`\`\`\`${fence}\n${code}\`\`\`\n`), name);
  }
});
