/** The help and the error of an input. */
import type { ReactNode } from 'react';

/** Points from the input with that id to its notes. */
export const describedBy = (id: string, help: string | undefined, error: string | undefined) => {
  const ids = [
    ...(help === undefined ? [] : [`${id}-help`]),
    ...(error === undefined ? [] : [`${id}-wrong`]),
  ];
  return {
    'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
    'aria-invalid': error === undefined ? undefined : true,
  };
};

interface NotesProps {
  readonly id: string;
  readonly help: string | undefined;
  readonly error: string | undefined;
}

/** Below the input. */
export const Notes = ({ id, help, error }: NotesProps): ReactNode => (
  <>
    {help !== undefined && (
      <p className="help" id={`${id}-help`}>
        {help}
      </p>
    )}
    {error !== undefined && (
      <p className="wrong" id={`${id}-wrong`}>
        {error}
      </p>
    )}
  </>
);
