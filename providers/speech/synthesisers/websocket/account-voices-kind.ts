/** Synthesiser kinds that use WebSockets and list the voices of an account. */
import type { ProviderKind } from '../../../provider-kind.js';
import type { Synthesiser } from '../../synthesiser.js';
import { followVoices, type VoicePage } from '../account-voices.js';
import type { SpeechDialect } from '../dialect.js';
import { createProviderHttp } from '../http.js';
import { SPEECH_DEADLINES } from '../limits.js';
import { checkKey, type KindOptions, parseChoice, requestAddress, socketAddress } from '../settings.js';
import { createWebsocketSynthesiser } from './synthesiser.js';

/** The provider's part of such a kind. */
interface KindDescription {
  readonly name: string;
  readonly keyVariable: string;
  readonly addressVariable: string;
  readonly defaultAddress: string;
  readonly defaultModel: string;
  dialect(model: string): SpeechDialect;
  /** Languages that each voice speaks in addition to its own. */
  languages(model: string): readonly string[];
  /** The speeds of a model's voices; null: they have one. */
  speeds(model: string): readonly [number, number] | null;
  /** Headers of requests. */
  headers(key: string): Readonly<Record<string, string>>;
  /** Path and query of the first page of voices. */
  readonly firstPage: string;
  readPage(body: Readonly<Record<string, unknown>>): VoicePage;
}

/** `<name>:<voice>` or `<name>:<voice>@<model>`; the voice is required. */
export const accountVoicesKind = (
  {
    defaultModel,
    dialect: dialectOf,
    languages,
    speeds,
    headers,
    firstPage,
    readPage,
    ...described
  }: KindDescription,
  { onWarning, deadlines = SPEECH_DEADLINES }: KindOptions,
): ProviderKind<Synthesiser> => ({
  name: described.name,
  keyVariable: described.keyVariable,
  addressVariable: described.addressVariable,
  defaultAddress: described.defaultAddress,
  defaultChoice: null,
  open: async ({ choice, key, address, guard }) => {
    checkKey(described.name, key);
    const { voice, model } = parseChoice(described.name, choice);
    const dialect = dialectOf(model ?? defaultModel);
    const http = createProviderHttp(dialect.name, 1, deadlines, guard);
    const voices = await followVoices({
      provider: dialect.name,
      configured: voice,
      http,
      address: requestAddress(address),
      headers: headers(key),
      languages: languages(model ?? defaultModel),
      speeds: speeds(model ?? defaultModel),
      first: firstPage,
      readPage,
      onWarning,
    });
    return createWebsocketSynthesiser({
      dialect,
      key,
      address: socketAddress(address),
      voices: voices.current,
      onClose: async () => {
        voices.close();
        await http.close();
      },
      deadlines,
      guard,
    });
  },
});
