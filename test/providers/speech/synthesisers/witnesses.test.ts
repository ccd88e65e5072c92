/** The providers' own clients work with the simulators, and our clients also work over TLS. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { isRecord } from '../../../../schemas/json.js';
import { toneSamples, toneWords } from '../../../../simulators/support/tones.js';
import { startSpeechSimulator } from '../../../../testkit/simulators/speech-simulator.js';
import { createKey, SUBJECTS } from './subjects.js';

const TEXT = 'The table is yours, see you at eight.';
const WITNESS = fileURLToPath(new URL('./witness.js', import.meta.url));
const WITNESS_MS = 60_000;

const key = createKey(1);
const simulator = await startSpeechSimulator(key);
const folder = mkdtempSync(join(tmpdir(), 'parley-witness-'));
const authority = join(folder, 'authority.pem');
writeFileSync(authority, simulator.authority);
t.teardown(async () => {
  rmSync(folder, { recursive: true, force: true });
  await simulator.stop();
});

/** Runs a witness, and returns what it heard. */
const testimonyOf = async (who: string, address: string) => {
  const { stdout } = await promisify(execFile)(process.execPath, [WITNESS, who, address, key, TEXT], {
    timeout: WITNESS_MS,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authority },
  });
  const testimony: unknown = JSON.parse(stdout);
  if (!isRecord(testimony) || !Array.isArray(testimony.words)) throw new Error('the witness has no result');
  return { audio: Buffer.from(String(testimony.audio), 'base64'), words: testimony.words };
};

const mulaw = SUBJECTS[0]?.audioOf(TEXT) ?? new Uint8Array(0);

t.test("Deepgram's own client hears a text from the simulator", async (t) => {
  const { audio } = await testimonyOf('deepgram', simulator.url.replace('http', 'ws'));
  t.ok(audio.equals(mulaw));
});

t.test("Cartesia's own client hears a text with its words, over TLS, which it requires", async (t) => {
  const { audio, words } = await testimonyOf('cartesia', simulator.secureUrl);
  t.ok(audio.equals(mulaw));
  t.same(
    words,
    toneWords(TEXT).map(({ word, startMs }) => ({ word, startMs })),
  );
});

t.test("OpenAI's own client hears a text from the simulator", async (t) => {
  const { audio } = await testimonyOf('openai', simulator.url);
  t.ok(audio.equals(Buffer.from(toneSamples(TEXT, 24_000).buffer)));
});

for (const subject of SUBJECTS)
  t.test(`our client of ${subject.name} hears the same over TLS`, async (t) => {
    const { audio } = await testimonyOf(`ours-${subject.name}`, simulator.secureUrl);
    t.ok(audio.equals(subject.audioOf(TEXT)));
  });
