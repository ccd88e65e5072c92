/**
 * A short run of the bench of conversations: no figure is worse than it was. The limits are the goals, or,
 * where a goal is missed, today's figures of a share of the cases, the worse half of each. Tighten them when a rule gets
 * better; never loosen them.
 */
import t from 'tap';
import { loadSilero } from '../../../bench/conversation/call/ears.js';
import type { Figure } from '../../../bench/conversation/figures.js';
import { PARTS } from '../../../bench/conversation/parts.js';
import { ONLY_IN_FULL_RUN } from '../../support/full-run.js';

t.setTimeout(300_000);

/** Limits of the figures that have a goal, and the share of the cases that run. */
const LIMITS: Readonly<
  Record<string, { readonly share: number; readonly limits: Readonly<Record<string, number>> }>
> = {
  cuts: {
    share: 0.25,
    limits: {
      'English: a word too many': 1,
      'English: lacks more than one': 23.1,
      'English, numbers and addresses: a word too many': 1,
      'English, numbers and addresses: lacks more than one': 22.3,
      'Chinese: a word too many': 1,
      'Chinese: lacks more than one': 33.4,
      'Japanese: a word too many': 66.7,
      'Japanese: lacks more than one': 33.4,
    },
  },
  openings: {
    share: 0.15,
    limits: {
      'people hung up on': 0,
      'call screeners hung up on': 0,
      'mailboxes found': 95,
      'messages left after the beep': 95,
      'texts of carriers found': 95,
    },
  },
  echo: {
    share: 0.04,
    limits: {
      'answers cut': 0,
      '"wait" over the echo: not stopped': 0,
      '"wait" over the echo: until silent, max': 600,
    },
  },
  turns: {
    share: 0.1,
    limits: {
      'full stops: split at a pause': 50,
      'full stops: not answered': 0,
      'full stops: wait after a finished turn, p50': 350,
      'full stops: wait after a finished turn, p95': 1_270,
      'no full stops: split at a pause': 0,
      'no full stops: not answered': 0,
      'no full stops: wait after a finished turn, p50': 480,
      'no full stops: wait after a finished turn, p95': 1_270,
    },
  },
  backchannels: {
    share: 0.2,
    limits: {
      'backchannels: gap over 150 ms': 0,
      'backchannels: became a turn': 0,
      'interruptions: did not stop': 0,
      'interruptions: silent after the partial result, max': 300,
      'interruptions: did not become a turn': 0,
      'answers: not answered': 0,
    },
  },
  sentences: {
    share: 0.2,
    limits: {
      'replies cut inside a sentence': 0,
    },
  },
  'spoken-forms': {
    share: 0.1,
    limits: {
      'equal to the expected form': 87,
    },
  },
  latency: {
    share: 0.05,
    limits: {
      'deepgram:nova-3, openai, elevenlabs: not answered': 0,
      'deepgram:flux, anthropic, cartesia: not answered': 0,
      'openai:gpt-4o-transcribe, groq, soniox: not answered': 0,
      'without punctuation, slow model and voice: not answered': 0,
    },
  },
};

const worse = ({ goal, open, heldOut }: Figure): number => {
  const values = [open, heldOut].filter((value) => value !== null);
  return goal !== null && 'atLeast' in goal ? Math.min(...values) : Math.max(...values);
};

t.test('each part has limits', async (t) => {
  t.same(
    Object.keys(LIMITS),
    PARTS.map(({ name }) => name),
  );
});

const hasSilero = (): boolean => {
  try {
    loadSilero();
    return true;
  } catch {
    return false;
  }
};

const cannotRun = (part: string): string | false => {
  // Cutting a thousand replies takes half as long as all other parts.
  if (part === 'cuts') return ONLY_IN_FULL_RUN;
  return part === 'echo' && !hasSilero() ? 'the voice detector cannot run here' : false;
};

for (const part of PARTS)
  t.test(`${part.name}: no figure is worse than before`, { skip: cannotRun(part.name) }, async (t) => {
    const { share = 1, limits = {} } = LIMITS[part.name] ?? {};
    const figures = part.run(share).figures.filter(({ goal }) => goal !== null);
    t.same(
      figures.map(({ measure }) => measure),
      Object.keys(limits),
    );
    for (const entry of figures) {
      const value = worse(entry);
      const limit = limits[entry.measure] ?? Number.NaN;
      const isAtLeast = entry.goal !== null && 'atLeast' in entry.goal;
      t.ok(isAtLeast ? value >= limit : value <= limit, `${entry.measure}: ${value}, limit ${limit}`);
    }
  });
