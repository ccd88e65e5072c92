/** Contacts that a search has found, to choose from. */
import type { ReactNode } from 'react';
import type { Data } from '../../api/client.js';
import styles from './found-contacts.module.css';

type Contact = Data<'listContacts'>['contacts'][number];

interface FoundContactsProps {
  readonly contacts: readonly Contact[];
  /** Names of the buttons; by default the contact's name and number. */
  readonly labelOf?: (name: string) => string;
  readonly isDisabled?: (id: string) => boolean;
  readonly onChoose: (contact: Contact) => void;
}

export const FoundContacts = ({ contacts, labelOf, isDisabled, onChoose }: FoundContactsProps): ReactNode =>
  contacts.length > 0 && (
    <ul className={styles.found}>
      {contacts.map((contact) => (
        <li key={contact.id}>
          <button
            type="button"
            className="choice"
            aria-label={labelOf?.(contact.name)}
            disabled={isDisabled?.(contact.id) ?? false}
            onClick={() => onChoose(contact)}
          >
            {contact.name} <span className="quiet figure">{contact.mobile}</span>
          </button>
        </li>
      ))}
    </ul>
  );
