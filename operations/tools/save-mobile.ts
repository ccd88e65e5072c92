/**
 * The tool that saves the mobile that a customer gives to their contact.
 *
 * It guarantees:
 * V1. A number stays with its contact: it is not taken from another contact, and the customer does not learn that one has it.
 * V2. A customer who was identified only by a mobile that they gave changes nothing of that contact: a number that anyone can
 *     type gives no access.
 * V3. Repeated under the same use, it does nothing more.
 * V4. A number must be of the conversation's country and of a type that the business may call, so that a stranger cannot
 *     store a premium rate number that the business dials. It is unconfirmed: campaigns use it once it is confirmed with
 *     link-contact.
 */
import type { Logger } from 'pino';
import { call } from '../../actors/call/index.js';
import { conversation } from '../../actors/conversation/index.js';
import type { ToolOutcome } from '../../providers/llm/language-model.js';
import { readPhoneNumber } from '../../providers/numbering/phone-number.js';
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { contactIdIn, deriveId, partitionOfMobile } from '../../schemas/ids.js';
import { contactOfMobile, holderOrNewContact } from '../contacts/holder-of-mobile.js';
import { livingContact } from '../contacts/living-contact.js';
import { changeMobile } from '../contacts/mobile-of-contact.js';
import { countryOf } from '../mobile.js';
import { countryName, countryOfNumber } from '../outreach/destination.js';
import { type DestinationDeps, destinationRefusal, ownCountries } from '../outreach/destination-rule.js';
import type { SuppressingDeps } from '../outreach/suppressing.js';
import type { ToolContext } from './tool-context.js';

interface Deps extends DestinationDeps, SuppressingDeps {
  readonly logger: Pick<Logger, 'info'>;
}

interface Saving {
  readonly businessId: string;
  readonly context: ToolContext;
  readonly useId: string;
  /** `mobile`: as the model understood it. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

interface Saved {
  readonly outcome: ToolOutcome;
  /** For the model to read. */
  readonly result: string;
}

const failed = (reason: string): Saved => ({ outcome: 'failed', result: `${reason} Nothing was saved.` });
const saved = (mobile: string): Saved => ({ outcome: 'done', result: `Saved: ${mobile}.` });

/** @throws the errors of the actors, except those about the number */
export const saveMobile = async (deps: Deps, saving: Saving): Promise<Saved> => {
  try {
    return await save(deps, saving);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { businessId, useId } = saving;
    const refused = (): void =>
      deps.logger.info({ event: 'tool.mobile_refused', businessId, useId, code: error.code });
    switch (error.code) {
      case 'contact_exists':
        refused();
        return failed('This number cannot be saved for this customer.'); // V1
      case 'contact_changing':
        refused();
        return failed('This number cannot be saved at the moment; try again in a minute.');
      case 'contact_not_found':
        return failed('The contact of this customer was deleted.');
      default:
        throw error;
    }
  }
};

const save = (deps: Deps, saving: Saving): Promise<Saved> => {
  const { type } = saving.context;
  switch (type) {
    case 'call':
      return saveOfCall(deps, saving);
    case 'conversation':
      return saveOfConversation(deps, saving);
    case 'agent_test':
    case 'trial':
      return Promise.resolve(failed('There is no customer in a test.'));
    default:
      return assertNever(type);
  }
};

const NO_NUMBER = failed(
  'That is not a valid phone number. Ask the customer for it again, digit by digit and with the country code.',
);

