/** Models and speech of agents, and their providers: `agents` and `providers` in the configuration file. */
import { imageRule } from '../../../providers/llm/image-models.js';
import type { ProviderDescription } from '../../../providers/provider-kind.js';
import { isTimeZone } from '../../../schemas/time-zone.js';
import { EMBEDDINGS, ENGINES, MODELS, RECOGNISERS, SYNTHESISERS } from '../provider-kinds.js';
import { boolean, choice, list, type Section, secret, setting, text } from './setting.js';

const namesOf = (kinds: readonly ProviderDescription[]): string => kinds.map(({ name }) => name).join(', ');

export const AGENTS = {
  models: setting('PARLEY_MODEL', list(null)).means(
    `LLMs in fallback order, like openai:gpt-5-mini,anthropic:claude-haiku-4-5, of ${namesOf(MODELS)}, or scripted, the rules in the instructions of agents (docs/how-to/providers.md); module:<package or file> is a provider of your own, here and below (docs/how-to/external-providers.md).`,
    'scripted, or none if a real channel is configured',
  ),
  imageModels: setting(
    'PARLEY_IMAGE_MODELS',
    list([], {
      item: imageRule,
      remedy: 'write <provider>:<model> with * for any characters, and ! before it for no images',
    }),
  ).means(
    'Models that are sent the images of customers, like azure:our-gpt-*, or with a leading ! are not, like !openai:gpt-4o; the first match decides, and for other models a table by provider and model (docs/how-to/whatsapp.md).',
    'the table',
  ),
  engines: setting('PARLEY_REALTIME', list(null)).means(
    'Speech-to-speech engines for calls in fallback order, like openai:gpt-realtime@marin (docs/how-to/providers.md); models, recognisers and synthesisers remain as fallback.',
  ),
  recognisers: setting('PARLEY_RECOGNISER', list(null)).means(
    `Speech-to-text in fallback order, like deepgram:flux-general-en, of ${namesOf(RECOGNISERS)} (docs/reference/recognition.md), sherpa, whose models parley speech install fetches, and phrase-book, which knows the phrases that the instructions of agents expect, and a few more.`,
    'the last installed model, then phrase-book',
  ),
  synthesisers: setting('PARLEY_SYNTHESISER', list(null)).means(
    `Text-to-speech in fallback order, <provider>:<voice>, of ${namesOf(SYNTHESISERS)} (docs/reference/synthesis.md), and flite:slt, flite:rms, flite:awb or flite:kal without an account.`,
    'flite:slt',
  ),
  voiceDetector: setting('PARLEY_VOICE_DETECTOR', choice(['silero', 'energy'])).means(
    'Voice activity detection: by energy, which the Silero model confirms where it can run, or by energy alone.',
  ),
  noiseSuppression: setting('PARLEY_NOISE_SUPPRESSION', choice(['off', 'rnnoise'])).means(
    'Whether background noise is removed from the caller\'s audio before recognition (docs/how-to/offline-speech.md "Noise"): rnnoise helps on noisy lines, costs some 2 % of a core for each call, and can harm recognition on quiet lines.',
  ),
  preemptive: setting('PARLEY_PREEMPTIVE', boolean(false)).means(
    'Whether replies are requested at the likely end of a turn, before it has ended: answers come sooner, and replies that turn out wrong are paid for and discarded (docs/explanation/media.md "Turns").',
  ),
  embeddings: setting('PARLEY_EMBEDDINGS', text(null)).means(
    `Embedding model by which agents find passages of Data Sources by their meaning, like openai:text-embedding-3-small, of ${namesOf(EMBEDDINGS)} (docs/how-to/knowledge.md).`,
    'sources are searched by words alone',
  ),
  timeZone: setting(
    'PARLEY_TIME_ZONE',
    text('UTC', { accepts: isTimeZone, write: 'an IANA time zone, like Europe/Berlin or UTC' }),
  ).means('Time zone of agents whose business has none of its own (docs/how-to/providers.md).'),
};

/** Embeddings of a server with OpenAI's protocol have a key and an address of their own. */
const isOfEmbeddings = (variable: string): boolean => variable.startsWith('PARLEY_EMBEDDINGS_');

const lineOfAddress = (variable: string): string => {
  if (isOfEmbeddings(variable)) return 'embeddingsBaseUrl';
  return variable.endsWith('_TTS_BASE_URL') ? 'speechBaseUrl' : 'baseUrl';
};

/** Key and addresses of each provider. A provider with different addresses for STT and TTS has a line for each. */
const providers = (): Section => {
  const found: Record<string, Section> = {};
  for (const kind of [...MODELS, ...RECOGNISERS, ...SYNTHESISERS, ...ENGINES, ...EMBEDDINGS]) {
    const { name, keyVariable, addressVariable, defaultAddress } = kind;
    const isInHelp = false;
    if (keyVariable !== null)
      found[name] = {
        ...found[name],
        [isOfEmbeddings(keyVariable) ? 'embeddingsApiKey' : 'apiKey']: {
          ...setting(keyVariable, secret()).means('API key.'),
          isInHelp,
        },
      };
    if (addressVariable === null) continue;
    const line = lineOfAddress(addressVariable);
    const address = setting(addressVariable, text(defaultAddress)).means('Base URL.');
    found[name] = { ...found[name], [line]: { ...address, isInHelp } };
  }
  return found;
};

export const PROVIDERS = providers();
