/** Whether a rule fires. */
import type { ReactNode } from 'react';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import type { AlertRule } from './draft.js';
import { ALERTS } from './messages.js';

const TONES = { ok: 'good', firing: 'bad', off: 'quiet' } as const;

export const RuleStatus = ({ rule: { status } }: { readonly rule: AlertRule }): ReactNode => (
  <StatusPill tone={TONES[status]}>{ALERTS.statuses[status]}</StatusPill>
);
