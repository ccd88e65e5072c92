/** The frame around every page: the navigation, the header and the page itself. */
import { type ReactNode, useState } from 'react';
import { useLiveStream } from '../api/live.js';
import { useAuth, useSession } from '../features/session/session.js';
import { useRemembered } from '../ui/remembered.js';
import { ConnectionBar } from './connection-bar.js';
import styles from './frame.module.css';
import { Header } from './header.js';
import { APP } from './messages.js';
import { Palette } from './palette/palette.js';
import { usePaletteKey } from './palette/use-palette-key.js';
import { Rail, SettingsNavigation } from './rail.js';
import { sectionsFor } from './routes.js';
import { ShortcutsDialog, useShortcutsKey } from './shortcuts.js';

export const Frame = ({ children }: { readonly children: ReactNode }): ReactNode => {
  const [searching, setSearching] = useState(false);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const [rail, setRail] = useRemembered('rail', ['wide', 'folded']);
  const { state } = useAuth();
  const { role, business } = useSession();
  const sections = sectionsFor(role);
  useLiveStream(business.id, state.type === 'signed_in');
  usePaletteKey(() => setSearching(true));
  useShortcutsKey(() => setShowsShortcuts(true));
  const showShortcuts = (): void => setShowsShortcuts(true);
  return (
    <div className={rail === 'folded' ? `${styles.frame} ${styles.isFolded}` : styles.frame}>
      <a className={styles.skip} href="#content">
        {APP.skip}
      </a>
      <Rail
        sections={sections}
        isFolded={rail === 'folded'}
        onFold={(isFolded) => setRail(isFolded ? 'folded' : 'wide')}
      />
      <Header onSearch={() => setSearching(true)} onShortcuts={showShortcuts} />
      <div className={styles.body}>
        <ConnectionBar />
        <SettingsNavigation sections={sections} />
        <main id="content" tabIndex={-1} className={styles.content}>
          {children}
        </main>
      </div>
      {searching && (
        <Palette sections={sections} onClose={() => setSearching(false)} onShortcuts={showShortcuts} />
      )}
      {showsShortcuts && <ShortcutsDialog onClose={() => setShowsShortcuts(false)} />}
    </div>
  );
};
