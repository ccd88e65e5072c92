/** The header: the business, the search, its lines and credit, and the account of the user. */
import { Menu, MenuButton, MenuItem, MenuProvider } from '@ariakit/react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../api/live.js';
import { useSession } from '../features/session/session.js';
import { WEBHOOKS } from '../features/webhooks/messages.js';
import { creditsOf } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import styles from './header.module.css';
import { Languages } from './languages.js';
import { APP } from './messages.js';
import { Businesses } from './workspace.js';

/** No live event announces that a webhook was paused. */
const ATTENTION_POLL_MS = 60_000;

interface HeaderProps {
  readonly onSearch: () => void;
  readonly onShortcuts: () => void;
  readonly onSwitch: (businessId: string) => void;
  readonly onSignOut: () => void;
}

export const Header = ({ onSearch, onShortcuts, onSwitch, onSignOut }: HeaderProps): ReactNode => {
  const { business, user } = useSession();
  const { data } = useRead(
    'readOverview',
    { query: { businessId: business.id } },
    { pollMs: ATTENTION_POLL_MS },
  );
  return (
    <header className={styles.top}>
      <strong className={styles.business}>{business.name}</strong>
      <button type="button" className={styles.search} onClick={onSearch}>
        <Icon name="search" />
        <span>{APP.palette.open}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {data !== undefined && data.webhooksPausedByService > 0 && (
        <Link className={styles.attention} href="/webhooks">
          <span aria-hidden="true">!</span> {WEBHOOKS.attention(data.webhooksPausedByService)}
        </Link>
      )}
      {data !== undefined && (
        <dl className={styles.standing}>
          <div>
            <dt>{APP.lines}</dt>
            <dd>
              {data.leasedLines} / {data.lines}
            </dd>
          </div>
          <div>
            <dt>{APP.credit}</dt>
            <dd>{creditsOf(data.availableMicrocredits)}</dd>
          </div>
        </dl>
      )}
      <MenuProvider>
        <MenuButton className={styles.person} aria-label={APP.account(user.name)}>
          {initialsOf(user.name)}
        </MenuButton>
        <Menu className="floats" gutter={4}>
          <p className={styles.who}>
            {user.name}
            <small>{user.email}</small>
          </p>
          <Businesses onChoose={onSwitch} />
          <Languages />
          <MenuItem className="choice" onClick={onShortcuts}>
            {APP.shortcuts.title}
          </MenuItem>
          <MenuItem className="choice" onClick={onSignOut}>
            {APP.signOut}
          </MenuItem>
        </Menu>
      </MenuProvider>
    </header>
  );
};

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
