/**
 * The voices of an account: listed when the provider is opened, and refreshed periodically. A failed listing does not
 * prevent speech: the configured voice is always available, and first.
 */
import type { Dispatcher } from 'undici';
import { timeoutSignal } from '../../../actors/runtime/timeout-signal.js';
import type { Voice } from '../synthesiser.js';
import { failureOfStatus, SynthesisFailure } from './failure.js';
import type { ProviderHttp } from './http.js';
import { readObject } from './reading.js';

/** Maximum number of voices on offer. */
const MAX_VOICES = 500;
const MAX_PAGES = 10;
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
/** Deadline for all pages together, ms. */
const LIST_MS = 3_000;
const REFRESH_MS = 15 * 60_000;
const MAX_NAME = 100;
const LANGUAGE_TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;
const VOICE_ID = /^[\w-][\w.-]{0,127}$/;

/** One page of a list. */
export interface VoicePage {
  readonly voices: readonly ListedVoice[];
  /** Path and query of the next page; null: this is the last one. */
  readonly next: string | null;
}

/** A voice as the provider lists it; a field of an unexpected type is null. */
export interface ListedVoice {
  /** The provider's own id. */
  readonly id: string | null;
  readonly name: string | null;
  readonly language: string | null;
  readonly gender: Voice['gender'];
}

export interface VoiceListing {
  readonly provider: string;
  /** The provider's own id of the configured voice. */
  readonly configured: string;
  readonly http: ProviderHttp;
  /** Base address of requests, without a trailing slash. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Languages that every voice speaks in addition to its own. */
  readonly languages: readonly string[];
  /** The speeds of every voice; null: each has one. */
  readonly speeds: readonly [number, number] | null;
  /** Path and query of the first page. */
  readonly first: string;
  readPage(body: Readonly<Record<string, unknown>>): VoicePage;
  /** Called with the reason that the voices could not be listed. */
  readonly onWarning: (provider: string, failure: SynthesisFailure) => void;
  readonly listMs?: number;
  readonly refreshMs?: number;
}

export interface AccountVoices {
  /** All voices, with the configured one first. */
  current(): readonly Voice[];
  close(): void;
}

/** Resolves once the voices are listed, or the listing has failed. Never throws. */
export const followVoices = async (listing: VoiceListing): Promise<AccountVoices> => {
  const { provider, onWarning, listMs = LIST_MS, refreshMs = REFRESH_MS } = listing;
  const stop = new AbortController();
  let voices = withConfigured(listing, []);
  const refresh = async (): Promise<void> => {
    try {
      voices = withConfigured(listing, await listAll(listing, stop.signal, listMs));
    } catch (error) {
      if (stop.signal.aborted) return;
      onWarning(
        provider,
        error instanceof SynthesisFailure
          ? error
          : new SynthesisFailure('timeout', `${provider} did not list its voices in time`),
      );
    }
  };
  await refresh();
  const timer = setInterval(() => void refresh(), refreshMs).unref();
  return {
    current: () => voices,
    close: () => {
      clearInterval(timer);
      stop.abort();
    },
  };
};

const listAll = async (
  { provider, http, address, headers, languages, speeds, first, readPage }: VoiceListing,
  stop: AbortSignal,
  listMs: number,
): Promise<readonly Voice[]> => {
  const signal = AbortSignal.any([stop, timeoutSignal(listMs)]);
  const voices: Voice[] = [];
  let path: string | null = first;
  for (let page = 0; page < MAX_PAGES && path !== null && voices.length < MAX_VOICES; page += 1) {
    const answer = await http.ask({ method: 'GET', url: `${address}${path}`, headers }, signal);
    const body = readObject(await textOf(provider, answer));
    if (body === null) throw new SynthesisFailure('protocol', `${provider} sent no list of voices`);
    const read = readPage(body);
    voices.push(...read.voices.flatMap((voice) => offered(provider, voice, languages, speeds)));
    path = read.next;
  }
  return voices.slice(0, MAX_VOICES);
};

const textOf = async (
  provider: string,
  { statusCode, body }: Dispatcher.ResponseData<unknown>,
): Promise<string> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    if (!Buffer.isBuffer(piece)) throw failureOfStatus(provider, statusCode);
    bytes += piece.length;
    if (bytes > MAX_PAGE_BYTES)
      throw new SynthesisFailure('protocol', `${provider} sent a list of voices that is too long`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

const offered = (
  provider: string,
  { id, name, language, gender }: ListedVoice,
  furtherLanguages: readonly string[],
  speeds: VoiceListing['speeds'],
): readonly Voice[] => {
  if (id === null || !VOICE_ID.test(id)) return [];
  return [
    {
      id: `${provider}:${id}`,
      name: (name ?? id).slice(0, MAX_NAME),
      language: language !== null && LANGUAGE_TAG.test(language) ? language : UNKNOWN_LANGUAGE,
      furtherLanguages,
      gender,
      ...(speeds === null ? {} : { speeds }),
    },
  ];
};

/** The language of a voice that states none: all voices of these providers speak English. */
const UNKNOWN_LANGUAGE = 'en';

const withConfigured = (
  { provider, configured, languages, speeds }: VoiceListing,
  listed: readonly Voice[],
): readonly Voice[] => {
  const id = `${provider}:${configured}`;
  const found = listed.find((voice) => voice.id === id);
  const first: Voice = found ?? {
    id,
    name: configured,
    language: UNKNOWN_LANGUAGE,
    furtherLanguages: languages,
    gender: 'neutral',
    ...(speeds === null ? {} : { speeds }),
  };
  return [first, ...listed.filter((voice) => voice.id !== id)];
};
