/**
 * How pages stay up to date: the one place that knows how news come. They are asked for at a gentle pace while the page
 * is looked at, and not at all behind another tab.
 */
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ApiProblem, type Asked, ask, type Data, type OperationId } from './client.js';

/** ms between two looks: at a call that is up, at lists that change, at what stands above every page. */
const PACE = { call: 700, list: 3_000, frame: 10_000 } as const;
type Pace = keyof typeof PACE;

interface Following<O extends OperationId> {
  /** Absent: read once, and again when the page is come back to. */
  readonly pace?: Pace;
  /** Whether there is anything to come, of what was read last. Default: there always is. */
  readonly goesOn?: (data: Data<O>) => boolean;
  readonly enabled?: boolean;
}

/** Reads, and reads again as long as there is news to come. */
export const useRead = <O extends OperationId>(
  operation: O,
  asked: Asked<O>,
  { pace, goesOn, enabled = true }: Following<O> = {},
): UseQueryResult<Data<O>, ApiProblem> =>
  useQuery<Data<O>, ApiProblem>({
    queryKey: [operation, asked.path ?? null, asked.query ?? null],
    queryFn: ({ signal }) => ask(operation, { ...asked, signal }),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      if (pace === undefined) return false;
      return state.data !== undefined && goesOn?.(state.data) === false ? false : PACE[pace];
    },
  });
