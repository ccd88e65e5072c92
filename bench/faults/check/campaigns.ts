/** Checks campaigns and messages: each recipient once, and everything reaches its end. */
import type { CampaignRecord, History } from '../history.js';
import type { Violation } from './violation.js';

/** @returns the broken promises about campaigns and messages */
export const checkCampaigns = ({ campaigns, messages }: History): readonly Violation[] => [
  ...campaigns.flatMap(checkCampaign),
  ...messages.flatMap(({ messageId, status, taken }) => [
    ...(taken > 1
      ? [{ code: 'message_sent_twice', what: `message ${messageId} was accepted ${taken} times` }]
      : []),
    ...(taken === 0 && status !== 'failed'
      ? [{ code: 'message_lost', what: `message ${messageId} is ${status}, but Meta never accepted it` }]
      : []),
    ...(status === 'read' || status === 'failed'
      ? []
      : [{ code: 'message_open', what: `message ${messageId} is ${status}` }]),
  ]),
];

const checkCampaign = ({
  campaignId,
  status,
  audience,
  counts,
  members,
}: CampaignRecord): readonly Violation[] => {
  const found: Violation[] = [];
  const expect = (holds: boolean, code: string, what: string): void => {
    if (!holds) found.push({ code, what: `campaign ${campaignId}: ${what}` });
  };
  expect(status === 'completed', 'campaign_open', `it is ${status}`);
  const people = members.map(({ contactId }) => contactId);
  expect(
    people.length === audience.length && new Set([...people, ...audience]).size === audience.length,
    'recipient_counted_twice',
    `${people.length} members, ${new Set(people).size} different ones, of an audience of ${audience.length}`,
  );
  const { total = 0, ...byStatus } = counts;
  const sum = Object.values(byStatus).reduce((before, count) => before + count, 0);
  expect(
    total === audience.length && sum === total,
    'recipient_counted_twice',
    `counts are ${JSON.stringify(counts)} of an audience of ${audience.length}`,
  );
  for (const { contactId, outcome, attempts } of members) {
    expect(outcome !== null, 'recipient_open', `recipient ${contactId} has no outcome`);
    expect(
      attempts.length <= 1,
      'recipient_tried_twice',
      `${contactId} had ${attempts.length} attempts of 1`,
    );
  }
  const callIds = members.flatMap(({ attempts }) => attempts.flatMap(({ callId }) => callId ?? []));
  expect(new Set(callIds).size === callIds.length, 'recipient_tried_twice', 'attempts share a call');
  return found;
};
