/** The names of time zones, for a field that suggests them. */
import type { ReactNode } from 'react';

const NAMES = Intl.supportedValuesOf('timeZone');

/** `id`: what the field has as its `list`. */
export const TimeZoneNames = ({ id }: { readonly id: string }): ReactNode => (
  <datalist id={id}>
    {NAMES.map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
);
