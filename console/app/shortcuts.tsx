/** The list of keyboard shortcuts, and the choice to turn those of a single key off. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { type ReactNode, useEffect } from 'react';
import { COMMON } from '../ui/messages.js';
import {
  areSingleKeysOn,
  isShortcut,
  setSingleKeys,
  useListedShortcuts,
  useSingleKeysOn,
} from '../ui/shortcuts.js';
import { APP } from './messages.js';
import styles from './shortcuts.module.css';

const texts = APP.shortcuts;

/** `?` from anywhere. */
export const useShortcutsKey = (open: () => void): void => {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== '?' || !areSingleKeysOn() || !isShortcut(event)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [open]);
};

interface ListProps {
  readonly title: string;
  readonly entries: readonly { readonly key: string; readonly label: string }[];
}

const List = ({ title, entries }: ListProps): ReactNode => (
  <section>
    <h2 className={styles.title}>{title}</h2>
    <dl className={styles.keys}>
      {entries.map(({ key, label }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            <kbd>{key}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const ofPage = useListedShortcuts();
  const isOn = useSingleKeysOn();
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <DialogHeading>{texts.title}</DialogHeading>
      <List
        title={texts.everywhere}
        entries={[
          { key: 'Ctrl K', label: texts.search },
          { key: 'Esc', label: texts.back },
          ...(isOn ? [{ key: '?', label: texts.help }] : []),
        ]}
      />
      {isOn && ofPage.length > 0 && <List title={texts.here} entries={ofPage} />}
      <div>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => setSingleKeys(target.checked)}
            aria-describedby="single-keys-help"
          />
          {texts.single}
        </label>
        <p className="help" id="single-keys-help">
          {texts.singleHelp}
        </p>
      </div>
      <div className="actions">
        <DialogDismiss className="plain">{COMMON.close}</DialogDismiss>
      </div>
    </Dialog>
  );
};
