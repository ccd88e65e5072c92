/** The published test vectors, checked against the sender and against programs that share no code with it. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import t from 'tap';
import { signBody } from '../../providers/egress/guarded-http.js';
import { problemOf } from '../../src/commands/listen.js';

const run = promisify(execFile);
const DOCUMENT = new URL('../../../docs/how-to/webhooks.md', import.meta.url);

const hasPython = async (): Promise<boolean> => {
  try {
    await run('python3', ['--version']);
    return true;
  } catch {
    return false;
  }
};

t.test('sender, listener, OpenSSL and Python agree with the published test vectors', async (t) => {
  const text = await readFile(DOCUMENT, 'utf8');
  const vectors = [...text.matchAll(/^\| `(.+)` \| `(\d+)` \| `(.+)` \| `([0-9a-f]{64})` \|$/gm)].map(
    ([, secret = '', timestamp = '', body = '', signature = '']) => ({ secret, timestamp, body, signature }),
  );
  t.equal(vectors.length, 3);
  const python = /```python\n([\s\S]+?)```/.exec(text)?.[1] ?? '';
  const shell = /```sh\n(printf .+openssl.+)\n```/.exec(text)?.[1] ?? '';
  t.ok(python !== '' && shell !== '');
  for (const { secret, timestamp, body, signature } of vectors) {
    t.equal(signBody(secret, Number(timestamp), body), signature, 'by the sender');
    const now = Number(timestamp) * 1_000;
    t.equal(problemOf(secret, { timestamp, signature }, Buffer.from(body), now), null, 'by the listener');
    t.match(problemOf(secret, { timestamp, signature }, Buffer.from(`${body} `), now), /does not match/);
    t.match(problemOf(secret, { timestamp, signature }, Buffer.from(body), now + 301_000), /5 minutes/);
    const env = { ...process.env, SECRET: secret, TIMESTAMP: timestamp, BODY: body, SIGNATURE: signature };
    const { stdout } = await run('sh', ['-c', shell], { env });
    t.equal(stdout.trim().split(' ').at(-1), signature, 'by OpenSSL');
    if (!(await hasPython())) continue;
    // The clock of the example is set to the vector's.
    const script = `${python}
import os
time.time = lambda: int(os.environ["TIMESTAMP"])
e = os.environ
h = {"X-Service-Timestamp": e["TIMESTAMP"], "X-Service-Signature": e["SIGNATURE"]}
print(is_genuine(e["SECRET"], h, e["BODY"].encode()), is_genuine("no", h, e["BODY"].encode()))`;
    t.equal(
      (await run('python3', ['-c', script], { env })).stdout.trim(),
      'True False',
      'by the Python example',
    );
  }
});
