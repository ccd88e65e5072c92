/** The transfer of a call's customer to another number: requested once, with the carrier's answer. */
import { DomainError } from '../../schemas/errors.js';
import type { CallEvent, ToolUseEnd } from './events.js';
import { type CallState, isPutThrough } from './state.js';

/** @throws DomainError call_not_live */
export const transfer = (state: CallState, useId: string, to: string): readonly CallEvent[] => {
  if (state.transfer?.useId === useId) return [];
  const isLive = state.ended === null && state.hangUp === null && state.placement.type === 'placed';
  if (!isLive || isPutThrough(state)) throw new DomainError('call_not_live');
  return [{ type: 'call.transfer_requested', useId, to }];
};

const TRANSFER_RESULTS: Readonly<
  Record<'accepted' | 'refused' | 'unknown', Pick<ToolUseEnd, 'result' | 'outcome'>>
> = {
  accepted: { outcome: 'done', result: 'The customer is being put through.' },
  refused: { outcome: 'failed', result: 'The carrier refused. The customer is still with you.' },
  unknown: { outcome: 'unknown', result: 'It is not known whether the customer is being put through.' },
};

/** Also ends the tool use, because the media session that would report its outcome may be gone by now. */
export const transferResult = (
  { transfer: requested, toolUses }: CallState,
  useId: string,
  outcome: 'accepted' | 'refused' | 'unknown',
  at: number,
): readonly CallEvent[] => {
  if (requested === null || requested.useId !== useId || requested.outcome !== null) return [];
  const answered: CallEvent = { type: 'call.transfer_answered', useId, outcome };
  const use = toolUses.find(({ id, end: ended }) => id === useId && ended === null);
  if (use === undefined) return [answered];
  const end: ToolUseEnd = { ...TRANSFER_RESULTS[outcome], durationMs: Math.max(0, at - requested.at) };
  return [answered, { type: 'call.tool_ended', id: useId, end }];
};
