/** What the session of a rehearsal knows when it begins. */
import type { AttachedMedia } from '../../actors/call/commands.js';
import type { RecordedToolUse, Turn } from '../../actors/call/events.js';
import type { EarlierConversation, RehearsalRequest } from '../../operations/simulations/rehearse.js';
import { briefOf } from '../driver/session-brief.js';
import type { SessionBrief } from '../session/io.js';

/** When an earlier conversation ended, ms since its beginning. */
export const endOfEarlier = ({ lines, toolUses }: EarlierConversation): number =>
  Math.max(
    0,
    ...lines.map(({ startMs, endMs }) => endMs ?? startMs ?? 0),
    ...toolUses.map(({ atMs, durationMs }) => atMs + durationMs),
  );

const turnsOf = ({ lines }: EarlierConversation, epochMs: number): readonly Turn[] =>
  lines
    .filter(({ text }) => text !== '')
    .map(({ speaker, text, startMs = null, endMs = null, interrupted }, index) => ({
      turnId: `earlier${index}`,
      speaker: speaker === 'agent' ? 'assistant' : speaker,
      text,
      at: epochMs + (startMs ?? index),
      audioOffsetMs: startMs,
      audioEndOffsetMs: endMs,
      interrupted: interrupted === true,
      heard: 'acked',
      latencies: null,
    }));

const usesOf = ({ toolUses }: EarlierConversation, epochMs: number): readonly RecordedToolUse[] =>
  toolUses.map(({ name, arguments: args, outcome, result, atMs, durationMs }, index) => ({
    id: `earlier${index}`,
    name,
    arguments: args,
    outcome,
    result,
    at: epochMs + atMs,
    durationMs,
  }));

/** `epochMs`: zero of the conversation, ms since the epoch. */
export const rehearsalBrief = (
  { agent, history, memories }: RehearsalRequest,
  epochMs: number,
): SessionBrief => {
  const { agentId, disclosure, greeting, instructions, languageCode, voiceSettings } = agent;
  const attached: AttachedMedia = {
    agent: {
      agentId: agentId ?? '',
      name: '',
      instructions,
      greeting,
      disclosure,
      languageCode,
      voiceSettings,
      knowledgeSourceIds: agent.knowledgeSourceIds,
      ...(agent.timeZone === null ? {} : { timeZone: agent.timeZone }),
    },
    values: agent.values,
    contactId: null,
    mediaStartedAt: epochMs,
    greetingBegun: history !== undefined,
    disclosed: history !== undefined,
    turns: history === undefined ? [] : turnsOf(history, epochMs),
    toolUses: history === undefined ? [] : usesOf(history, epochMs),
  };
  const brief = briefOf(
    { ...attached, memories },
    {
      attachmentId: 'rehearsal',
      confirmsVoice: true,
      providers: { models: 1, synthesisers: 1, speechQueues: true, recognisers: 1, engines: 0 },
      preemptive: false,
    },
  );
  const { settings } = brief;
  // No stream was lost: the customer has not waited yet.
  return history === undefined
    ? brief
    : { ...brief, settings: { ...settings, fillerAfterLossMs: settings.fillerAfterMs } };
};
