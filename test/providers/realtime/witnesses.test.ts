/** OpenAI's own SDK works with the simulator: it holds the same conversation as our client, both over TLS. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { startEngine } from '../../../testkit/simulators/simulated-engine.js';
import { createAuthority } from '../../../testkit/sockets/certificates.js';
import { KEY, SENTENCE, sentence, WORDS } from './caller.js';
import { spokenMs } from './scene.js';

const WITNESS = fileURLToPath(new URL('./witness.js', import.meta.url));
const DEADLINE_MS = 20_000;
const LOOK = 'Let me look.';
const LONG = 'It is in Boston, and then it goes on and on. '.repeat(10);
const LAST = 'It is in Boston.';

t.test('witnesses', async (t) => {
  const authority = createAuthority('engines');
  const trusted = join(t.testdir(), 'authority.pem');
  writeFileSync(trusted, authority.certificate);
  const simulator = await startEngine(t, authority);
  const audio = sentence();

  const ask = async (who: string, key = KEY): Promise<unknown> => {
    await simulator.configure({
      key: KEY,
      words: WORDS,
      replies: [
        { text: LOOK, tools: [{ name: 'look_up', arguments: '{"order":"A1"}' }] },
        { text: LONG },
        { text: LAST },
      ],
    });
    const child = spawn(process.execPath, [WITNESS], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: DEADLINE_MS,
    });
    const task = { who, secureUrl: simulator.secureUrl, key, audio: Buffer.from(audio).toString('base64') };
    child.stdin.end(`${JSON.stringify(task)}\n`);
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return output.trim() === '' ? errors : JSON.parse(output.trim().split('\n').at(-1) ?? '');
  };

  for (const who of ['sdk', 'parley'])
    t.test(`${who} holds a conversation with a tool call and an interrupted answer`, async (t) => {
      t.same(await ask(who), {
        heard: SENTENCE,
        said: [LOOK, LAST, 'cancelled'],
        audioMs: spokenMs(LOOK) + spokenMs(LAST),
        tool: 'look_up({"order":"A1"})',
      });
      const [connection] = await simulator.connections();
      t.same(connection?.complaints, []);
      t.match(connection?.conversation, [
        { role: 'user', text: SENTENCE },
        { role: 'assistant', text: LOOK },
        { type: 'function_call', text: 'look_up' },
        { type: 'function_call_output', text: 'In Boston.' },
        { role: 'assistant', text: '', ms: 150 },
        { role: 'system', text: 'Go on.' },
        { role: 'assistant', text: LAST },
      ]);
    });

  t.test('neither is accepted with another key', async (t) => {
    for (const who of ['sdk', 'parley']) t.notMatch(await ask(who, 'another-key'), { heard: SENTENCE });
  });
});
