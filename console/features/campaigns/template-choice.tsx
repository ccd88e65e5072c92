/** Chooses one of the templates that Meta has approved for the account of a campaign's agent; its name can be typed where Meta lists none. */
import type { ReactNode } from 'react';
import { useRead } from '../../api/live.js';
import { Choice } from '../../ui/forms/field.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import styles from './campaign-builder.module.css';
import type { Draft } from './draft.js';
import { CAMPAIGNS } from './messages.js';

interface TemplateChoiceProps {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
}

const NONE = '';

export const TemplateChoice = ({ draft, onChange }: TemplateChoiceProps): ReactNode => {
  const businessId = useBusinessId();
  const accounts = useRead('listChannelAssignments', {
    query: { businessId, channel: 'whatsapp', limit: 200 },
  });
  const account = accounts.data?.assignments.find(({ aiAgentId }) => aiAgentId === draft.agentId);
  const phoneNumberId = account?.phoneNumberId ?? null;
  const { data, error, refetch } = useRead('listTemplates', {
    query: { businessId, ...(phoneNumberId === null ? {} : { phoneNumberId }) },
  });
  const approved = (data?.templates ?? []).filter(({ status }) => status === 'APPROVED');
  const texts = CAMPAIGNS.builder;
  if (error?.code === 'templates_unreachable')
    return <Problem problem={error} onRetry={() => void refetch()} />;
  if (approved.length === 0) return null;
  const keyOf = (name: string, language: string): string => `${name} ${language}`;
  const chosen = approved.find(
    ({ name, language }) => name === draft.templateName && language === draft.templateLanguage,
  );
  return (
    <>
      <Choice
        label={texts.approved}
        value={chosen === undefined ? NONE : keyOf(chosen.name, chosen.language)}
        choices={[
          { value: NONE, name: texts.byName },
          ...approved.map(({ name, language }) => ({
            value: keyOf(name, language),
            name: `${name} (${language})`,
          })),
        ]}
        onChange={(key) => {
          const template = approved.find(({ name, language }) => keyOf(name, language) === key);
          onChange({ templateName: template?.name ?? '', templateLanguage: template?.language ?? '' });
        }}
      />
      {chosen !== undefined && (
        <blockquote className={styles.sample}>
          <p>{chosen.body.text}</p>
        </blockquote>
      )}
    </>
  );
};
