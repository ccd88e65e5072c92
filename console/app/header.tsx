/** The header: the business, the search, its lines and credit, and the account of the user. */
import { Menu, MenuButton, MenuGroup, MenuGroupLabel, MenuItem, MenuProvider } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../api/client.js';
import { useRead } from '../api/live.js';
import { ACCESS } from '../features/account/messages.js';
import { useAuth, useSession } from '../features/session/session.js';
import { WEBHOOKS } from '../features/webhooks/messages.js';
import { creditsOf } from '../ui/format.js';
import { chooseLanguage, isLanguage, LANGUAGES, language } from '../ui/i18n/language.js';
import { Icon } from '../ui/icon.js';
import { COMMON } from '../ui/messages.js';
import { Problem } from '../ui/states.js';
import styles from './header.module.css';
import { APP } from './messages.js';

/** No live event announces that a webhook was paused. */
const ATTENTION_POLL_MS = 60_000;

interface HeaderProps {
  readonly onSearch: () => void;
  readonly onShortcuts: () => void;
}

export const Header = ({ onSearch, onShortcuts }: HeaderProps): ReactNode => {
  const { business, user } = useSession();
  const { signOut } = useAuth();
  const switching = useSwitchBusiness();
  const signingOut = useMutation<void, ApiProblem>({ mutationFn: signOut });
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
          <Businesses current={business.id} onChoose={(switchTo) => switching.mutate(switchTo)} />
          <Languages />
          <MenuItem className="choice" onClick={onShortcuts}>
            {APP.shortcuts.title}
          </MenuItem>
          <MenuItem className="choice" onClick={() => signingOut.mutate()}>
            {APP.signOut}
          </MenuItem>
        </Menu>
      </MenuProvider>
      {switching.error !== null && (
        <div className={styles.notice}>
          <Problem problem={switching.error} />
        </div>
      )}
      {signingOut.error !== null && (
        <div className={styles.notice}>
          <Problem problem={signingOut.error} onRetry={() => signingOut.mutate()} />
        </div>
      )}
    </header>
  );
};

/** Switches to another business and goes to its first page, because open pages belong to the current one. */
const useSwitchBusiness = () => {
  const { signIn } = useAuth();
  const [, navigate] = useLocation();
  return useMutation<Data<'switchBusiness'>, ApiProblem, string>({
    mutationFn: (switchTo) => callApi('switchBusiness', { body: { switchTo } }),
    onSuccess: (session) => {
      navigate('/');
      signIn(session);
    },
  });
};

/** The languages that the page is not in, by their own names. */
const Languages = (): ReactNode => (
  <MenuGroup>
    <MenuGroupLabel className={styles.group}>{COMMON.language}</MenuGroupLabel>
    {Object.entries(LANGUAGES).map(([code, name]) =>
      code === language || !isLanguage(code) ? null : (
        <MenuItem key={code} lang={code} className="choice" onClick={() => chooseLanguage(code)}>
          {name}
        </MenuItem>
      ),
    )}
  </MenuGroup>
);

/** The user's other businesses; nothing for a user with one business. */
const Businesses = ({
  current,
  onChoose,
}: {
  readonly current: string;
  readonly onChoose: (businessId: string) => void;
}): ReactNode => {
  const { memberships } = useSession();
  const otherBusinesses = memberships.filter(({ business }) => business.id !== current);
  if (otherBusinesses.length === 0) return null;
  return (
    <MenuGroup>
      <MenuGroupLabel className={styles.group}>{APP.businesses}</MenuGroupLabel>
      {otherBusinesses.map(({ business, role }) => (
        <MenuItem key={business.id} className="choice" onClick={() => onChoose(business.id)}>
          {business.name}
          <small className={styles.role}>{ACCESS.roles[role]}</small>
        </MenuItem>
      ))}
    </MenuGroup>
  );
};

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
