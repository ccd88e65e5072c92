/** Where a file is chosen, or dropped. */
import { type DragEvent, type ReactNode, useId, useState } from 'react';

interface DropProps {
  readonly label: string;
  readonly help: string;
  /** As the browser's own dialog has it: `.csv,.json`. */
  readonly accept: string;
  readonly take: (file: File) => void;
}

export const Drop = ({ label, help, accept, take }: DropProps): ReactNode => {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) take(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input within it does the same with keys.
    <div
      className={isOver ? 'drop is-over' : 'drop'}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) take(file);
          // The same file may be chosen again.
          target.value = '';
        }}
        aria-describedby={`${id}-help`}
      />
      <p className="help" id={`${id}-help`}>
        {help}
      </p>
    </div>
  );
};
