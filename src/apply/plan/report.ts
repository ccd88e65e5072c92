/** A plan as people read it, and as programs do. */
import { KIND_NAMES, type Kind } from '../resource.js';
import type { FieldChange, Plan, Step } from './plan.js';

const MAX_TEXT = 72;
const SIGNS = { create: '+', change: '~', delete: '-' } as const;

/** The kind and the name of what a step is about. */
export const subjectOf = (step: Step): string => {
  const { kind, key } = step.action === 'delete' ? step.present : step.wanted;
  return named(kind, key);
};

const named = (kind: Kind, key: string): string => `${KIND_NAMES[kind]} ${key}`;

/** One line a step and one a field, and what the steps amount to. */
export const planInWords = (plan: Plan): string => {
  const { steps, left, unchanged } = plan;
  return [
    ...steps.flatMap((step) => [`${SIGNS[step.action]} ${subjectOf(step)}`, ...detailsOf(step)]),
    ...left.map(({ kind, key }) => `  ${named(kind, key)} is not in the file; --prune removes it`),
    summaryOf(steps, unchanged),
  ]
    .map((line) => `${line}\n`)
    .join('');
};

const summaryOf = (steps: readonly Step[], unchanged: number): string => {
  if (steps.length === 0) return `Nothing to do: ${unchanged} resources are as in the file.`;
  const count = (action: Step['action']): number => steps.filter((step) => step.action === action).length;
  return `Plan: ${count('create')} to create, ${count('change')} to change, ${count('delete')} to delete, ${unchanged} unchanged.`;
};

const detailsOf = (step: Step): readonly string[] => {
  if (step.action === 'delete') return [];
  if (step.action === 'change') return step.changes.map(changeInWords);
  return Object.entries(step.wanted.fields).map(([field, value]) => `    ${field}: ${shown(value)}`);
};

const changeInWords = ({ field, before, after }: FieldChange): string =>
  `    ${field}: ${shown(before)} -> ${shown(after)}`;

const shown = (value: unknown): string => {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value);
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`;
};

/** For `--json`. */
export const planAsJson = ({ steps, left, unchanged }: Plan): object => ({
  steps: steps.map((step) => ({
    action: step.action,
    kind: step.action === 'delete' ? step.present.kind : step.wanted.kind,
    name: step.action === 'delete' ? step.present.key : step.wanted.key,
    ...(step.action === 'change' ? { changes: step.changes } : {}),
  })),
  left: left.map(({ kind, key }) => ({ kind, name: key })),
  unchanged,
});
