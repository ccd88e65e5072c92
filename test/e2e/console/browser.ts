/** A browser in front of a service that was just started. Without a browser, its tests are skipped with a reason. */
import { existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page, Request, Route } from 'playwright-core';
import { chromium } from 'playwright-core';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { testCacheDir } from '../../../testkit/nats/server.js';
import { type ParleyProcess, startParley, UNLIMITED } from '../../../testkit/service/parley-process.js';

const EXECUTABLE = '/usr/bin/chromium';
/** Why tests that need a browser are skipped; false if they run. */
export const withoutBrowser: string | false = existsSync(EXECUTABLE) ? false : `there is no ${EXECUTABLE}`;

/** The password of everyone who signs in. */
export const PASSWORD = 'correct horse battery';
/** How long a page may take for an action, ms; the machine may be busy. */
const PATIENCE_MS = 45_000;

export interface Visit {
  readonly service: ParleyProcess;
  readonly dataDir: string;
  /** As the service printed it. */
  readonly setupUrl: string;
  readonly page: Page;
  /** Violations of the page's policy, and errors of its scripts. */
  readonly faults: readonly string[];
  /** The number of requests that the page waits for, without endless streams. */
  waiting(): number;
  /** Findings of axe that are serious or worse, on the page as it is. */
  serious(): Promise<readonly string[]>;
}

/** The microphone of the browser: a WAV file that is heard once, or no permission to use one. */
export type FakeMicrophone = { readonly wav: string } | 'refused';

const microphoneArgs = (microphone: FakeMicrophone): readonly string[] => [
  '--use-fake-device-for-media-stream',
  ...(microphone === 'refused'
    ? ['--deny-permission-prompts']
    : [
        '--use-fake-ui-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
        `--use-file-for-fake-audio-capture=${microphone.wav}%noloop`,
      ]),
];

/** Starts the service and the browser; they end with the test. */
export const openVisit = async (
  t: Lifetime,
  env: Readonly<Record<string, string>> = {},
  microphone: FakeMicrophone | null = null,
): Promise<Visit> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-console-'));
  const service = await startParley({
    dataDir,
    env: { ...UNLIMITED, PARLEY_LOG_LEVEL: 'error', PARLEY_CACHE_DIR: testCacheDir(), ...env },
  });
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(microphone === null ? [] : microphoneArgs(microphone)),
    ],
  });
  t.teardown(async () => {
    await browser.close();
    service.kill('SIGTERM');
    await service.ended;
    await rm(dataDir, { recursive: true, force: true });
  });
  const faults: string[] = [];
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  page.on('pageerror', (error) => void faults.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Content-Security-Policy/.test(message.text())) faults.push(message.text());
  });
  const waiting = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().includes('/api/v1/live')) waiting.add(request);
  });
  page.on('requestfinished', (request) => void waiting.delete(request));
  page.on('requestfailed', (request) => void waiting.delete(request));
  return {
    service,
    dataDir,
    setupUrl: service.setupUrl ?? '',
    page,
    faults,
    waiting: () => waiting.size,
    serious: () => seriousOn(page),
  };
};

/** Requests to such addresses wait until the returned function is called: it answers them and lets later ones pass. */
export const holdBack = async (
  page: Page,
  address: string,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => Promise<void>> => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await answer(route);
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
};

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** The checker is no file of the service: it is injected into the page past its policy. */
const AXE = axe.source;

const seriousOn = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(AXE);
  const found: readonly Finding[] = await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) })))",
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
};
