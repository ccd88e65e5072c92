/** What the operations stand on; given by the composition. */
import type { ActorAsker } from '../actors/runtime/asking.js';
import type { AssetStore } from '../providers/assets/asset-store.js';
import type { LanguageModel } from '../providers/llm/language-model.js';
import type { ViewStore } from '../views/views.js';

export interface OperationsDeps {
  readonly actors: ActorAsker;
  readonly views: ViewStore;
  /** Keeps uploaded files until they are worked through. */
  readonly assets: AssetStore;
  /** Voices that can be selected as `liveVoiceId`. */
  readonly voices: readonly { readonly id: string }[];
  /** Name of the carrier that places calls. */
  readonly carrier: string;
  /** Answers in agent tests. */
  readonly model: LanguageModel;
}
