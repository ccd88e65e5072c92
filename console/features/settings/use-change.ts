/** Changes settings; pages show the settings in the answer from then on. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useBusinessId } from '../session/session.js';
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
  return useMutation<Data<'changeSettings'>, ApiProblem, Change>({
    mutationFn: (change) => callApi('changeSettings', { body: { businessId, ...change } }),
    onSuccess: (answer) => queries.setQueryData(['readSettings', null, { businessId }], answer),
  });
};
