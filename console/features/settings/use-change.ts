/**
 * Changes settings; pages show the settings in the answer from then on. What somebody else has changed since the form was opened is not
 * overwritten: saving again does.
 */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiProblem, Data } from '../../api/client.js';
import { useBusinessId } from '../session/session.js';
import { sendChange } from './change-settings.js';
import type { Settings } from './setting.js';

/** Omitted fields stay unchanged; null is the installation's value, or no limit. */
interface Change {
  readonly carriers?: Settings['carriers'];
  readonly callAnalysis?: { readonly enabled: boolean };
  readonly conversationAnalysis?: { readonly enabled: boolean; readonly silenceMinutes: number };
}

export const useChange = (): UseMutationResult<Data<'changeSettings'>, ApiProblem, Change> => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const key = ['readSettings', null, { businessId }];
  /** What the form started from. */
  const [base, setBase] = useState(() => queries.getQueryData<Data<'readSettings'>>(key)?.settings);
  return useMutation<Data<'changeSettings'>, ApiProblem, Change>({
    mutationFn: (change) => sendChange(change, { businessId, base, onChanged: setBase }),
    onSuccess: (answer) => {
      setBase(answer.settings);
      queries.setQueryData(key, answer);
    },
  });
};
