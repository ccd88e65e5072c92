/** Model, speech-to-text and text-to-speech providers: a list for each role, for all agents or for one. */

import { type ReactNode, useState } from 'react';
import { useRead } from '../../api/live.js';
import { usePages } from '../../api/pages.js';
import { Choice } from '../../ui/forms/field.js';
import { Loading, Problem } from '../../ui/states.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { SETTINGS } from './messages.js';
import { ProviderList } from './provider-list.js';
import { ProviderTest } from './provider-test.js';
import type { Settings, StoredList } from './setting.js';

/** Of the installation: no list of a business names it. */
const EMBEDDINGS = 'embeddings';

export const ProviderSettings = ({ settings }: { readonly settings: Settings }): ReactNode => {
  const businessId = useBusinessId();
  const [agentId, setAgentId] = useState('');
  const { data, error, refetch } = useRead('listProviders', { query: { businessId } });
  const agents = usePages('listAgents', { query: { businessId, limit: 200 } });
  const choices = (agents.data?.pages.flatMap((page) => page.agents) ?? [])
    .filter(({ status }) => status !== 'archived')
    .map(({ id, name }) => ({ value: id, name }));
  const texts = SETTINGS.providers;
  const canSet = useCan('setProviders');
  const listOf = (role: StoredList['role'], agent: string | null): StoredList | null =>
    data?.lists.find((list) => list.role === role && list.agentId === agent) ?? null;
  return (
    <section className="stack" aria-labelledby="settings-providers">
      <div>
        <h2 id="settings-providers">{texts.title}</h2>
        <p className="help">{texts.help}</p>
      </div>
      <div className="narrow-form">
        <Choice
          label={texts.scope}
          value={agentId}
          choices={[{ value: '', name: texts.all }, ...choices]}
          onChange={setAgentId}
        />
      </div>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined &&
        settings.installation.providers.map((installed) => {
          const list = listOf(installed.role, agentId === '' ? null : agentId);
          return (
            <fieldset key={`${agentId} ${installed.role} ${JSON.stringify(list)}`} disabled={!canSet}>
              <legend className="hidden">{texts.roles[installed.role]}</legend>
              <ProviderList
                agentId={agentId === '' ? null : agentId}
                installed={installed}
                list={list}
                isInherited={agentId !== '' && listOf(installed.role, null) !== null}
              />
            </fieldset>
          );
        })}
      {canSet && (
        <section className="role" aria-label={texts.meaning}>
          <h3>{texts.meaning}</h3>
          <p className="help">{texts.meaningHelp}</p>
          <ProviderTest agentId={null} role={EMBEDDINGS} isSaved />
        </section>
      )}
    </section>
  );
};
