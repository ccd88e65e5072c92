/** The settings of the business, next to those of the installation. */

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/live.js';
import { Loading, Problem } from '../../ui/states.js';
import { RoleRequired } from '../session/if-allowed.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { BusinessSetting } from './business.js';
import { CallAnalysisSetting } from './call-analysis.js';
import { CallingHoursSettings } from './calling-hours.js';
import { CarrierSettings } from './carriers.js';
import { ConversationAnalysisSetting } from './conversation-analysis.js';
import { DestinationSettings } from './destinations.js';
import { SETTINGS } from './messages.js';
import { ProviderSettings } from './providers.js';
import { TimeZoneSetting } from './time-zone.js';

export const SettingsPage = (): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = useRead('readSettings', { query: { businessId } });
  const canChange = useCan('changeSettings');
  const texts = SETTINGS;
  return (
    <div className="page settings">
      <h1>{texts.title}</h1>
      {!canChange && <RoleRequired operation="changeSettings" />}
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={8} />}
      {data !== undefined && (
        <>
          <section aria-labelledby="settings-business">
            <h2 id="settings-business">{texts.business.title}</h2>
            <dl className="facts">
              <div>
                <dt>{texts.business.lines}</dt>
                <dd className="figure">{texts.business.linesCount(data.settings.lines)}</dd>
              </div>
            </dl>
            <p className="help">{texts.business.managedBy}</p>
            <fieldset disabled={!canChange}>
              <legend className="hidden">{texts.business.title}</legend>
              <BusinessSetting settings={data.settings} />
              <TimeZoneSetting settings={data.settings} />
            </fieldset>
          </section>
          <fieldset disabled={!canChange}>
            <legend className="hidden">{texts.callingHours.title}</legend>
            <CallingHoursSettings settings={data.settings} />
          </fieldset>
          <fieldset disabled={!canChange}>
            <legend className="hidden">{texts.callAnalysis.title}</legend>
            <CallAnalysisSetting settings={data.settings} />
          </fieldset>
          <fieldset disabled={!canChange}>
            <legend className="hidden">{texts.conversationAnalysis.title}</legend>
            <ConversationAnalysisSetting settings={data.settings} />
          </fieldset>
          <fieldset disabled={!canChange}>
            <legend className="hidden">{texts.carriers.title}</legend>
            <CarrierSettings settings={data.settings} />
          </fieldset>
          <fieldset disabled={!canChange}>
            <legend className="hidden">{texts.destinations.title}</legend>
            <DestinationSettings settings={data.settings} />
          </fieldset>
          <ProviderSettings settings={data.settings} />
          <p>
            <Link href="/quotas">{texts.limits}</Link>
          </p>
        </>
      )}
    </div>
  );
};
