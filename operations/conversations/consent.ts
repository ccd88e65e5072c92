/**
 * Written consent of customers to being contacted, and its withdrawal. A stop word works without any model, and before an
 * agent sees the message: the number or identity is suppressed, and the customer gets one confirmation.
 */
import type { StandingSuppression } from '../../actors/contact-point/commands.js';
import type { Point } from '../../actors/contact-point/events.js';
import { contactPoint } from '../../actors/contact-point/index.js';
import { conversation } from '../../actors/conversation/index.js';
import type { Target } from '../../actors/runtime/actor-client.js';
import type { InboundMessage } from '../../providers/channels/messaging-channel.js';
import { spellingsOf } from '../../providers/numbering/spellings.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { deriveId } from '../../schemas/ids.js';
import { contactPointOf } from '../outreach/contact-point-of.js';
import type { SuppressingDeps } from '../outreach/suppressing.js';
import { type ConsentWord, consentWord } from './consent-words.js';

/** Suppressions that the customer may lift; an operator's and the business's own stay. */
const CUSTOMERS_OWN: ReadonlySet<string> = new Set<StandingSuppression['source']>([
  'keyword',
  'customer_request',
]);

/** A message about being contacted, with what is known about its sender. */
export interface ConsentRequest {
  readonly word: ConsentWord;
  readonly point: Point;
  /** Suppressions that the message concerns. */
  readonly own: readonly StandingSuppression[];
}

/** Null for an ordinary message, including a word that resumes contact that was never stopped. */
export const consentRequestIn = async (
  deps: SuppressingDeps,
  businessId: string,
  channel: AccountChannel,
  { address, content, opensWindow }: Pick<InboundMessage, 'address' | 'content' | 'opensWindow'>,
): Promise<ConsentRequest | null> => {
  const word = opensWindow && content.type === 'text' ? consentWord(content.text ?? '') : null;
  if (word === null) return null;
  const points =
    channel === 'whatsapp'
      ? spellingsOf(`+${address}`).map((number): Point => ({ channel: 'phone', address: number }))
      : [{ channel, address } satisfies Point];
  const [point] = points;
  if (point === undefined) return null;
  const answers = await Promise.all(
    points.map((spelled) =>
      deps.actors.query(contactPoint, contactPointOf(deps, businessId, spelled), 'suppressions'),
    ),
  );
  const own = answers.flatMap(({ answer }) => answer.filter(({ source }) => CUSTOMERS_OWN.has(source)));
  return word.wish === 'start' && own.length === 0 ? null : { word, point, own };
};

/** Applies the customer's request; repeating the message changes nothing. @throws the errors of the actors */
export const followConsent = async (
  deps: SuppressingDeps,
  conversationTarget: Target,
  messageId: string,
  { word, point, own }: ConsentRequest,
): Promise<void> => {
  const { business } = conversationTarget;
  const target = contactPointOf(deps, business, point);
  const id = (step: string): string => deriveId('consent', messageId, step);
  if (word.wish === 'stop') {
    const command = {
      type: 'suppress',
      point,
      purpose: 'service',
      source: 'keyword',
      hangUp: false,
    } as const;
    await deps.actors.ask(
      contactPoint,
      target,
      { ...command, reason: '', by: null },
      { commandId: id('suppress') },
    );
  } else
    for (const { purpose, source, point: suppressed } of own)
      await deps.actors.ask(
        contactPoint,
        contactPointOf(deps, business, suppressed),
        { type: 'lift', purpose, source, by: null },
        { commandId: id(`lift ${purpose} ${source} ${suppressed.address}`) },
      );
  // Suppressed by an earlier STOP, or by an earlier delivery of this one: providers redeliver what was interrupted.
  const isRepeated = word.wish === 'stop' && own.some(({ source }) => source === 'keyword');
  await deps.actors.ask(
    conversation,
    conversationTarget,
    {
      type: 'confirm_consent',
      messageId: id('confirmation'),
      wish: word.wish,
      text: word.confirmation,
      isRepeated,
    },
    { commandId: id('confirm') },
  );
};
