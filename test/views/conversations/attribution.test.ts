/** Messages attributed to a campaign: those that follow its message in the journal, for 72 hours. */
import t from 'tap';
import type { ConversationEvent } from '../../../actors/conversation/events.js';
import { openViews } from '../store-support.js';

const NOON = 1_700_000_000_000;
const STEP_BACK_MS = 20_000;
const HOUR_MS = 3_600_000;

const OPENED: ConversationEvent = {
  type: 'conversation.opened',
  channel: 'whatsapp',
  accountId: '106',
  address: '14155550101',
};

const queued = (messageId: string, campaignId: string | null): ConversationEvent => ({
  type: 'message.queued',
  messageId,
  author: campaignId === null ? 'agent' : 'campaign',
  recipient: '+14155550101',
  content: { type: 'text', text: messageId },
  campaign:
    campaignId === null
      ? null
      : { campaignId, iterationId: 'i1', block: 0, claim: { index: 0, revision: 1 } },
});

t.test(
  'attributes a message to the campaign before it although the clock of its node was set back',
  async (t) => {
    const { store, show } = await openViews(t);
    const campaignOf = (messageId: string) => store.ownMessage('b1', messageId)?.campaignId;
    await show('conversation', 'b1', 'v1', [OPENED, queued('m1', 'k1')], NOON);
    await show('conversation', 'b1', 'v1', [queued('m2', null)], NOON - STEP_BACK_MS);
    t.equal(campaignOf('m2'), 'k1');
    await show('conversation', 'b1', 'v1', [queued('m3', null)], NOON + 72 * HOUR_MS);
    t.equal(campaignOf('m3'), 'k1');
    await show('conversation', 'b1', 'v1', [queued('m4', null)], NOON + 72 * HOUR_MS + 1);
    t.equal(campaignOf('m4'), null);
  },
);
