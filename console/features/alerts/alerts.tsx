/** The alert rules of the business, and the chosen one next to them. */
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Card, Cards } from '../../ui/Cards/Cards.js';
import { Icon } from '../../ui/icon.js';
import { Master } from '../../ui/master.js';
import { COMMON } from '../../ui/messages.js';
import { Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import type { AlertRule } from './draft.js';
import { figureOf } from './figure.js';
import { ALERTS } from './messages.js';
import { RuleForm } from './rule-form.js';
import { RuleStatus } from './rule-status.js';
import { RuleView } from './rule-view.js';

/** Stands where the id of a rule would be. */
const NEW = 'new';
/** A rule may fire at any time, ms. */
const POLL_MS = 30_000;

export const AlertsPage = ({ id }: { readonly id: string | null }): ReactNode => {
  const query = { businessId: useBusinessId() };
  const list = useRead('listAlertRules', { query }, { pollMs: POLL_MS });
  const { data } = list;
  return (
    <Master
      title={ALERTS.title}
      path="/alerts"
      aside={
        <IfAllowed operation="createAlertRule">
          <Link className="main" href={`/alerts/${NEW}`}>
            {ALERTS.create}
          </Link>
        </IfAllowed>
      }
      list={
        <Cards
          list={list}
          empty={{
            title: ALERTS.none,
            help: ALERTS.noneHelp,
            action: (
              <IfAllowed operation="createAlertRule">
                <Link className="plain" href={`/alerts/${NEW}`}>
                  {ALERTS.create}
                </Link>
              </IfAllowed>
            ),
          }}
        >
          {data?.alertRules.map((rule) => (
            <RuleCard key={rule.alertRuleId} rule={rule} isChosen={rule.alertRuleId === id} />
          ))}
        </Cards>
      }
      detail={id === null || data === undefined ? null : <Chosen key={id} id={id} data={data} />}
    />
  );
};

const RuleCard = ({
  rule,
  isChosen,
}: {
  readonly rule: AlertRule;
  readonly isChosen: boolean;
}): ReactNode => (
  <Card href={`/alerts/${rule.alertRuleId}`} name={rule.name} isChosen={isChosen}>
    <RuleStatus rule={rule} />
    <span className="quiet">
      {ALERTS.condition(rule.metric, rule.comparison, figureOf(rule.metric, rule.threshold))}
    </span>
  </Card>
);

interface ChosenProps {
  readonly id: string;
  readonly data: Data<'listAlertRules'>;
}

const Chosen = ({ id, data: { alertRules, canSendEmail } }: ChosenProps): ReactNode => {
  const rule = alertRules.find(({ alertRuleId }) => alertRuleId === id);
  return (
    <>
      <Link className="back" href="/alerts" aria-label={COMMON.close}>
        <Icon name="close" />
      </Link>
      {id === NEW && (
        <IfAllowed operation="createAlertRule" explain>
          <Create canSendEmail={canSendEmail} />
        </IfAllowed>
      )}
      {id !== NEW && rule === undefined && (
        <Problem problem={{ message: ALERTS.missing, requestId: null, details: [] }} />
      )}
      {rule !== undefined && <RuleView rule={rule} canSendEmail={canSendEmail} />}
    </>
  );
};

const Create = ({ canSendEmail }: { readonly canSendEmail: boolean }): ReactNode => {
  const [, navigate] = useLocation();
  return (
    <RuleForm
      rule={null}
      canSendEmail={canSendEmail}
      isSaved={false}
      onSaved={(alertRuleId) => navigate(`/alerts/${alertRuleId}`)}
    />
  );
};
