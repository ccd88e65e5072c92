/** What is wrong with the words of an agent, before the service is asked. Pure. */
import { type AgentDraft, countWords, placeholdersIn } from '../agent-draft.js';
import { outlineOf } from './outline.js';

/** Limits as the service counts them. */
export const MAX_WORDS = { disclosure: 60, greeting: 30, instructions: 20_000 } as const;

export type PromptProblem =
  | { readonly type: 'no_instructions' }
  | { readonly type: 'too_long'; readonly field: keyof typeof MAX_WORDS; readonly words: number }
  /** No data source has a field of that name. */
  | { readonly type: 'unknown_variable'; readonly alias: string }
  | { readonly type: 'not_granted'; readonly alias: string }
  | { readonly type: 'empty_section'; readonly title: string; readonly from: number; readonly to: number };

/** `known`: the fields that can be used. */
export const problemsIn = (
  draft: AgentDraft,
  known: { has(alias: string): boolean },
): readonly PromptProblem[] => {
  const granted = new Set(draft.variables.map(({ alias }) => alias));
  const isVoice = draft.channel === 'voice';
  const fields = isVoice
    ? (['disclosure', 'greeting', 'instructions'] as const)
    : (['instructions'] as const);
  return [
    ...(draft.instructions.trim() === '' ? [{ type: 'no_instructions' } as const] : []),
    ...fields.flatMap((field): readonly PromptProblem[] => {
      const words = countWords(draft[field]);
      return words > MAX_WORDS[field] ? [{ type: 'too_long', field, words }] : [];
    }),
    ...placeholdersIn(fields.map((field) => draft[field]).join(' '))
      .filter((alias) => !granted.has(alias))
      .map((alias) => ({ type: known.has(alias) ? 'not_granted' : 'unknown_variable', alias }) as const),
    ...outlineOf(draft.instructions)
      .filter(({ isEmpty }) => isEmpty)
      .map(({ title, from, to }) => ({ type: 'empty_section', title, from, to }) as const),
  ];
};
