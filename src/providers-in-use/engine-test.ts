/**
 * Tests a speech-to-speech engine with one sentence (provider-test.ts): whether its key, address and choice work, and
 * its speed.
 */
import type { RealtimeEngine, RealtimeEvent } from '../../providers/realtime/realtime-engine.js';

/** The result. Times are ms from the connection request. */
export interface EngineTestResult {
  readonly firstMs: number;
  readonly totalMs: number;
  readonly audioMs: number;
  readonly text: string;
}

/** An engine failure, with its kind. */
export class EngineFailed extends Error {
  /** One of the kinds of recogniser failures. */
  readonly kind: string;

  constructor(kind: string) {
    super(`an engine failed: ${kind}`);
    this.kind = kind;
  }
}

const BYTES_PER_MS = 8;
const TASK = 'This is a short test of a telephone line. Say in one short sentence that you can be heard.';

/** @throws EngineFailed; the reason of `signal` */
export const askEngine = async (engine: RealtimeEngine, signal: AbortSignal): Promise<EngineTestResult> => {
  const from = performance.now();
  const since = (): number => Math.round(performance.now() - from);
  let stop: () => void = () => undefined;
  try {
    return await new Promise<EngineTestResult>((resolve, reject) => {
      let firstMs: number | null = null;
      let bytes = 0;
      let text = '';
      const fail = (reason: string): void =>
        reject(
          new EngineFailed(/\b(auth|rate|timeout|unavailable|refused)\b/.exec(reason)?.[1] ?? 'protocol'),
        );
      const onEvent = (event: RealtimeEvent): void => {
        if (event.type === 'failed' || event.type === 'broken') return fail(event.reason);
        if (event.type === 'text') text += event.text;
        if (event.type === 'audio') {
          firstMs ??= since();
          bytes += event.mulaw.length;
        }
        if (event.type !== 'done') return;
        if (firstMs === null) fail('protocol');
        else resolve({ firstMs, totalMs: since(), audioMs: Math.round(bytes / BYTES_PER_MS), text });
      };
      const stream = engine.open({ language: 'en', voiceId: '' }, onEvent);
      const abort = (): void => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      stop = () => {
        signal.removeEventListener('abort', abort);
        stream.close();
      };
      stream.prepare({ instructions: TASK, tools: [] });
      stream.respond({ response: 'test', notes: [], uses: [] });
    });
  } finally {
    stop();
    await engine.close();
  }
};
