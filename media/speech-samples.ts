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
  /** The business whose provider has the voice; null or left out: the installation's has it. */
  readonly owner?: string | null;
}

/** A voice that can be chosen. */
export interface OfferedVoice extends Voice {
  readonly provider: string;
  /** As that of its {@link Sample}. */
  readonly owner: string | null;
}

/** Those who speak. */
export interface Speakers {
  /** All voices that agents of a business can be given. */
  voicesOf(businessId: string): Promise<readonly (Voice & Pick<OfferedVoice, 'owner'>)[]>;
  /** Who has the voice, until they are released; null: nobody. */
  speakerOf(
    owner: string | null,
    voiceId: string,
  ): Promise<{ readonly value: Synthesiser; release(): void } | null>;
}

export interface SpeechSamples {
  /** Those that agents of a business can be given now. */
  voices(businessId: string): Promise<readonly OfferedVoice[]>;
  /** The WAV file of a sample. @throws DomainError sample_not_found, sample_unavailable */
  open(sample: Sample): Promise<Buffer>;
}

/** What stands before the colon of its id. */
const providerOf = ({ id }: Voice): string => id.slice(0, id.indexOf(':'));

export const createSpeechSamples = (
  { voicesOf, speakerOf }: Speakers,
  logger: Pick<Logger, 'warn'>,
): SpeechSamples => {
  const noises = new Map<string, Buffer>(
    BACKGROUND_NOISES.map(({ key }) => [key, writeWav(noiseSample(key))]),
  );
  /** Least recently asked for first. */
  const kept = new Map<string, Promise<Buffer>>();
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const make = async (owner: string | null, id: string, signal: AbortSignal): Promise<Buffer> => {
    const speaker = await speakerOf(owner, id);
    const voice = speaker?.value.voices.find((each) => each.id === id);
    if (speaker === null || voice === undefined) throw new DomainError('sample_not_found');
    try {
      const mulaw = new Uint8Array(MOST_SECONDS * RATE);
      let length = 0;
      const request = { text: SENTENCE, voiceId: id, language: voice.language };
      for await (const chunk of speaker.value.synthesise(request, signal)) {
        const taken = chunk.mulaw.subarray(0, mulaw.length - length);
        mulaw.set(taken, length);
        length += taken.length;
      }
      return writeWav({ rate: RATE, pcm: decodeMulaw(mulaw.subarray(0, length)) });
    } finally {
      speaker.release();
    }
  };

  /** E1, E2 */
  const inTurn = async (owner: string | null, id: string): Promise<Buffer> => {
    if (waiting >= MAX_WAITING) throw new DomainError('sample_unavailable');
    waiting += 1;
    const signal = AbortSignal.timeout(MAKE_MS);
    const making = last.then(() => make(owner, id, signal));
    last = making.catch(() => undefined);
    try {
      return await making;
    } catch (error) {
      if (error instanceof DomainError) throw error;
      logger.warn({ event: 'sample.failed', voice: id, err: providerFailure(error) });
      throw new DomainError('sample_unavailable');
    } finally {
      waiting -= 1;
    }
  };

  const ofVoice = (owner: string | null, id: string): Promise<Buffer> => {
    const key = JSON.stringify([owner, id]);
    const earlier = kept.get(key);
    kept.delete(key);
    const sample = earlier ?? inTurn(owner, id);
    kept.set(key, sample);
    if (earlier === undefined)
      sample.catch(() => {
        if (kept.get(key) === sample) kept.delete(key);
      });
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return sample;
  };

  return {
    voices: async (businessId) =>
      (await voicesOf(businessId)).map((voice) => ({ ...voice, provider: providerOf(voice) })),
    open: async ({ of, id, owner = null }) => {
      if (of === 'voice') return ofVoice(owner, id);
      const noise = noises.get(id);
      if (noise === undefined) throw new DomainError('sample_not_found');
      return noise;
    },
  };
};
