/** The list of webhooks, and the chosen one next to it. */

import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { usePages } from '../../api/pages.js';
import { Card, Cards } from '../../ui/Cards/Cards.js';
import { Icon } from '../../ui/icon.js';
import { Master } from '../../ui/master.js';
import { COMMON } from '../../ui/messages.js';
import { Loading, Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { Create } from './create.js';
import { WEBHOOKS } from './messages.js';
import { type RevealedSecret, SecretDialog } from './secret.js';
import { SubscriptionView } from './subscription.js';
import { hostOf, type Subscription, SubscriptionStatus } from './subscription-status.js';

/** Stands where the id of a webhook would be. */
const NEW = 'new';

export const WebhooksPage = ({ id }: { readonly id: string | null }): ReactNode => {
  const businessId = useBusinessId();
  const [secret, setSecret] = useState<RevealedSecret | null>(null);
  const list = usePages('listSubscriptions', { query: { businessId, limit: 100 } });
  const subscriptions = list.data?.pages.flatMap((page) => page.subscriptions) ?? [];
  const texts = WEBHOOKS;
  return (
    <>
      <Master
        title={texts.title}
        path="/webhooks"
        aside={
          <IfAllowed operation="createSubscription">
            <Link className="main" href={`/webhooks/${NEW}`}>
              {texts.create}
            </Link>
          </IfAllowed>
        }
        list={
          <Cards
            list={list}
            empty={{
              title: texts.none,
              help: texts.noneHelp,
              action: (
                <IfAllowed operation="createSubscription">
                  <Link className="plain" href={`/webhooks/${NEW}`}>
                    {texts.create}
                  </Link>
                </IfAllowed>
              ),
            }}
          >
            {subscriptions.map((subscription) => (
              <SubscriptionCard
                key={subscription.id}
                subscription={subscription}
                isChosen={subscription.id === id}
              />
            ))}
          </Cards>
        }
        detail={
          id === null ? null : (
            <Chosen
              key={id}
              id={id}
              subscriptions={list.data === undefined ? undefined : subscriptions}
              onSecret={setSecret}
            />
          )
        }
      />
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
};

const SubscriptionCard = ({
  subscription,
  isChosen,
}: {
  readonly subscription: Subscription;
  readonly isChosen: boolean;
}): ReactNode => (
  <Card href={`/webhooks/${subscription.id}`} name={hostOf(subscription)} isChosen={isChosen}>
    <SubscriptionStatus {...subscription} />
    <span className="quiet">
      {WEBHOOKS.channels[subscription.channel]} · {WEBHOOKS.count(subscription.events.length)}
    </span>
  </Card>
);

interface ChosenProps {
  readonly id: string;
  readonly subscriptions: readonly Subscription[] | undefined;
  readonly onSecret: (secret: RevealedSecret) => void;
}

const Chosen = ({ id, subscriptions, onSecret }: ChosenProps): ReactNode => {
  const subscription = subscriptions?.find((candidate) => candidate.id === id);
  if (subscriptions === undefined) return <Loading rows={5} />;
  return (
    <>
      <Link className="back" href="/webhooks" aria-label={COMMON.close}>
        <Icon name="close" />
      </Link>
      {id === NEW && (
        <IfAllowed operation="createSubscription" explain>
          <Create onSecret={onSecret} />
        </IfAllowed>
      )}
      {id !== NEW && subscription === undefined && (
        <Problem problem={{ message: WEBHOOKS.missing, requestId: null, details: [] }} />
      )}
      {subscription !== undefined && <SubscriptionView subscription={subscription} onSecret={onSecret} />}
    </>
  );
};
