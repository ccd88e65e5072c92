/**
 * A browser that joins calls with the console's own library, with a file as its microphone. Code that runs in the page
 * is passed as strings, because the tests do not know the types there.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';
import { findWorker } from '../../../../providers/legs/worker-program.js';
import { MULAW_TO_PCM } from '../../../../providers/speech/dsp/g711.js';
import { writeWav } from '../../../../providers/speech/dsp/wav.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { testCacheDir } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
const EXECUTABLE = '/usr/bin/chromium';

const missing = (): string | false => {
  if (!existsSync(EXECUTABLE)) return `there is no ${EXECUTABLE}`;
  try {
    findWorker({ named: null, cacheDir: testCacheDir() });
    return false;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** Why tests of browsers on calls are skipped; false if they run. */
export const withoutLegs: string | false = missing();

interface PageState {
  readonly type: 'joining' | 'joined' | 'ended' | 'failed';
  readonly speaker?: string;
  readonly reason?: string;
  readonly problem?: { readonly code: string; readonly message: string };
}

interface Levels {
  readonly me: number;
  readonly agent: number;
  readonly customer: number;
}

export interface LegPage {
  readonly page: Page;
  /** Joins with a grant of the API; `name` distinguishes several legs of one page. */
  join(grant: object, businessId: string, name?: string): Promise<void>;
  /** All states so far, in order. */
  states(name?: string): Promise<readonly PageState[]>;
  /** The first state of that type. @throws Error if it does not occur in time, or the leg fails */
  reach(type: PageState['type'], name?: string): Promise<PageState>;
  levels(name?: string): Promise<Levels>;
  /** Calls a method of the leg, like `takeOver()`; resolves with the code of the problem that it throws, or null. */
  run(call: string, name?: string): Promise<string | null>;
}

/** Input of a microphone: speech as µ-law in base64, or a pause in ms. */
export type Sound = string | number;

const PER_MS = 8;

/** One WAV file of the sounds in sequence. */
export const wavOf = (sounds: readonly Sound[]): Buffer => {
  const parts = sounds.map((sound) =>
    typeof sound === 'number'
      ? new Int16Array(sound * PER_MS)
      : Int16Array.from(Buffer.from(sound, 'base64'), (byte) => MULAW_TO_PCM[byte] ?? 0),
  );
  const pcm = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    pcm.set(part, at);
    at += part.length;
  }
  return writeWav({ rate: 8_000, pcm });
};

let library: Promise<string> | null = null;

/** The console's library as one script. */
const libraryText = (): Promise<string> => {
  library ??= build({
    stdin: {
      contents: `export { joinLeg } from './console/features/browser-calls/leg.ts';
        export { rememberCsrfToken } from './console/api/client.ts';`,
      resolveDir: ROOT,
      loader: 'ts',
    },
    bundle: true,
    format: 'iife',
    globalName: 'parleyLegs',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  }).then(({ outputFiles: [file] }) => file?.text ?? '');
  return library;
};

/** Opens a page of the service; the browser ends with the test. `sounds`: what the microphone hears once it opens. */
export const openLegPage = async (
  t: Lifetime,
  url: string,
  dir: string,
  sounds: readonly Sound[],
  { permitted = true }: { readonly permitted?: boolean } = {},
): Promise<LegPage> => {
  const file = join(dir, `microphone-${Math.round(performance.now())}.wav`);
  writeFileSync(file, wavOf(sounds));
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--autoplay-policy=no-user-gesture-required',
      '--use-fake-device-for-media-stream',
      ...(permitted ? ['--use-fake-ui-for-media-stream'] : ['--deny-permission-prompts']),
      `--use-file-for-fake-audio-capture=${file}%noloop`,
    ],
  });
  t.teardown(() => browser.close());
  const page = await browser.newPage();
  if (process.env.E2E_LOG !== undefined)
    page.on('console', (message) => process.stderr.write(`page: ${message.text()}\n`));
  await page.goto(url);
  await page.evaluate(`${await libraryText()}; globalThis.parleyLegs = parleyLegs; globalThis.legs = {};`);

  const states: LegPage['states'] = (name = 'leg') => page.evaluate(`legs[${JSON.stringify(name)}].states`);
  return {
    page,
    join: async (grant, businessId, name = 'leg') => {
      await page.evaluate(`{
        const entry = { states: [] };
        legs[${JSON.stringify(name)}] = entry;
        entry.leg = parleyLegs.joinLeg(${JSON.stringify(grant)}, {
          businessId: ${JSON.stringify(businessId)},
          onState: (state) => entry.states.push(JSON.parse(JSON.stringify(state))),
        });
      }`);
    },
    states,
    reach: (type, name) =>
      until(
        `a leg that is ${type}`,
        async () => {
          const all = await states(name);
          const failed = all.find((state) => state.type === 'failed');
          if (failed !== undefined && type !== 'failed') throw new Error(JSON.stringify(failed));
          return all.find((state) => state.type === type) ?? null;
        },
        20_000,
      ),
    levels: (name = 'leg') => page.evaluate(`legs[${JSON.stringify(name)}].leg.levels()`),
    run: (call, name = 'leg') =>
      page.evaluate(
        `Promise.resolve(legs[${JSON.stringify(name)}].leg.${call}).then(() => null, (error) => error.code ?? String(error))`,
      ),
  };
};
