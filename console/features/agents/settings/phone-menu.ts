/** What an agent does in phone menus, as its editor has it. */
import type { Data } from '../../../api/client.js';

type PhoneMenu = NonNullable<Data<'listAgents'>['agents'][number]['voiceSettings']['phoneMenu']>;

/** Limits of the API (schemas/agents/agent.ts). */
export const MENU_GOAL_CHARACTERS = 500;
export const MENU_REPEATS = { least: 2, most: 10, usual: 3 } as const;
/** Of the name of a tool, as a whole (schemas/patterns.ts). */
export const TOOL_NAME_PATTERN = '[A-Za-z][A-Za-z0-9_]{0,63}';

/** An empty goal: the agent has none, and answers menus like people. */
export interface PhoneMenuDraft {
  readonly menuGoal: string;
  readonly menuRepeats: number | null;
  readonly menuTransferTool: string;
}

export const phoneMenuDraftOf = (menu: PhoneMenu | undefined): PhoneMenuDraft => ({
  menuGoal: menu?.goal ?? '',
  menuRepeats: menu?.repeats ?? null,
  menuTransferTool: menu?.transferTool ?? '',
});

/** Null if there is no goal, without which the other settings mean nothing. */
export const phoneMenuOf = ({
  menuGoal,
  menuRepeats,
  menuTransferTool,
}: PhoneMenuDraft): PhoneMenu | null => {
  const goal = menuGoal.trim();
  const transferTool = menuTransferTool.trim();
  if (goal === '') return null;
  return {
    goal,
    ...(menuRepeats === null ? {} : { repeats: menuRepeats }),
    ...(transferTool === '' ? {} : { transferTool }),
  };
};
