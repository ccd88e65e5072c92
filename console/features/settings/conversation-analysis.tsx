/** Whether conversations are analysed when they fell silent, after how long, and what that costs. */
import { type ReactNode, useState } from 'react';
import { creditsOf } from '../../ui/format.js';
import { Problem } from '../../ui/states.js';
import { SETTINGS } from './messages.js';
import type { Settings } from './setting.js';
import { useChange } from './use-change.js';

const MAX_MINUTES = 4_320;

export const ConversationAnalysisSetting = ({ settings }: { readonly settings: Settings }): ReactNode => {
  const changing = useChange();
  const texts = SETTINGS.conversationAnalysis;
  const { enabled, silenceMinutes, priceMicrocredits } = settings.conversationAnalysis;
  const [minutes, setMinutes] = useState(String(silenceMinutes));
  const wanted = Number(minutes);
  const isValid = Number.isInteger(wanted) && wanted >= 1 && wanted <= MAX_MINUTES;
  const save = (isEnabled: boolean): void =>
    changing.mutate({
      conversationAnalysis: { enabled: isEnabled, silenceMinutes: isValid ? wanted : silenceMinutes },
    });
  return (
    <section className="stack" aria-labelledby="settings-conversation-analysis">
      <div>
        <h2 id="settings-conversation-analysis">{texts.title}</h2>
        <p className="help">{texts.help}</p>
      </div>
      <label className="tick">
        <input
          type="checkbox"
          checked={enabled}
          disabled={changing.isPending}
          onChange={({ target }) => save(target.checked)}
        />
        {texts.enabled(creditsOf(priceMicrocredits))}
      </label>
      <div className="field">
        <label htmlFor="conversation-silence">{texts.silence}</label>
        <input
          id="conversation-silence"
          type="number"
          min={1}
          max={MAX_MINUTES}
          value={minutes}
          aria-invalid={!isValid}
          aria-describedby="conversation-silence-help"
          onChange={({ target }) => setMinutes(target.value)}
          onBlur={() => {
            if (enabled && isValid && wanted !== silenceMinutes) save(true);
          }}
        />
        <p id="conversation-silence-help" className="help">
          {texts.silenceHelp}
        </p>
      </div>
      {changing.error !== null && <Problem problem={changing.error} />}
      {changing.isSuccess && <p role="status">{texts.saved}</p>}
    </section>
  );
};
