/**
 * Samples of voices and noises, for people who choose one. Noises are generated when the node starts, before it paces
 * audio; a voice speaks its sentence when it is first requested, in the synthesiser's own threads.
 *
 * It guarantees:
 * E1. Concurrent requests for a sample share one synthesis, and one voice is synthesised at a time: the sentence of a
 *     call waits for at most one sample.
 * E2. At most {@link MAX_WAITING} samples wait to be made, further requests are refused at once, and none waits longer
 *     than {@link MAKE_MS}.
 * E3. At most {@link MAX_KEPT} samples are kept, and the least recently requested is dropped first; failures are not
 *     kept.
 */
import type { Logger } from 'pino';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { providerFailure } from '../../providers/provider-failure.js';
import { decodeMulaw } from '../../providers/speech/dsp/g711.js';
import { writeWav } from '../../providers/speech/dsp/wav.js';
import type { Synthesiser, Voice } from '../../providers/speech/synthesiser.js';
import { BACKGROUND_NOISES } from '../../schemas/agents/speech.js';
import { DomainError } from '../../schemas/errors.js';
import { noiseSample } from './background-noise.js';

const SENTENCE = 'Hello, this is how I sound on the telephone. How can I help you?';
const RATE = 8_000;
/** Longest part of a sample that is kept, whatever a synthesiser makes of the sentence, s. */
const MOST_SECONDS = 15;
/** The same of a text, s. */
const MOST_TEXT_SECONDS = 60;
const MAKE_MS = 15_000;
const MAX_WAITING = 20;
/** Some 80 kB each; texts are up to 960 kB. */
const MAX_KEPT = 100;

/** A voice by its id, or a noise by its key. */
export interface Sample {
  readonly of: 'voice' | 'noise';
  readonly id: string;
  /** The business whose provider has the voice; null or absent: the installation's provider has it. */
  readonly owner?: string | null;
  /** Spoken instead of the sentence of samples; only of a voice. */
  readonly text?: string;
  /** Of the text, BCP 47; absent: that of the voice. */
  readonly language?: string;
}

/** A voice that can be chosen. */
export interface OfferedVoice extends Voice {
  readonly provider: string;
  /** As in its {@link Sample}. */
  readonly owner: string | null;
}

/** The voices and their synthesisers. */
export interface Speakers {
  /** All voices that agents of a business can use. */
  voicesOf(businessId: string): Promise<readonly (Voice & Pick<OfferedVoice, 'owner'>)[]>;
  /** The synthesiser that has the voice, until it is released; null: there is none. */
  speakerOf(
    owner: string | null,
    voiceId: string,
  ): Promise<{ readonly value: Synthesiser; release(): void } | null>;
}

export interface SpeechSamples {
  /** Voices that agents of a business can use now. */
  voices(businessId: string): Promise<readonly OfferedVoice[]>;
  /** The WAV file of a sample. @throws DomainError sample_not_found, sample_unavailable */
  open(sample: Sample): Promise<Buffer>;
}

/** The part of its id before the colon. */
const providerOf = ({ id }: Voice): string => id.slice(0, id.indexOf(':'));

export const createSpeechSamples = (
  { voicesOf, speakerOf }: Speakers,
  logger: Pick<Logger, 'warn'>,
): SpeechSamples => {
  const noises = new Map<string, Buffer>(
    BACKGROUND_NOISES.map(({ key }) => [key, writeWav(noiseSample(key))]),
  );
  /** Least recently requested first. */
  const kept = new Map<string, Promise<Buffer>>();
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const make = async (
    { id, owner = null, text = SENTENCE, language }: Sample,
    signal: AbortSignal,
  ): Promise<Buffer> => {
    const speaker = await speakerOf(owner, id);
    const voice = speaker?.value.voices.find((candidate) => candidate.id === id);
    if (speaker === null || voice === undefined) throw new DomainError('sample_not_found');
    try {
      const seconds = text === SENTENCE ? MOST_SECONDS : MOST_TEXT_SECONDS;
      const mulaw = new Uint8Array(seconds * RATE);
      let length = 0;
      const request = { text, voiceId: id, language: language ?? voice.language };
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
  const inTurn = async (sample: Sample): Promise<Buffer> => {
    if (waiting >= MAX_WAITING) throw new DomainError('sample_unavailable');
    waiting += 1;
    const signal = timeoutSignal(MAKE_MS);
    const making = last.then(() => make(sample, signal));
    last = making.catch(() => undefined);
    try {
      return await making;
    } catch (error) {
      if (error instanceof DomainError) throw error;
      logger.warn({ event: 'sample.failed', voice: sample.id, err: providerFailure(error) });
      throw new DomainError('sample_unavailable');
    } finally {
      waiting -= 1;
    }
  };

  const ofVoice = (wanted: Sample): Promise<Buffer> => {
    const { id, owner = null, text, language } = wanted;
    const key = JSON.stringify([owner, id, text, language]);
    const earlier = kept.get(key);
    kept.delete(key);
    const sample = earlier ?? inTurn(wanted);
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
    open: async (sample) => {
      if (sample.of === 'voice') return ofVoice(sample);
      const noise = noises.get(sample.id);
      if (noise === undefined) throw new DomainError('sample_not_found');
      return noise;
    },
  };
};
