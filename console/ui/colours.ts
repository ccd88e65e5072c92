/** Colours for drawings on a canvas, which cannot use CSS roles: resolves the roles for the current screen. */
import { useEffect, useState } from 'react';

/** Roles of `console/ui/look/base.css` that are used in drawings. */
export type ColourRole =
  | 'customer'
  | 'agent'
  | 'human'
  | 'good'
  | 'warning'
  | 'bad'
  | 'accent'
  | 'line'
  | 'line-strong'
  | 'text'
  | 'text-3'
  | 'surface-3';

/** The CSS colour of a role in the page's current mode, light or dark. `share` is its opacity, percent. */
const read = (role: ColourRole, share = 100): string => {
  const probe = document.createElement('span');
  probe.style.color = `color-mix(in srgb, var(--${role}) ${share}%, transparent)`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

/** Reads the colour of a role; returns a new function after the page has changed between light and dark. */
export const useColours = (): typeof read => {
  const [colours, setColours] = useState(() => ({ of: read }));
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const change = (): void => setColours({ of: (role, share) => read(role, share) });
    dark.addEventListener('change', change);
    return () => dark.removeEventListener('change', change);
  }, []);
  return colours.of;
};
