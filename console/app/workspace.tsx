/** The business that the console shows, at the top of the navigation, and the user's other businesses. */
import { Menu, MenuButton, MenuGroup, MenuGroupLabel, MenuItem, MenuProvider } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../api/client.js';
import { ACCESS } from '../features/account/messages.js';
import { useAuth, useSession } from '../features/session/session.js';
import { classes } from '../ui/classes.js';
import { Problem } from '../ui/states.js';
import { APP } from './messages.js';
import styles from './workspace.module.css';

interface SwitchProps {
  readonly onSwitch: (businessId: string) => void;
}

/** Switches to another business and goes to its first page, because open pages belong to the current one. */
export const useSwitchBusiness = () => {
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

/** A menu for users of several businesses; for others the name of theirs. */
export const Workspace = ({
  isFolded,
  onSwitch,
}: SwitchProps & { readonly isFolded: boolean }): ReactNode => {
  const { business, memberships } = useSession();
  const shown = (
    <>
      <b
        className={styles.sign}
        aria-hidden="true"
        data-letter={business.name.trim().charAt(0).toUpperCase()}
      />
      <span className={styles.name}>{business.name}</span>
    </>
  );
  const className = classes(styles.workspace, isFolded && styles.isFolded);
  if (memberships.length < 2)
    return (
      <p className={className} title={business.name}>
        {shown}
      </p>
    );
  return (
    <MenuProvider>
      <MenuButton className={className} aria-label={APP.business(business.name)} title={business.name}>
        {shown}
        <span className={styles.arrow} aria-hidden="true" />
      </MenuButton>
      <Menu className="floats" gutter={4} portal>
        <Businesses onChoose={onSwitch} />
      </Menu>
    </MenuProvider>
  );
};

/** The user's other businesses; nothing for a user with one business. */
export const Businesses = ({ onChoose }: { readonly onChoose: (businessId: string) => void }): ReactNode => {
  const { memberships, business: current } = useSession();
  const others = memberships.filter(({ business }) => business.id !== current.id);
  if (others.length === 0) return null;
  return (
    <MenuGroup>
      <MenuGroupLabel className={styles.label}>{APP.businesses}</MenuGroupLabel>
      {others.map(({ business, role }) => (
        <MenuItem key={business.id} className="choice" onClick={() => onChoose(business.id)}>
          {business.name}
          <small className={styles.role}>{ACCESS.roles[role]}</small>
        </MenuItem>
      ))}
    </MenuGroup>
  );
};

/** What went wrong with the account or the business, above every page. */
export const Notices = ({ problems }: { readonly problems: readonly (ApiProblem | null)[] }): ReactNode => {
  const problem = problems.find((candidate) => candidate !== null) ?? null;
  if (problem === null) return null;
  return (
    <div className={styles.notice}>
      <Problem problem={problem} />
    </div>
  );
};
