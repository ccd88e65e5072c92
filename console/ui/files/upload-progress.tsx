/** Progress of an upload, and a button to cancel it. */
import type { ReactNode } from 'react';
import { FILES } from './messages.js';

interface UploadProgressProps {
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
  readonly onCancel: () => void;
}

export const UploadProgress = ({ name, share, onCancel }: UploadProgressProps): ReactNode => {
  const words = FILES.sending(name, share);
  return (
    <div className="progress">
      <progress value={share} max={1} aria-label={words} />
      <span className="quiet figure">{words}</span>
      <button type="button" className="plain" onClick={onCancel}>
        {FILES.cancel}
      </button>
    </div>
  );
};
