/** Effects of an iteration: load its audience into blocks, direct these, and find out how many permits there are. */
import { assertNever } from '../../schemas/assert.js';
import type { IterationLink, Work } from '../recipients/events.js';
import type { IterationEffect } from './commands.js';
import type { IterationState, RecipientBlock } from './state.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Whether the block must be sent permits, or a change of the gate that matters to it. */
const needsDirection = (
  { gate }: IterationState,
  { permits, grant, received, finished }: RecipientBlock,
): boolean => {
  if (received.grantSeq < grant.seq) return true;
  if (finished || received.gate.is === gate.is) return false;
  switch (gate.is) {
    case 'cancelled':
    case 'open':
      return true;
    case 'closed':
      return permits > 0;
    default:
      return assertNever(gate.is);
  }
};

export const effects = (state: IterationState): Readonly<Record<string, IterationEffect>> => {
  const { iterationId, created, audience, blocks, gate, status } = state;
  if (created === null) return {};
  const owed: Record<string, IterationEffect> = {};
  if (audience.type === 'cursor') {
    const { campaignId, campaignName, channel, agentId, settings } = created;
    const { messageText, templateName, templateLanguage = null, templateComponents = [] } = settings;
    const { maxRetries, retryDelayMinutes, retryVoicemail = false, callBacks = null } = settings;
    const block = blocks.length;
    const link: IterationLink = { campaignId, campaignName, iterationId, block };
    const work: Work = {
      channel,
      agentId,
      messageText,
      templateName,
      templateLanguage,
      templateComponents,
      maxRetries,
      retryDelayMs: retryDelayMinutes * MINUTE_MS,
      ...(retryVoicemail ? { retryVoicemail } : {}),
      ...(callBacks === null
        ? {}
        : { callBacks: { max: callBacks.maxPerContact, withinMs: callBacks.withinDays * DAY_MS } }),
    };
    owed[`load:${block}`] = {
      kind: 'load_block',
      link,
      work,
      audience: created.audience,
      cursor: audience.cursor,
    };
  }
  for (const [index, block] of blocks.entries())
    if (needsDirection(state, block))
      owed[`direct:${index}:${gate.seq}:${block.grant.seq}`] = {
        kind: 'direct',
        block: index,
        grant: block.grant,
        gate: { seq: gate.seq, is: gate.is },
      };
  if (status === 'running' && state.sizeAt === null)
    owed[`size:${state.sizings}`] = { kind: 'size', channel: created.channel };
  return owed;
};
