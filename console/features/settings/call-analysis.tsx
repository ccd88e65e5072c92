/** Whether calls are analysed when they have ended, and what that costs. */
import type { ReactNode } from 'react';
import { creditsOf } from '../../ui/format.js';
import { Problem } from '../../ui/states.js';
import { SETTINGS } from './messages.js';
import type { Settings } from './setting.js';
import { useChange } from './use-change.js';

export const CallAnalysisSetting = ({ settings }: { readonly settings: Settings }): ReactNode => {
  const changing = useChange();
  const texts = SETTINGS.callAnalysis;
  const { enabled, priceMicrocredits } = settings.callAnalysis;
  return (
    <section className="stack" aria-labelledby="settings-call-analysis">
      <div>
        <h2 id="settings-call-analysis">{texts.title}</h2>
        <p className="help">{texts.help}</p>
      </div>
      <label className="tick">
        <input
          type="checkbox"
          checked={enabled}
          disabled={changing.isPending}
          onChange={({ target }) => changing.mutate({ callAnalysis: { enabled: target.checked } })}
        />
        {texts.enabled(creditsOf(priceMicrocredits))}
      </label>
      {changing.error !== null && <Problem problem={changing.error} />}
      {changing.isSuccess && <p role="status">{texts.saved}</p>}
    </section>
  );
};
