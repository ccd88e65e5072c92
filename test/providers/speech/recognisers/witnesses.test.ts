/**
 * The providers' own SDKs work with the simulators. ElevenLabs' SDK is not among them, because it has 108 MB. The
 * conformance tests cover our own clients with the same simulators.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { NETWORK_RECOGNISERS } from '../../../../providers/speech/recognisers/recognisers.js';
import { seedOfRun } from '../../../../testkit/seeded.js';
import { startRecognisers } from '../../../../testkit/simulators/simulated-recognisers.js';
import { createAuthority } from '../../../../testkit/sockets/certificates.js';
import { KEY, scriptOf, WORDS } from './caller.js';

const WITNESS = fileURLToPath(new URL('./witness.js', import.meta.url));
const DEADLINE_MS = 20_000;

t.test('witnesses', async (t) => {
  const authority = createAuthority('recognisers');
  const trusted = join(t.testdir(), 'authority.pem');
  writeFileSync(trusted, authority.certificate);
  const simulator = await startRecognisers(t, authority);
  const seed = seedOfRun();
  t.comment(`PARLEY_TEST_SEED=${seed}`);
  const { audio, utterances } = scriptOf(seed);
  const whole = utterances.map((utterance) => utterance.text).join(' ');

  const ask = async (who: string, key = KEY): Promise<string> => {
    await simulator.configure({ key: KEY, words: WORDS, faults: [] });
    const child = spawn(process.execPath, [WITNESS], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: DEADLINE_MS,
    });
    const { url, secureUrl } = simulator;
    const task = { who, url, secureUrl, key, audio: Buffer.from(audio).toString('base64') };
    child.stdin.end(`${JSON.stringify(task)}\n`);
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const last = output.trim().split('\n').at(-1) ?? '';
    return last === '' ? errors : String(JSON.parse(last).text);
  };

  for (const who of ['sdk:nova', 'sdk:flux', 'sdk:assemblyai', 'sdk:soniox', 'sdk:openai'])
    t.test(`${who} hears the spoken text from the simulator`, async (t) => {
      t.equal(await ask(who), whole);
      const [connection] = await simulator.connections();
      const heard = Buffer.from(connection?.audio ?? '', 'base64');
      t.ok(heard.equals(audio), 'all audio was sent');
    });

  t.test('an SDK with another key hears nothing', async (t) => {
    for (const who of ['sdk:nova', 'sdk:soniox']) t.not(await ask(who, 'another-key'), whole);
  });

  for (const { name } of NETWORK_RECOGNISERS)
    t.test(`our client of ${name} uses TLS, and trusts the authorities of the process`, async (t) => {
      t.equal(await ask(name), whole);
    });
});
