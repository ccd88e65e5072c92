/** Commands, queries and effects of an iteration. */
import type { CampaignChannel, IterationStatus } from '../../schemas/campaigns/states.js';
import type { Gate, IterationLink, Report, Work } from '../recipients/events.js';
import type { Audience, IterationEvent } from './events.js';

export type IterationCommand =
  | (Omit<Extract<IterationEvent, { type: 'iteration.created' }>, 'type'> & { readonly type: 'create' })
  /** Refused with `iteration_ended`, `iteration_not_started`. A repetition changes nothing. */
  | { readonly type: 'act'; readonly action: 'start' | 'pause' | 'cancel' }
  | {
      readonly type: 'block_loaded';
      readonly block: number;
      readonly size: number;
      readonly eligible: number;
      readonly cursor: string | null;
    }
  | {
      readonly type: 'block_directed';
      readonly block: number;
      readonly gate: { readonly seq: number; readonly is: Gate };
      readonly grantSeq: number;
    }
  | { readonly type: 'block_report'; readonly block: number; readonly report: Report }
  /** Permits: how many recipients may be claimed or contacted at a time. */
  | { readonly type: 'size'; readonly permits: number };

export type IterationEffect =
  /** Load the next members into a block; answers `block_loaded`. */
  | {
      readonly kind: 'load_block';
      readonly link: IterationLink;
      readonly work: Work;
      readonly audience: Audience;
      /** Where the audience continues; null at the beginning. */
      readonly cursor: string | null;
    }
  /** Send a block its permits and the gate; answers `block_directed`. */
  | {
      readonly kind: 'direct';
      readonly block: number;
      readonly gate: { readonly seq: number; readonly is: Gate };
      readonly grant: { readonly seq: number; readonly count: number };
    }
  /** Find out how many lines there are and how many sources share them; answers `size`. */
  | { readonly kind: 'size'; readonly channel: CampaignChannel };

export interface IterationQueries {
  /** @throws DomainError iteration_not_found */
  get(): IterationDetails;
}

export interface IterationDetails {
  readonly status: IterationStatus;
  /** Whether the whole audience is in blocks. */
  readonly audienceReady: boolean;
}
