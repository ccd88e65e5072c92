/** The frame around every page: the navigation, the header and the page itself. */
import { useMutation } from '@tanstack/react-query';
import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import type { ApiProblem } from '../api/client.js';
import { useLiveStream } from '../api/live.js';
import { useAuth, useSession } from '../features/session/session.js';
import { useRemembered } from '../ui/remembered.js';
import { ConnectionBar } from './connection-bar.js';
import styles from './frame.module.css';
import { Header } from './header.js';
import { APP } from './messages.js';
import type { Opens } from './palette/target.js';
import { usePaletteKey } from './palette/use-palette-key.js';
import { Rail, SettingsNavigation } from './rail.js';
import { sectionsFor } from './routes.js';
import { ShortcutsDialog, useShortcutsKey } from './shortcuts.js';
import { Notices, useSwitchBusiness } from './workspace.js';

const CallNumber = lazy(() =>
  import('../features/calls/dialling/call-number.js').then(({ CallNumber: dialog }) => ({ default: dialog })),
);

/** Not part of the first load: it is opened by a key or a button. */
const Palette = lazy(() => import('./palette/palette.js').then(({ Palette: part }) => ({ default: part })));

/** Not as a navigation, about which a page with unsaved words would ask. */
const skipToContent = (event: MouseEvent): void => {
  event.preventDefault();
  document.getElementById('content')?.focus();
};

export const Frame = ({ children }: { readonly children: ReactNode }): ReactNode => {
  const [searching, setSearching] = useState(false);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const [rail, setRail] = useRemembered('rail', ['wide', 'folded']);
  const [dialled, setDialled] = useState<string | null>(null);
  const { state, signOut } = useAuth();
  const switching = useSwitchBusiness();
  const signingOut = useMutation<void, ApiProblem>({ mutationFn: signOut });
  const { role, business } = useSession();
  const sections = sectionsFor(role);
  useLiveStream(business.id, state.type === 'signed_in');
  usePaletteKey(() => setSearching(true));
  useShortcutsKey(() => setShowsShortcuts(true));
  const showShortcuts = (): void => setShowsShortcuts(true);
  const open = (opens: Exclude<Opens, { readonly type: 'page' }>): void => {
    switch (opens.type) {
      case 'shortcuts':
        return showShortcuts();
      case 'sign_out':
        return signingOut.mutate();
      case 'dial':
        return setDialled(opens.number);
      case 'business':
        return switching.mutate(opens.businessId);
      default:
        return opens satisfies never;
    }
  };
  return (
    <div className={rail === 'folded' ? `${styles.frame} ${styles.isFolded}` : styles.frame}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the content, only not by the address. */}
      <a className={styles.skip} href="#content" onClick={skipToContent}>
        {APP.skip}
      </a>
      <Rail
        sections={sections}
        isFolded={rail === 'folded'}
        onSwitch={(businessId) => switching.mutate(businessId)}
        onFold={(isFolded) => setRail(isFolded ? 'folded' : 'wide')}
      />
      <Header
        onSearch={() => setSearching(true)}
        onShortcuts={showShortcuts}
        onSwitch={(businessId) => switching.mutate(businessId)}
        onSignOut={() => signingOut.mutate()}
      />
      <Notices problems={[switching.error, signingOut.error]} />
      <div className={styles.body}>
        <ConnectionBar />
        <SettingsNavigation sections={sections} />
        <main id="content" tabIndex={-1} className={styles.content}>
          {children}
        </main>
      </div>
      {searching && (
        <Suspense>
          <Palette sections={sections} onClose={() => setSearching(false)} onOpen={open} />
        </Suspense>
      )}
      {dialled !== null && (
        <Suspense fallback={null}>
          <CallNumber key={dialled} number={dialled} onClose={() => setDialled(null)} />
        </Suspense>
      )}
      {showsShortcuts && <ShortcutsDialog onClose={() => setShowsShortcuts(false)} />}
    </div>
  );
};
