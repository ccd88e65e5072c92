/** What the operations stand on; given by the composition. */
import type { ActorAsker } from '../actors/runtime/asking.js';
import type { ViewStore } from '../views/views.js';

export interface OperationsDeps {
  readonly actors: ActorAsker;
  readonly views: ViewStore;
  /** Voices that can be selected as `liveVoiceId`. */
  readonly voices: readonly { readonly id: string }[];
  /** Name of the carrier that places calls. */
  readonly carrier: string;
}
