/** The list of contacts, of any length; next to it the chosen one, a new one, the categories, or an import. */

import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { deferred } from '../../ui/deferred.js';
import { Icon } from '../../ui/icon.js';
import { Master } from '../../ui/master.js';
import { COMMON } from '../../ui/messages.js';
import { Loading } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { ContactList } from './contact-list.js';
import { ContactView } from './contact-view.js';
import { ImportPage } from './import.js';
import { CONTACTS } from './messages.js';

const COMING = <Loading rows={6} />;
const Categories = deferred(async () => (await import('./categories.js')).Categories, COMING);
const ContactForm = deferred(async () => (await import('./contact-form.js')).ContactForm, COMING);

/** Stand where the id of a contact would be. */
const NEW = 'new';
const IMPORT = 'import';
const CATEGORIES = 'categories';

export const ContactsPage = ({ id }: { readonly id: string | null }): ReactNode => (
  <Master
    title={CONTACTS.title}
    path="/contacts"
    aside={
      <div className="actions">
        <Link className="plain" href={`/contacts/${CATEGORIES}`}>
          {CONTACTS.categories}
        </Link>
        <IfAllowed operation="importContacts">
          <Link className="plain" href={`/contacts/${IMPORT}`}>
            {CONTACTS.import}
          </Link>
          <Link className="main" href={`/contacts/${NEW}`}>
            {CONTACTS.create}
          </Link>
        </IfAllowed>
      </div>
    }
    list={<ContactList chosen={id} />}
    detail={
      id === null ? null : (
        <>
          <Link className="back" href="/contacts" aria-label={COMMON.close}>
            <Icon name="close" />
          </Link>
          <Chosen id={id} />
        </>
      )
    }
  />
);

const Chosen = ({ id }: { readonly id: string }): ReactNode => {
  const [, navigate] = useLocation();
  switch (id) {
    case NEW:
      return (
        <IfAllowed operation="createContact" explain>
          <ContactForm
            contact={null}
            onSaved={(newId) => navigate(`/contacts/${newId}`)}
            onClose={() => navigate('/contacts')}
          />
        </IfAllowed>
      );
    case IMPORT:
      return (
        <IfAllowed operation="importContacts" explain>
          <ImportPage />
        </IfAllowed>
      );
    case CATEGORIES:
      return <Categories />;
    default:
      return <ContactView key={id} id={id} />;
  }
};
