/** Names of time zones, as suggestions for a field. */
import type { ReactNode } from 'react';

const NAMES = Intl.supportedValuesOf('timeZone');

/** `id` is the value of the field's `list` attribute. */
export const TimeZoneNames = ({ id }: { readonly id: string }): ReactNode => (
  <datalist id={id}>
    {NAMES.map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
);
