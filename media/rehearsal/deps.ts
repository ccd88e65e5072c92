/** What rehearsals need of the service, or of the command that plays them. */
import type { ConversationDeps } from '../../operations/simulations/in-writing.js';
import type { FairSlots } from '../../providers/scheduling/fair-slots.js';
import type { RealTime } from './clock.js';

export interface RehearsalDeps extends ConversationDeps {
  /** ms since the epoch. */
  readonly wallClock: () => number;
  /** Bounds concurrent conversations, by business. */
  readonly slots: FairSlots;
  /** Absent: the clock of this machine. */
  readonly time?: RealTime;
}
