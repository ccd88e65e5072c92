/** A field to choose a file, or drop one. */
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { classes } from '../classes.js';
import styles from './drop.module.css';

interface DropProps {
  readonly label: string;
  readonly help: string;
  /** In the format of the browser's own dialog: `.csv,.json`. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

export const Drop = ({ label, help, accept, onFile }: DropProps): ReactNode => {
  const id = useId();
  const [isDragOver, setDragOver] = useState(false);
  const handleDragOver = (event: DragEvent): void => {
    event.preventDefault();
    setDragOver(true);
  };
  const handleDrop = (event: DragEvent): void => {
    event.preventDefault();
    setDragOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside does the same for the keyboard.
    <div
      className={classes(styles.zone, isDragOver && styles.isOver)}
      onDragOver={handleDragOver}
      onDragLeave={() => setDragOver(false)}
      onDrop={handleDrop}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) onFile(file);
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
