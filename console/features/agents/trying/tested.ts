/** What answers in a trial of an agent. Pure. */
import type { Agent, AgentDraft, ServiceDraft } from '../agent-draft.js';

/** `page`: the words as they are on the page, saved or not. */
export const SOURCES = ['page', 'live'] as const;
export type Source = (typeof SOURCES)[number];

/** The part of a request for a test that says what is tested. */
export interface Tested {
  readonly variables: Readonly<Record<string, string>>;
  /** The draft, with its other settings. */
  readonly useDraft?: true;
  /** Only if they are not those of the draft, or of the published version. */
  readonly instructions?: string;
}

interface TestedParams {
  readonly source: Source;
  readonly agent: Pick<Agent, 'instructions'>;
  readonly draft: Pick<ServiceDraft, 'instructions'> | null;
  readonly words: Pick<AgentDraft, 'instructions'>;
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * The words on the page that are not published, for a simulation, which knows no drafts; undefined: the published ones answer. Instructions
 * that are empty cannot be tested.
 */
export const unpublishedIn = ({
  source,
  agent,
  words,
}: Pick<TestedParams, 'source' | 'agent' | 'words'>): string | undefined =>
  source === 'live' || words.instructions === agent.instructions || words.instructions.trim() === ''
    ? undefined
    : words.instructions;

/** Instructions that are empty cannot be tested: then those that are saved answer. */
export const testedOf = ({ source, agent, draft, words, variables }: TestedParams): Tested => {
  if (source === 'live') return { variables };
  const saved = draft ?? agent;
  return {
    variables,
    ...(draft === null ? {} : { useDraft: true }),
    ...(words.instructions === saved.instructions || words.instructions.trim() === ''
      ? {}
      : { instructions: words.instructions }),
  };
};
