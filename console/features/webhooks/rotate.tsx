/** Replaces the signing secret, at once or with an overlap of both. */
import { type ReactNode, useState } from 'react';
import { callApi } from '../../api/client.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { Choice } from '../../ui/forms/field.js';
import { useBusinessId } from '../session/session.js';
import { WEBHOOKS } from './messages.js';
import type { RevealedSecret } from './secret.js';
import { hostOf, type Subscription } from './subscription-status.js';

/** The overlaps to choose from, in seconds. */
const OVERLAPS = ['0', '3600', '86400'] as const;
type Overlap = (typeof OVERLAPS)[number];

interface RotateProps {
  readonly subscription: Subscription;
  readonly onSecret: (secret: RevealedSecret) => void;
  readonly onClose: () => void;
}

export const Rotate = ({ subscription, onSecret, onClose }: RotateProps): ReactNode => {
  const businessId = useBusinessId();
  const [overlap, setOverlap] = useState<Overlap>('0');
  const host = hostOf(subscription);
  const texts = WEBHOOKS;
  const rotate = async (): Promise<void> => {
    const overlapSeconds = Number(overlap);
    const { signingSecret, standardSecret } = await callApi('rotateSubscriptionSecret', {
      path: { subscriptionId: subscription.id },
      body: { businessId, ...(overlapSeconds === 0 ? {} : { overlapSeconds }) },
    });
    onSecret({ host, signingSecret, standardSecret });
  };
  return (
    <Confirm
      title={texts.rotateTitle}
      help={texts.rotateHelp}
      name={host}
      label={texts.rotateName(host)}
      button={texts.rotate}
      onConfirm={rotate}
      onClose={onClose}
    >
      <Choice
        label={texts.overlap}
        help={texts.overlapHelp}
        value={overlap}
        choices={OVERLAPS.map((value) => ({ value, name: texts.overlaps[value] }))}
        onChange={setOverlap}
      />
    </Confirm>
  );
};
