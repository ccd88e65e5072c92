/** The frame around every page: navigation, the business and its balance. */
import { Menu, MenuButton, MenuGroup, MenuGroupLabel, MenuItem, MenuProvider } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../api/client.js';
import { useLiveStream, useRead, useStale } from '../api/live.js';
import { ACCESS } from '../features/account/messages.js';
import { useAuth, useBusinessId, useSession } from '../features/session/session.js';
import { WEBHOOKS } from '../features/webhooks/messages.js';
import { creditsOf } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Problem } from '../ui/states.js';
import { APP } from './messages.js';
import { useOpenSection } from './open-section.js';
import { Palette, usePaletteKey } from './palette.js';
import { ON_PHONE, SECTION_GROUPS, SECTIONS, type Section } from './sections.js';

export const Frame = ({ children }: { readonly children: ReactNode }): ReactNode => {
  const [searching, setSearching] = useState(false);
  const { state } = useAuth();
  useLiveStream(useBusinessId(), state.type === 'signed_in');
  usePaletteKey(() => setSearching(true));
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {APP.skip}
      </a>
      <Rail />
      <Header onSearch={() => setSearching(true)} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Palette open={searching} onClose={() => setSearching(false)} />
    </div>
  );
};

const Rail = (): ReactNode => {
  const [location] = useLocation();
  const groups = SECTION_GROUPS.filter(({ sections }) => sections.length > 0);
  return (
    <nav className="rail" aria-label={APP.navigation}>
      {groups.map(({ name, sections }) => (
        <div key={name} className="rail-group">
          {name !== null && <h2>{name}</h2>}
          {sections.map((section) => (
            <RailLink key={section.path} section={section} location={location} />
          ))}
        </div>
      ))}
      <More location={location} />
    </nav>
  );
};

const RailLink = ({
  section: { path, name, icon, isApart },
  location,
}: {
  readonly section: Section;
  readonly location: string;
}): ReactNode => {
  const content = (
    <>
      <Icon name={icon} />
      <span>{name}</span>
    </>
  );
  const className = ON_PHONE.has(path) ? undefined : 'beyond-phone';
  return isApart === true ? (
    <a href={path} className={className} target="_blank" rel="noopener">
      {content}
    </a>
  ) : (
    <Link href={path} className={className} aria-current={isWithin(location, path) ? 'page' : undefined}>
      {content}
    </Link>
  );
};

/** The pages that a phone's navigation bar has no room for. */
const More = ({ location }: { readonly location: string }): ReactNode => {
  const open = useOpenSection();
  const overflow = SECTIONS.filter(({ path }) => !ON_PHONE.has(path));
  return (
    <MenuProvider>
      <MenuButton
        className="rail-more"
        aria-current={overflow.some(({ path }) => isWithin(location, path)) ? 'page' : undefined}
      >
        <Icon name="more" />
        <span>{APP.morePages}</span>
      </MenuButton>
      <Menu className="floats" gutter={4} portal>
        {overflow.map((section) => (
          <MenuItem key={section.path} className="choice" onClick={() => open(section)}>
            {section.name}
          </MenuItem>
        ))}
      </Menu>
    </MenuProvider>
  );
};

const isWithin = (location: string, path: string): boolean =>
  location === path || location.startsWith(`${path}/`);

/** No live event announces that a webhook was paused. */
const ATTENTION_POLL_MS = 60_000;

const Header = ({ onSearch }: { readonly onSearch: () => void }): ReactNode => {
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
    <header className="top">
      <strong className="of-business">{business.name}</strong>
      <button type="button" className="search" onClick={onSearch}>
        <Icon name="search" />
        <span>{APP.palette.open}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <Stale />
      {data !== undefined && data.webhooksPausedByService > 0 && (
        <Link className="attention" href="/webhooks">
          <span aria-hidden="true">!</span> {WEBHOOKS.attention(data.webhooksPausedByService)}
        </Link>
      )}
      {data !== undefined && (
        <dl className="standing">
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
        <MenuButton className="person" aria-label={APP.account(user.name)}>
          {initialsOf(user.name)}
        </MenuButton>
        <Menu className="floats" gutter={4}>
          <p className="who">
            {user.name}
            <small>{user.email}</small>
          </p>
          <Businesses current={business.id} onChoose={(switchTo) => switching.mutate(switchTo)} />
          <MenuItem className="choice" onClick={() => signingOut.mutate()}>
            {APP.signOut}
          </MenuItem>
        </Menu>
      </MenuProvider>
      {switching.error !== null && (
        <div className="notice">
          <Problem problem={switching.error} />
        </div>
      )}
      {signingOut.error !== null && (
        <div className="notice">
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
      navigate('/calls');
      signIn(session);
    },
  });
};

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
      <MenuGroupLabel className="group">{APP.businesses}</MenuGroupLabel>
      {otherBusinesses.map(({ business, role }) => (
        <MenuItem key={business.id} className="choice" onClick={() => onChoose(business.id)}>
          {business.name}
          <small>{ACCESS.roles[role]}</small>
        </MenuItem>
      ))}
    </MenuGroup>
  );
};

/** Unobtrusive: what is shown is still right, though it may be out of date. */
const Stale = (): ReactNode => (
  <span className="stale" role="status">
    {useStale() ? APP.reconnecting : ''}
  </span>
);

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
