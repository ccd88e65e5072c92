/** The menu of a contact in the list. */
import { Menu, MenuButton, MenuItem, MenuProvider } from '@ariakit/react';
import { type ReactNode, useState } from 'react';
import { Icon } from '../../ui/icon.js';
import { useCan } from '../session/role.js';
import { CallContact } from './call-contact.js';
import type { Contact } from './contact.js';
import styles from './contact-list.module.css';
import { CONTACTS } from './messages.js';
import { WriteContact } from './write-contact.js';

type Open = 'none' | 'menu' | 'call' | 'write';

/** Until it is opened it is a button: a list has many of them. */
export const RowMenu = ({ contact }: { readonly contact: Contact }): ReactNode => {
  const [open, setOpen] = useState<Open>('none');
  const canCall = useCan('startVoiceCall');
  const canWrite = useCan('writeToContact');
  if (!canCall && !canWrite) return null;
  const label = CONTACTS.actions.of(contact.name);
  const close = (): void => setOpen('none');
  if (open === 'none')
    return (
      <button
        type="button"
        className={styles.menu}
        aria-label={label}
        aria-haspopup="menu"
        onClick={() => setOpen('menu')}
      >
        <Icon name="more" />
      </button>
    );
  return (
    <>
      <MenuProvider
        open={open === 'menu'}
        setOpen={(isOpen) => {
          if (!isOpen) setOpen((before) => (before === 'menu' ? 'none' : before));
        }}
      >
        <MenuButton className={styles.menu} aria-label={label}>
          <Icon name="more" />
        </MenuButton>
        <Menu className="floats" gutter={4} portal autoFocusOnShow>
          {canCall && (
            <MenuItem className="choice" onClick={() => setOpen('call')}>
              {CONTACTS.call.button}
            </MenuItem>
          )}
          {canWrite && (
            <MenuItem className="choice" onClick={() => setOpen('write')}>
              {CONTACTS.write.button}
            </MenuItem>
          )}
        </Menu>
      </MenuProvider>
      {open === 'call' && <CallContact contact={contact} onClose={close} />}
      {open === 'write' && <WriteContact contact={contact} onClose={close} />}
    </>
  );
};
