/** Colours for what draws by itself: a canvas knows no role, so it is told what the roles are on this screen. */
import { useEffect, useState } from 'react';

/** Roles of `console/look/base.css` that something is drawn in. */
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
  | 'text-3'
  | 'surface-3';

/** As CSS writes them, light or dark as the page is. */
const read = (role: ColourRole): string => {
  const probe = document.createElement('span');
  probe.style.color = `var(--${role})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

/** Reads the colour of a role; another function after the page has changed between light and dark. */
export const useColours = (): ((role: ColourRole) => string) => {
  const [colours, setColours] = useState(() => ({ of: read }));
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const change = (): void => setColours({ of: (role) => read(role) });
    dark.addEventListener('change', change);
    return () => dark.removeEventListener('change', change);
  }, []);
  return colours.of;
};
