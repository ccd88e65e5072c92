/** What a session would have known with another agent, or with other settings. */
import { factsFor, referringInstructions } from '../../providers/llm/untrusted.js';
import type { AgentResource } from '../../schemas/agents/agent.js';
import { fillPlaceholders } from '../../schemas/text.js';
import { briefOf } from '../driver/session-brief.js';
import type { SessionBrief } from '../session/io.js';
import type { SessionSettings } from '../settings.js';

/** Settings to try; the others stay as recorded. */
export interface ChangedSettings extends Partial<Omit<SessionSettings, 'endOfTurn'>> {
  readonly endOfTurn?: Partial<SessionSettings['endOfTurn']>;
}

/** The brief with other settings. */
export const withSettings = (
  brief: SessionBrief,
  { endOfTurn, ...changed }: ChangedSettings,
): SessionBrief => ({
  ...brief,
  settings: {
    ...brief.settings,
    ...changed,
    endOfTurn: { ...brief.settings.endOfTurn, ...endOfTurn },
  },
});

/** The fields of an agent that a session depends on. */
export type SpeakingAgent = Pick<
  AgentResource,
  'instructions' | 'languageCode' | 'voiceSettings' | 'dataSourceIds'
>;

const PLACEHOLDER = /\{\{[^{}]*\}\}/;

/**
 * The brief that the call would have had with this agent. Providers, the customer, what happened before and the action
 * on voicemail stay. A log has only the values that the recorded instructions refer to: a greeting or a disclosure
 * that differs from the recorded one by other values alone counts as the same.
 */
export const withAgent = (brief: SessionBrief, agent: SpeakingAgent): SessionBrief => {
  const { facts = {}, settings, providers } = brief;
  const { voiceSettings, languageCode, dataSourceIds } = agent;
  const instructions = referringInstructions(agent.instructions, facts);
  const disclosure = spoken(voiceSettings.disclosure ?? '', facts, brief.disclosure ?? '');
  return briefOf(
    {
      agent: {
        agentId: '',
        name: '',
        instructions,
        greeting: spoken(voiceSettings.firstGreeting ?? '', facts, brief.greeting),
        disclosure,
        languageCode,
        voiceSettings,
        voicemail: brief.voicemail,
        knowledgeSourceIds: dataSourceIds,
      },
      values: factsFor(instructions, facts),
      mediaStartedAt: brief.epochMs,
      greetingBegun: brief.resumed,
      disclosed: brief.disclosed ?? false,
      turns: brief.turns,
      followsLost: brief.followsLost ?? false,
      toolUses: brief.toolUses,
      isBack: brief.isBack,
      notes: brief.notes ?? [],
      memories: brief.memories ?? [],
    },
    {
      attachmentId: brief.attachmentId,
      confirmsVoice: brief.confirmsVoice,
      judgesTurns: brief.judgesTurns ?? false,
      providers,
      preemptive: settings.preemptive,
      reckonedReceipts: brief.reckonedReceipts ?? false,
    },
  );
};

const spoken = (text: string, facts: Readonly<Record<string, string>>, recorded: string): string => {
  const filled = fillPlaceholders(text, facts);
  return PLACEHOLDER.test(filled) && isFilledFrom(recorded, filled) ? recorded : filled;
};

/** Whether a text is another with some value in place of each placeholder. */
const isFilledFrom = (text: string, template: string): boolean => {
  const [first = '', ...rest] = template.split(PLACEHOLDER);
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const found = isLast && part !== '' ? text.lastIndexOf(part) : text.indexOf(part, from);
    if (found < from) return false;
    from = found + part.length;
  }
  return rest.at(-1) === '' || from === text.length;
};
