/** The simulated OpenAI (docs/reference/protocols/synthesis.md "OpenAI"): 16-bit samples at 24,000 Hz, streamed. */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { toneSamples } from '../support/tones.js';
import type { Visit, World } from './world.js';

const RATE = 24_000;
const BYTES_PER_MS = 48;
const DRIP_MS = 5;
const DRIP_PAUSE_MS = 50;

/** Answers a request for speech. */
export const answerSpeech = async (
  world: World,
  visit: Visit,
  body: Readonly<Record<string, unknown>>,
  res: ServerResponse,
): Promise<void> => {
  visit.messages.push(body);
  res.on('close', () => {
    visit.open = false;
  });
  const { model, voice, input, response_format } = body;
  const isGood =
    [model, voice, input].every((field) => typeof field === 'string') && response_format === 'pcm';
  const fault = world.hits(
    'stall_before_audio',
    'stall_after_audio',
    'broken',
    'broken_before_audio',
    'rubbish',
    'refused',
    'drip',
    'endless',
  );
  if (!isGood || fault === 'refused')
    return answerJson(res, 400, {
      error: { message: 'secret words of the provider', type: 'invalid_request_error' },
    });
  if (fault === 'rubbish') return answerJson(res, 200, { secret: 'words of the provider' });
  if (fault === 'stall_before_audio') return;
  if (fault === 'broken_before_audio') return void res.destroy();
  res.writeHead(200, { 'content-type': 'audio/pcm' });
  await stream(world, visit, toneSamples(String(input), RATE), fault, res);
};

const stream = async (
  { behaviour }: World,
  visit: Visit,
  samples: Int16Array,
  fault: string | null,
  res: ServerResponse,
): Promise<void> => {
  const audio = Buffer.from(samples.buffer);
  // Cut in the middle of samples, as on a network.
  const step = (fault === 'drip' ? DRIP_MS : Math.max(1, behaviour.pieceMs)) * BYTES_PER_MS + 1;
  for (let at = 0; at < audio.length || fault === 'endless'; at += step) {
    await delay(fault === 'drip' ? DRIP_PAUSE_MS : behaviour.pauseMs);
    if (res.destroyed) return;
    if (at >= audio.length / 2 && fault === 'stall_after_audio') return;
    if (at >= audio.length / 2 && fault === 'broken') return void res.destroy();
    const piece = fault === 'endless' ? Buffer.alloc(20 * step, 1) : audio.subarray(at, at + step);
    visit.sent += piece.length / 2;
    res.write(piece);
  }
  res.end();
};

export const answerJson = (res: ServerResponse, status: number, body: object): void => {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(body));
};
