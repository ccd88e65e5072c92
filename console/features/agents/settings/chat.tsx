/** What an agent does with messages, besides answering them. */
import type { ReactNode } from 'react';
import type { AgentDraft } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import styles from './settings.module.css';
import { YesNoChoice } from './yes-no.js';

interface ChatProps {
  readonly draft: AgentDraft;
  readonly onChange: (changed: Partial<AgentDraft>) => void;
}

export const ChatSettings = ({ draft, onChange }: ChatProps): ReactNode => {
  const texts = AGENTS.chat;
  return (
    <section className="stack" aria-labelledby="chat-settings">
      <h3 id="chat-settings">{texts.title}</h3>
      <div className={styles.grid}>
        <YesNoChoice
          label={texts.typing}
          help={texts.typingHelp}
          value={draft.typingIndicator}
          onChange={(typingIndicator) => onChange({ typingIndicator })}
        />
        <YesNoChoice
          label={texts.images}
          help={texts.imagesHelp}
          value={draft.showImages}
          onChange={(showImages) => onChange({ showImages })}
        />
        <YesNoChoice
          label={texts.voiceNotes}
          help={texts.voiceNotesHelp}
          value={draft.transcribeNotes}
          onChange={(transcribeNotes) => onChange({ transcribeNotes })}
        />
      </div>
    </section>
  );
};