/** On a call, a number without a country code is read as one of the country that was called. */
const saveOfCall = async (deps: Deps, saving: Saving): Promise<Saved> => {
  const { actors } = deps;
  const { businessId, context } = saving;
  const target = { business: businessId, id: context.id };
  const { contactId = null, destination } = (await actors.query(call, target, 'get')).answer;
  const number = readPhoneNumber(textOf(saving), countryOf(destination));
  if (number.type === 'refused') return NO_NUMBER;
  const mobile = number.e164;
  const refused = await refusalOf(deps, businessId, mobile, countriesOf(destination));
  if (refused !== null) return refused;
  const living = contactId === null ? null : await livingContact(actors, businessId, contactId);
  const knownContactId = living?.contactId ?? (await contactOfMobile({ actors }, businessId, destination));
  if (knownContactId !== null)
    await changeMobile(deps, businessId, knownContactId, mobile, commandIdOf(saving));
  else await holderOrNewContact(actors, businessId, newContact(saving, mobile));
  return saved(mobile);
};

const saveOfConversation = async (deps: Deps, saving: Saving): Promise<Saved> => {
  const { actors } = deps;
  const { businessId, context } = saving;
  const target = { business: businessId, id: context.id };
  const {
    contactId,
    isClaimed = false,
    customerMobile = null,
  } = (await actors.query(conversation, target, 'get')).answer;
  const number = readPhoneNumber(textOf(saving));
  if (number.type === 'refused') return NO_NUMBER;
  const mobile = number.e164;
  // A channel that identifies people without a number does not reveal their country, so the business's own countries apply.
  const countries = customerMobile === null ? ownCountries(deps, businessId) : countriesOf(customerMobile);
  const refused = await refusalOf(deps, businessId, mobile, countries);
  if (refused !== null) return refused;
  if (contactId === null) {
    // As when the customer gives it to an agent without this tool: the conversation registers them with it.
    const { answer } = await actors.ask(conversation, target, { type: 'give_mobile', mobile });
    if (answer.givenMobile === mobile) return saved(mobile);
    return failed('The customer is not identified yet; try again with your next answer.');
  }
  const living = await livingContact(actors, businessId, contactId);
  if (living === null) throw new DomainError('contact_not_found');
  // V2
  if (isClaimed)
    return (await contactOfMobile({ actors }, businessId, mobile)) === living.contactId
      ? saved(mobile)
      : failed('This number cannot be saved for this customer.');
  const commandId = commandIdOf(saving);
  await changeMobile(deps, businessId, living.contactId, mobile, commandId);
  const command = { type: 'mobile_saved', contactId: living.contactId, mobile } as const;
  await actors.ask(conversation, target, command, { commandId: deriveId('told', commandId) });
  return saved(mobile);
};

const textOf = ({ arguments: { mobile } }: Saving): string => (typeof mobile === 'string' ? mobile : '');

const countriesOf = (number: string): readonly string[] => {
  const country = countryOfNumber(number.startsWith('+') ? number : `+${number}`);
  return country === null ? [] : [country];
};

/** V4. `countries`: of the conversation; if none is known, the policy of the business alone decides. */
const refusalOf = async (
  deps: Deps,
  businessId: string,
  mobile: string,
  countries: readonly string[],
): Promise<Saved | null> => {
  const { logger } = deps;
  const country = countryOfNumber(mobile);
  if (countries.length > 0 && (country === null || !countries.includes(country))) {
    logger.info({ event: 'tool.mobile_refused', businessId, code: 'country' });
    return failed(
      `Only numbers from ${countries.map(countryName).join(' or ')} can be saved. Ask the customer for such a number.`,
    );
  }
  const refusal = await destinationRefusal(deps, businessId, mobile);
  if (refusal === null) return null;
  logger.info({ event: 'tool.mobile_refused', businessId, code: 'destination_not_allowed' });
  return failed('Numbers of this kind cannot be saved. Ask the customer for another number.');
};

/** V3 */
const commandIdOf = ({ businessId, useId }: Saving): string => deriveId('save-mobile', businessId, useId);

/** The contact for a person who was called by a number that belongs to no contact. V3 */
const newContact = ({ businessId, useId }: Saving, mobile: string) => ({
  mobile,
  name: mobile,
  newContactId: contactIdIn(partitionOfMobile(mobile), businessId, 'save-mobile', useId),
  gone: null,
  unconfirmed: true as const,
});
