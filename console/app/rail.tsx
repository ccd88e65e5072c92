/** The navigation: icons with words, foldable to icons; on a phone a bar. */
import { Menu, MenuButton, MenuItem, MenuProvider } from '@ariakit/react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { classes } from '../ui/classes.js';
import { Icon } from '../ui/icon.js';
import { APP } from './messages.js';
import { useOpenSection } from './open-section.js';
import styles from './rail.module.css';
import { GROUPS, isWithin, type Section } from './routes.js';
import { Workspace } from './workspace.js';

interface RailProps {
  readonly sections: readonly Section[];
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
  readonly onSwitch: (businessId: string) => void;
}

/** Settings have a navigation of their own: the rail has their first page, which stands for all. */
const isInRail = (section: Section, sections: readonly Section[]): boolean =>
  section.group !== 'settings' || section === sections.find(({ group }) => group === 'settings');

const isCurrent = (section: Section, sections: readonly Section[], location: string): boolean =>
  section.group === 'settings'
    ? sections.some(({ group, path }) => group === 'settings' && isWithin(location, path))
    : isWithin(location, section.path);

export const Rail = ({ sections, isFolded, onFold, onSwitch }: RailProps): ReactNode => {
  const [location] = useLocation();
  const inRail = sections.filter((section) => isInRail(section, sections));
  return (
    <nav className={classes(styles.rail, isFolded && styles.isFolded)} aria-label={APP.navigation}>
      <Workspace isFolded={isFolded} onSwitch={onSwitch} />
      {GROUPS.map(({ group, name }) => {
        const ofGroup = inRail.filter((section) => section.group === group);
        if (ofGroup.length === 0) return null;
        return (
          <div key={group} className={styles.group}>
            {name !== null && <h2>{name}</h2>}
            {ofGroup.map((section) => (
              <RailLink
                key={section.path}
                section={section}
                isCurrent={isCurrent(section, sections, location)}
              />
            ))}
          </div>
        );
      })}
      <More sections={sections} location={location} />
      <button
        type="button"
        className={styles.fold}
        aria-expanded={!isFolded}
        title={isFolded ? APP.expand : undefined}
        onClick={() => onFold(!isFolded)}
      >
        <Icon name={isFolded ? 'expand' : 'collapse'} />
        <span>{isFolded ? APP.expand : APP.collapse}</span>
      </button>
    </nav>
  );
};

interface RailLinkProps {
  readonly section: Section;
  readonly isCurrent: boolean;
}

const RailLink = ({
  section: { path, name, icon, isApart, isOnPhone },
  isCurrent: current,
}: RailLinkProps): ReactNode => {
  const content = (
    <>
      <Icon name={icon} />
      <span>{name}</span>
    </>
  );
  const className = isOnPhone ? undefined : styles.beyondPhone;
  return isApart ? (
    <a href={path} className={className} title={name} target="_blank" rel="noopener">
      {content}
    </a>
  ) : (
    <Link href={path} className={className} title={name} aria-current={current ? 'page' : undefined}>
      {content}
    </Link>
  );
};

interface MoreProps {
  readonly sections: readonly Section[];
  readonly location: string;
}

/** The pages that a phone's navigation bar has no room for. */
const More = ({ sections, location }: MoreProps): ReactNode => {
  const open = useOpenSection();
  const others = sections.filter(({ isOnPhone }) => !isOnPhone);
  return (
    <MenuProvider>
      <MenuButton
        className={styles.more}
        aria-current={others.some(({ path }) => isWithin(location, path)) ? 'page' : undefined}
      >
        <Icon name="more" />
        <span>{APP.morePages}</span>
      </MenuButton>
      <Menu className="floats" gutter={4} portal>
        {others.map((section) => (
          <MenuItem key={section.path} className="choice" onClick={() => open(section)}>
            {section.name}
          </MenuItem>
        ))}
      </Menu>
    </MenuProvider>
  );
};

/** The pages of the settings, above each of them. */
export const SettingsNavigation = ({ sections }: Pick<RailProps, 'sections'>): ReactNode => {
  const [location] = useLocation();
  const pages = sections.filter(({ group }) => group === 'settings');
  if (!pages.some(({ path }) => isWithin(location, path))) return null;
  return (
    <nav className={styles.settings} aria-label={APP.settingsPages}>
      {pages.map(({ path, name }, index) => (
        <Link key={path} href={path} aria-current={isWithin(location, path) ? 'page' : undefined}>
          {index === 0 ? APP.workspace : name}
        </Link>
      ))}
    </nav>
  );
};
