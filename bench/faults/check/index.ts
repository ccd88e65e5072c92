/**
 * Checks a history against the promises. A pure function: it does not know the seed's plan, and reads only what users
 * can see. A damaged journal is either harmless, and then every promise holds, or it is refused: no node is ready, and
 * nothing else is judged. Serving what is left of a damaged journal is the one forbidden outcome.
 */
import type { History } from '../history.js';
import { checkCalls } from './calls.js';
import { checkCampaigns } from './campaigns.js';
import { checkRequests } from './requests.js';
import type { Violation } from './violation.js';
import { checkWebhooks } from './webhooks.js';

/** @returns every promise that the history breaks; empty if there is none */
export const check = (history: History): readonly Violation[] => {
  const isDamaged = history.faults.some(
    ({ type, skipped }) => type === 'journal_damaged' && skipped === null,
  );
  const serving = history.readiness.filter(({ status }) => status === 200);
  if (isDamaged && serving.length < history.readiness.length) return serving.map(servesWhatOthersRefuse);
  const broken = [
    ...checkReadiness(history),
    ...checkRequests(history),
    ...checkCalls(history),
    ...checkCampaigns(history),
    ...checkWebhooks(history),
  ];
  const summary = `a damaged journal is served, and ${broken.length} promises are broken`;
  return isDamaged && broken.length > 0 ? [{ code: 'damage_served', what: summary }, ...broken] : broken;
};

const servesWhatOthersRefuse = ({ node }: History['readiness'][number]): Violation => ({
  code: 'damage_served',
  what: `node ${node} serves a damaged journal that other nodes refuse`,
});

const checkReadiness = ({ readiness, readyWhileAway }: History): readonly Violation[] => [
  ...readiness
    .filter(({ status }) => status !== 200)
    .map(({ node, status, codes }) => ({
      code: 'not_ready',
      what: `node ${node} answers ${status} at /readyz after everything healed: ${codes.join(', ')}`,
    })),
  ...readyWhileAway.map(({ node, fault }) => ({
    code: 'ready_without_journal',
    what: `node ${node} answers 200 at /readyz seconds into ${fault}`,
  })),
];
