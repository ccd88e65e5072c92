/** Loads the dialog about a conflict when there is one: few visits see it. */
import { lazy, type ReactNode, Suspense } from 'react';
import type { Conflict } from './use-versioned.js';

const Dialog = lazy(() =>
  import('./conflict-dialog.js').then(({ ConflictDialog }) => ({ default: ConflictDialog })),
);

/** Null: there is none. */
export const ShownConflict = ({ conflict }: { readonly conflict: Conflict | null }): ReactNode =>
  conflict !== null && (
    <Suspense>
      <Dialog conflict={conflict} />
    </Suspense>
  );
