/** Ctrl-K: finds a page, a call by its id, or a contact by name or number. */
import { Combobox, ComboboxItem, ComboboxList, ComboboxProvider, Dialog } from '@ariakit/react';
import { type ReactNode, useEffect, useState } from 'react';
import { APP } from './messages.js';
import { useOpenSection } from './open-section.js';
import { SECTIONS, type Section } from './sections.js';

const CALL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Opens the palette with its key from anywhere. */
export const usePaletteKey = (open: () => void): void => {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [open]);
};

type Target = Pick<Section, 'path' | 'name' | 'isApart'>;

const targetsOf = (text: string): readonly Target[] => {
  const query = text.trim().toLowerCase();
  const pages = SECTIONS.filter(({ name }) => name.toLowerCase().includes(query));
  if (query === '') return pages;
  return [
    ...(CALL_ID.test(query) ? [{ path: `/calls/${query}`, name: APP.palette.call(query) }] : []),
    ...pages,
    ...(query.length > 1 && !CALL_ID.test(query)
      ? [
          {
            path: `/contacts?search=${encodeURIComponent(text.trim())}`,
            name: APP.palette.contact(text.trim()),
          },
        ]
      : []),
  ];
};

interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export const Palette = ({ open, onClose }: PaletteProps): ReactNode => {
  const [text, setText] = useState('');
  const openTarget = useOpenSection();
  const targets = targetsOf(text);
  return (
    <Dialog
      open={open}
      onClose={() => {
        setText('');
        onClose();
      }}
      className="palette floats"
      aria-label={APP.palette.open}
      backdrop={<div className="backdrop" />}
    >
      <ComboboxProvider open value={text} setValue={setText}>
        <Combobox autoFocus autoSelect aria-label={APP.palette.label} placeholder={APP.palette.label} />
        <ComboboxList aria-label={APP.palette.open}>
          {targets.map((target) => (
            <ComboboxItem
              key={target.path}
              className="choice"
              value={target.path}
              setValueOnClick={false}
              hideOnClick={false}
              onClick={() => {
                openTarget(target);
                setText('');
                onClose();
              }}
            >
              {target.name}
            </ComboboxItem>
          ))}
        </ComboboxList>
        {targets.length === 0 && <p className="quiet">{APP.palette.nothing}</p>}
      </ComboboxProvider>
    </Dialog>
  );
};
