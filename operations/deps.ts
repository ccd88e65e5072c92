/** What the operations stand on; given by the composition. */
import type { ActorAsker } from '../actors/runtime/asking.js';
import type { Views } from '../views/views.js';

export interface OperationsDeps {
  readonly actors: ActorAsker;
  readonly views: Views & { catchUp(businessId: string): Promise<void> };
  /** Voices that can be selected as `liveVoiceId`. */
  readonly voices: readonly { readonly id: string }[];
  /** Name of the carrier that places calls. */
  readonly carrier: string;
}

/** Reads a view; on a miss it catches up with the journal once and reads again (architecture.md, "Read models"). */
export const readThrough = async <T>(
  deps: OperationsDeps,
  businessId: string,
  read: () => T | null,
): Promise<T | null> => {
  const found = read();
  if (found !== null) return found;
  await deps.views.catchUp(businessId);
  return read();
};
