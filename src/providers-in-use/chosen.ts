/** Chooses an agent's providers among those that are open: its own lists, and the installation's where they apply. Pure. */

import type { StandIn } from '../../actors/provider-lists/events.js';
import type { MediaProviders } from '../../media/providers.js';
import { scriptedPhrases } from '../../providers/llm/scripted.js';
import { createAbsentModel } from '../../providers/llm/silent.js';
import { withNoiseSuppression } from '../../providers/speech/noise-suppression/suppressed-recogniser.js';
import type { NoiseSuppressor } from '../../providers/speech/noise-suppressor.js';
import type { Recogniser } from '../../providers/speech/recogniser.js';
import { routeVoices } from '../../providers/speech/synthesisers/voice-routing.js';
import { assertNever } from '../../schemas/assert.js';
import type { Installation } from './installation.js';
import type { OpenedList } from './own-list.js';

/** A list of the business; at most one per role. */
export interface ChosenList {
  readonly opened: OpenedList;
  readonly standIn: StandIn;
}

/** The providers in fallback order; roles without a list use the installation's. */
export const providersOf = (
  installation: Installation,
  lists: readonly ChosenList[],
  {
    timeZone,
    voiceDetector,
    turnDetector = null,
    noiseSuppressor = null,
  }: Pick<MediaProviders, 'timeZone' | 'voiceDetector' | 'turnDetector'> & {
    readonly noiseSuppressor?: NoiseSuppressor | null;
  },
): { readonly providers: MediaProviders; readonly defaultVoiceId: string } => {
  let { models, recognisers, synthesisers }: Pick<MediaProviders, 'models' | 'recognisers' | 'synthesisers'> =
    installation;
  // A business that has chosen its LLM, STT or TTS gets those, and no engine of the installation.
  let engines = lists.length === 0 ? installation.engines : [];
  for (const { opened, standIn } of lists) {
    const withStandIn = standIn === 'installation';
    switch (opened.role) {
      case 'model':
        // A silent model is no fallback: it would silence the agent.
        models = joined(
          opened.models,
          withStandIn && installation.hasModel ? installation.models : [],
          models,
        );
        break;
      case 'recogniser':
        recognisers = joined(opened.recognisers, withStandIn ? installation.recognisers : [], recognisers);
        break;
      case 'synthesiser':
        synthesisers = joined(
          opened.synthesisers,
          withStandIn ? installation.synthesisers : [],
          synthesisers,
        );
        break;
      case 'engine':
        engines = [...opened.engines, ...(withStandIn ? installation.engines : [])];
        break;
      default:
        assertNever(opened);
    }
  }
  const defaultVoiceId = synthesisers.flatMap(({ voices }) => voices)[0]?.id ?? '';
  const providers = {
    models:
      engines.length > 0 && models === installation.models && !installation.hasModel ? ABSENT_MODELS : models,
    recognisers: noiseSuppressor === null ? recognisers : quietly(recognisers, noiseSuppressor),
    synthesisers: routeVoices(synthesisers),
    engines,
    timeZone,
    voiceDetector,
    turnDetector,
    phrasesOf: scriptedPhrases,
  };
  return { providers, defaultVoiceId };
};

/** The fallback of an engine where no other model exists. */
const ABSENT_MODELS = [createAbsentModel()] as const;

const quietly = (
  [first, ...others]: MediaProviders['recognisers'],
  suppressor: NoiseSuppressor,
): MediaProviders['recognisers'] => [
  withNoiseSuppression(first, suppressor),
  ...others.map((recogniser: Recogniser) => withNoiseSuppression(recogniser, suppressor)),
];

/** `fallback`: the result if both are empty. */
const joined = <T>(
  own: readonly T[],
  standIns: readonly T[],
  fallback: readonly [T, ...T[]],
): readonly [T, ...T[]] => {
  const [first, ...others] = [...own, ...standIns];
  return first === undefined ? fallback : [first, ...others];
};
