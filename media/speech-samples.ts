/**
 * How voices and noises sound, for people who choose one. Noises are made when the node starts, before it paces audio; a
 * voice says its sentence when it is first asked for, in the synthesiser's own threads.
 *
 * Numbered promises: E1 what several ask for at the same time is made once, one voice at a time: the sentence of a call
 * waits for one sample at most. E2 at most {@link MAX_WAITING} samples wait to be made, further ones are refused at once,
 * and nobody waits longer than {@link MAKE_MS}. E3 {@link MAX_KEPT} samples are kept, the least recently asked for goes
 * first; failures are not.
 */
import type { Logger } from 'pino';
import { providerFailure } from '../providers/provider-failure.js';
import { decodeMulaw } from '../providers/speech/g711.js';
import type { Synthesiser, Voice } from '../providers/speech/synthesiser.js';
import { writeWav } from '../providers/speech/wav.js';
import { DomainError } from '../schemas/errors.js';
import { BACKGROUND_NOISES } from '../schemas/speech.js';
import { noiseSample } from './background-noise.js';

const SENTENCE = 'Hello, this is how I sound on the telephone. How can I help you?';
const RATE = 8_000;
/** What of a sample is kept, whatever a synthesiser makes of the sentence, s. */
const MOST_SECONDS = 15;
const MAKE_MS = 15_000;
const MAX_WAITING = 20;
/** Some 80 kB each. */
const MAX_KEPT = 100;

/** A voice by its id, or a noise by its key. */
export interface Sample {
  readonly of: 'voice' | 'noise';
  readonly id: string;
}

/** A voice that can be chosen. */
export interface OfferedVoice extends Voice {
  readonly provider: string;
}

export interface SpeechSamples {
  /** Those that can be chosen now. */
  voices(): readonly OfferedVoice[];
  /** The WAV file of a sample. @throws DomainError sample_not_found, sample_unavailable */
  open(sample: Sample): Promise<Buffer>;
}

/** What stands before the colon of its id. */
const providerOf = ({ id }: Voice): string => id.slice(0, id.indexOf(':'));

export const createSpeechSamples = (
  synthesiser: Synthesiser,
  logger: Pick<Logger, 'warn'>,
): SpeechSamples => {
  const noises = new Map<string, Buffer>(
    BACKGROUND_NOISES.map(({ key }) => [key, writeWav(noiseSample(key))]),
  );
  /** Least recently asked for first. */
  const kept = new Map<string, Promise<Buffer>>();
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const make = async ({ id, language }: Voice, signal: AbortSignal): Promise<Buffer> => {
    const mulaw = new Uint8Array(MOST_SECONDS * RATE);
    let length = 0;
    const request = { text: SENTENCE, voiceId: id, language };
    for await (const chunk of synthesiser.synthesise(request, signal)) {
      const taken = chunk.mulaw.subarray(0, mulaw.length - length);
      mulaw.set(taken, length);
      length += taken.length;
    }
    return writeWav({ rate: RATE, pcm: decodeMulaw(mulaw.subarray(0, length)) });
  };

  /** E1, E2 */
  const inTurn = async (voice: Voice): Promise<Buffer> => {
    if (waiting >= MAX_WAITING) throw new DomainError('sample_unavailable');
    waiting += 1;
    const signal = AbortSignal.timeout(MAKE_MS);
    const making = last.then(() => make(voice, signal));
    last = making.catch(() => undefined);
    try {
      return await making;
    } catch (error) {
      logger.warn({ event: 'sample.failed', voice: voice.id, err: providerFailure(error) });
      throw new DomainError('sample_unavailable');
    } finally {
      waiting -= 1;
    }
  };

  const ofVoice = (id: string): Promise<Buffer> => {
    const voice = synthesiser.voices.find((each) => each.id === id);
    if (voice === undefined) throw new DomainError('sample_not_found');
    const earlier = kept.get(id);
    kept.delete(id);
    const sample = earlier ?? inTurn(voice);
    kept.set(id, sample);
    if (earlier === undefined)
      sample.catch(() => {
        if (kept.get(id) === sample) kept.delete(id);
      });
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return sample;
  };

  return {
    voices: () => synthesiser.voices.map((voice) => ({ ...voice, provider: providerOf(voice) })),
    open: async ({ of, id }) => {
      if (of === 'voice') return ofVoice(id);
      const noise = noises.get(id);
      if (noise === undefined) throw new DomainError('sample_not_found');
      return noise;
    },
  };
};
