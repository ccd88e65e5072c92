/** The LLM, STT, TTS and engines of a node's agents: for calls, conversations, agent tests and summaries. */
import { Counter, type Registry } from 'prom-client';
import { ownListsFor, ownListsOf } from '../../operations/providers/own-lists.js';
import type { NoiseSuppressor } from '../../providers/speech/noise-suppressor.js';
import type { TurnDetector } from '../../providers/speech/turn-detector.js';
import type { VoiceDetector } from '../../providers/speech/voice-detector.js';
import { openProvidersInUse, type ProvidersInUse } from '../providers-in-use/in-use.js';
import type { CountLists } from '../providers-in-use/own-shares.js';
import type { Foundation } from './foundation.js';
import type { Messaging } from './messaging.js';
import type { State } from './state.js';

export interface Providers {
  readonly providersInUse: ProvidersInUse;
  readonly voiceDetector: VoiceDetector | null;
  readonly turnDetector: TurnDetector | null;
  readonly noiseSuppressor: NoiseSuppressor | null;
  readonly countLists: CountLists;
}

/** Opens the providers that the installation's settings name. @throws ConfigError */
export const openProviders = async (
  services: Foundation & Messaging & State,
  {
    voiceDetector,
    turnDetector,
    noiseSuppressor,
  }: Pick<Providers, 'voiceDetector' | 'turnDetector' | 'noiseSuppressor'>,
): Promise<Providers> => {
  const { actors, config, countTokens, logger, registry, sealer, tenantNames, journalTime } = services;
  const countLists = listCounter(registry);
  const providersInUse = await openProvidersInUse(config, {
    config,
    development: config.development,
    names: tenantNames,
    countTokens,
    countLists,
    listsFor: (businessId, agentId) => ownListsFor({ actors, sealer }, businessId, agentId),
    speakersOf: (businessId) => ownListsOf({ actors, sealer }, businessId, 'synthesiser'),
    timeZone: config.timeZone,
    imageModels: config.imageModels,
    voiceDetector,
    turnDetector,
    noiseSuppressor,
    wallClock: journalTime,
    logger,
  });
  return { providersInUse, voiceDetector, turnDetector, noiseSuppressor, countLists };
};

/** Counts the outcomes of using businesses' own lists. */
const listCounter = (registry: Registry): CountLists => {
  const counter = new Counter({
    name: 'parley_provider_lists_total',
    help: 'Uses of provider lists of businesses, by outcome',
    labelNames: ['role', 'outcome'],
    registers: [registry],
  });
  return (role, outcome) => counter.inc({ role, outcome });
};
