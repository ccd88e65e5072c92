/** What interrupts the agent, and what it does in phone menus. */
import type { ReactNode } from 'react';
import { Choice, Field } from '../../../ui/forms/field.js';
import { LongField } from '../../../ui/forms/long-field.js';
import type { AgentDraft } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import { backchannelProblem } from './backchannels.js';
import { MENU_GOAL_CHARACTERS, MENU_REPEATS, TOOL_NAME_PATTERN } from './phone-menu.js';
import styles from './settings.module.css';

interface TurnSettingsProps {
  readonly draft: AgentDraft;
  readonly onChange: (changed: Partial<AgentDraft>) => void;
}

export const Backchannels = ({ draft, onChange }: TurnSettingsProps): ReactNode => (
  <LongField
    label={AGENTS.backchannels}
    help={AGENTS.backchannelsHelp}
    rows={3}
    error={backchannelProblem(draft.backchannels)}
    value={draft.backchannels}
    onChange={(backchannels) => onChange({ backchannels })}
  />
);

/** Longest filler that the API accepts (schemas/agents/agent.ts). */
const FILLER_CHARACTERS = 200;

/** The words are edited once the agent has its own. */
export const Filler = ({ draft: { filler }, onChange }: TurnSettingsProps): ReactNode => {
  const texts = AGENTS;
  const kind = filler === null ? 'default' : filler === '' ? 'none' : 'own';
  return (
    <>
      <Choice
        label={texts.filler}
        value={kind}
        choices={[
          { value: 'default', name: texts.useDefault },
          { value: 'none', name: texts.noFiller },
          { value: 'own', name: texts.ownFiller },
        ]}
        onChange={(chosen) =>
          onChange({ filler: chosen === 'default' ? null : chosen === 'none' ? '' : texts.usualFiller })
        }
      />
      {kind === 'own' && (
        <Field
          label={texts.ownFiller}
          maxLength={FILLER_CHARACTERS}
          value={filler ?? ''}
          onChange={(typed) => onChange({ filler: typed })}
        />
      )}
    </>
  );
};

/** The other settings appear with the goal, because they mean nothing without it. */
export const PhoneMenu = ({ draft, onChange }: TurnSettingsProps): ReactNode => {
  const texts = AGENTS.phoneMenu;
  return (
    <>
      <LongField
        label={texts.goal}
        help={texts.goalHelp}
        rows={2}
        maxLength={MENU_GOAL_CHARACTERS}
        value={draft.menuGoal}
        onChange={(menuGoal) => onChange({ menuGoal })}
      />
      {draft.menuGoal.trim() !== '' && (
        <div className={styles.grid}>
          <Field
            label={texts.repeats}
            help={texts.repeatsHelp}
            type="number"
            min={MENU_REPEATS.least}
            max={MENU_REPEATS.most}
            step={1}
            placeholder={String(MENU_REPEATS.usual)}
            value={draft.menuRepeats === null ? '' : String(draft.menuRepeats)}
            onChange={(typed) => onChange({ menuRepeats: typed === '' ? null : Number(typed) })}
          />
          <Field
            label={texts.transferTool}
            help={texts.transferToolHelp}
            pattern={TOOL_NAME_PATTERN}
            autoComplete="off"
            value={draft.menuTransferTool}
            onChange={(menuTransferTool) => onChange({ menuTransferTool })}
          />
        </div>
      )}
    </>
  );
};
