/** The tabs of an agent; the address names the one that is shown. What was opened stays, so that its input is kept. */
import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { AGENTS } from '../messages.js';
import styles from './editor.module.css';

const TABS = ['prompt', 'voice', 'knowledge', 'tools', 'calls', 'outcomes', 'versions'] as const;
export type TabName = (typeof TABS)[number];

const isTabName = (name: string | null | undefined): name is TabName => TABS.some((tab) => tab === name);

/** The tab of the address, and a way to another one, which leaves no trace in the history. */
export const useTab = (): readonly [TabName, (tab: TabName) => void] => {
  const [location] = useLocation();
  const search = useSearch();
  const named = new URLSearchParams(search).get('tab');
  return [
    isTabName(named) ? named : 'prompt',
    // Not by wouter: the page is not left, so that nothing needs to be asked about unsaved words.
    (tab) => window.history.replaceState(null, '', tab === 'prompt' ? location : `${location}?tab=${tab}`),
  ];
};

interface TabsProps {
  readonly tab: TabName;
  readonly onTab: (tab: TabName) => void;
  /** In the order of {@link TABS}; those that this agent does not have are left out. */
  readonly panels: Readonly<Partial<Record<TabName, () => ReactNode>>>;
}

export const Tabs = ({ tab, onTab, panels }: TabsProps): ReactNode => {
  const [opened, setOpened] = useState<ReadonlySet<TabName>>(new Set([tab]));
  const names = TABS.filter((name) => panels[name] !== undefined);
  const shown = names.includes(tab) ? tab : 'prompt';
  if (!opened.has(shown)) setOpened(new Set([...opened, shown]));
  return (
    <TabProvider
      selectedId={shown}
      setSelectedId={(id) => {
        if (isTabName(id)) onTab(id);
      }}
    >
      <TabList className={styles.tabs} aria-label={AGENTS.parts}>
        {names.map((name) => (
          <Tab key={name} id={name} className={styles.tab}>
            {AGENTS.tabs[name]}
          </Tab>
        ))}
      </TabList>
      {names.map((name) => (
        <TabPanel key={name} tabId={name} className={styles.panel} data-tab={name} focusable={false}>
          <h2 className="hidden">{AGENTS.tabs[name]}</h2>
          {opened.has(name) && panels[name]?.()}
        </TabPanel>
      ))}
    </TabProvider>
  );
};

/** The tab with the first field whose value is not valid, if there is one; the field is shown with what is wrong. */
export const invalidTabIn = (container: HTMLElement): { readonly tab: TabName; report(): void } | null => {
  for (const panel of container.querySelectorAll<HTMLElement>('[data-tab]')) {
    const { tab } = panel.dataset;
    const field = [...panel.querySelectorAll<HTMLInputElement>(':is(input, textarea, select):invalid')].find(
      // Settings with a form of their own are saved by it.
      ({ form }) => form === null,
    );
    if (field !== undefined && isTabName(tab)) return { tab, report: () => void field.reportValidity() };
  }
  return null;
};
