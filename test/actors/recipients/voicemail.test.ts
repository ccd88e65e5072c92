/** Attempts that a machine answered: they are retried only if the settings say so. */
import t from 'tap';
import { recipients } from '../../../actors/recipients/index.js';
import { fold } from '../../support/actors/fold.js';

const link = { campaignId: 'k', campaignName: 'K', iterationId: 'i', block: 0 };
const work = {
  channel: 'voice' as const,
  agentId: 'a',
  messageText: null,
  templateName: null,
  maxRetries: 1,
  retryDelayMs: 60_000,
};
const activity = { kind: 'call', id: 'call-1' } as const;

/** A recipient, and an attempt on it that a machine answers. */
const start = (settings: { readonly retryVoicemail?: boolean }) => {
  const folded = fold(recipients, 'i-0');
  const members = [{ contactId: 'c0', skip: null }];
  folded.apply({ type: 'create', link, work: { ...work, ...settings }, members, cursor: null }, 0);
  const gate = { seq: 0, is: 'open' as const };
  folded.apply({ type: 'direct', gate, grant: { seq: 1, count: 1 } }, 0);
  const attempt = (at: number) => {
    const claim = { index: 0, revision: folded.state.recipients[0]?.revision ?? 0 };
    folded.apply({ type: 'confirm', claim, activity }, at);
    folded.apply({ type: 'attempt_ended', claim, outcome: 'voicemail' }, at);
  };
  return { folded, attempt, recipient: () => folded.state.recipients[0] };
};

t.test('a machine is final by default', async (t) => {
  for (const settings of [{}, { retryVoicemail: false }]) {
    const { attempt, recipient } = start(settings);
    attempt(0);
    t.match(recipient(), { status: 'voicemail', attempts: 1, retryAt: null });
  }
});

t.test('with retryVoicemail a machine is retried like an unanswered call', async (t) => {
  const { folded, attempt, recipient } = start({ retryVoicemail: true });
  attempt(0);
  t.match(recipient(), { status: 'retry_wait', attempts: 1, retryAt: 60_000 });
  folded.apply({ type: 'report_taken', report: folded.state.owedReport?.report ?? 0 }, 1);
  folded.advance(60_000);
  const gate = { seq: 0, is: 'open' as const };
  folded.apply({ type: 'direct', gate, grant: { seq: 2, count: 1 } }, 60_000);
  t.match(recipient(), { status: 'claimed' });
  attempt(60_000);
  t.match(recipient(), { status: 'voicemail', attempts: 2, retryAt: null }, 'as often as the settings allow');
});
