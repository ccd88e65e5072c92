/** The disclosure that an agent must make first on every call, and whether it was heard (docs/explanation/media.md "Disclosure"). */
import { type Static, Type } from 'typebox';
import { Count, closed, literals, nullable } from '../shapes.js';

/** Maximum words of one disclosure, as `countWords` counts them. */
export const MAX_DISCLOSURE_WORDS = 60;
/** Maximum characters of one disclosure, counting placeholders as written. */
export const MAX_DISCLOSURE_CHARACTERS = 500;

/** Whether 95 % of a disclosure was heard; the same in a call's resource and in webhooks. */
export const Disclosure = Type.Object(
  {
    status: literals(['heard', 'not_heard', 'none'], {
      description:
        'none: the agent had no disclosure to make. not_heard: less than 95 % of it was heard, or it has not been spoken yet.',
    }),
    heardAtMs: nullable(Count, {
      description: 'Position in the recording, ms, at which 95 % of it was heard. Null unless heard.',
      examples: [2400],
    }),
    proof: nullable(literals(['acked', 'estimated']), {
      description:
        'acked: the carrier confirmed its playback. estimated: computed from the time of sending, because the carrier does not confirm playback. null unless heard.',
    }),
  },
  closed,
);
export type Disclosure = Static<typeof Disclosure>;

/** The disclosure of a call whose agent has none. */
export const NO_DISCLOSURE: Disclosure = { status: 'none', heardAtMs: null, proof: null };
