/** A field to choose a file, or drop one. */
import { type DragEvent, type ReactNode, useId, useState } from 'react';

interface DropProps {
  readonly label: string;
  readonly help: string;
  /** In the format of the browser's own dialog: `.csv,.json`. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside does the same for the keyboard.
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
          // Allows the same file to be chosen again.
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
