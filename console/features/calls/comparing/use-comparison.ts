/** Lets a version answer the customer's turns of a call, in a written test, one after the other. */
import { useEffect, useRef, useState } from 'react';
import { ApiProblem, callApi } from '../../../api/client.js';
import { useBusinessId } from '../../session/session.js';

/** Null: the draft. */
export type VersionChoice = number | null;

type Comparison =
  | { readonly state: 'none' }
  | {
      readonly state: 'running' | 'stopped' | 'complete';
      readonly version: VersionChoice;
      /** Null until the test has begun. */
      readonly testId: string | null;
      /** In the order of the customer's turns. */
      readonly answers: readonly string[];
      readonly problem: ApiProblem | null;
    };

interface ComparisonRequest {
  readonly agentId: string;
  readonly version: VersionChoice;
  readonly turns: readonly string[];
  /** Of the call's contact; null: the call has none. */
  readonly contactId: string | null;
}

interface Run {
  readonly comparison: Comparison;
  readonly start: (request: ComparisonRequest) => void;
  readonly stop: () => void;
}

export const useComparison = (): Run => {
  const businessId = useBusinessId();
  const [comparison, setComparison] = useState<Comparison>({ state: 'none' });
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const run = async (
    { agentId, version, turns, contactId }: ComparisonRequest,
    signal: AbortSignal,
  ): Promise<void> => {
    let testId: string | null = null;
    const answers: string[] = [];
    const show = (state: 'running' | 'stopped' | 'complete', problem: ApiProblem | null = null): void => {
      if (!signal.aborted || state === 'stopped')
        setComparison({ state, version, testId, answers: [...answers], problem });
    };
    show('running');
    try {
      const variables =
        contactId === null ? {} : await variablesOf({ businessId, agentId, contactId }, signal);
      const begun = await callApi('startAgentTest', {
        body: { businessId, agentId, variables, ...(version === null ? { useDraft: true } : { version }) },
        signal,
      });
      testId = begun.testId;
      for (const text of turns) {
        show('running');
        const { messages } = await callApi('continueAgentTest', {
          path: { testId },
          body: { businessId, text },
          signal,
        });
        answers.push(messages.at(-1)?.text ?? '');
      }
      show('complete');
    } catch (error) {
      if (signal.aborted) return show('stopped');
      if (!(error instanceof ApiProblem)) throw error;
      show('stopped', error);
    }
  };
  return {
    comparison,
    start: (request) => {
      current.current?.abort();
      const controller = new AbortController();
      current.current = controller;
      void run(request, controller.signal);
    },
    stop: () => current.current?.abort(),
  };
};

/** The values that a call to the contact would have; none if the agent cannot call it any more. */
const variablesOf = async (
  query: { readonly businessId: string; readonly agentId: string; readonly contactId: string },
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> => {
  try {
    return (await callApi('resolveVoiceCall', { query, signal })).values;
  } catch (error) {
    if (error instanceof ApiProblem && !signal.aborted) return {};
    throw error;
  }
};
