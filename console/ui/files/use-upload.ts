/** An upload: its progress, its outcome, and its cancellation when the page is left. */
import { useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../api/client.js';
import { LARGEST_FILE } from '../../api/upload.js';
import { FILES } from './messages.js';

interface Upload {
  /** Share of the bytes that have been sent, 0 to 1; null if no upload is running. */
  readonly share: number | null;
  readonly problem: ApiProblem | null;
  /** `work` uploads the file. */
  readonly send: (
    file: File,
    work: (onProgress: (share: number) => void, signal: AbortSignal) => Promise<void>,
  ) => void;
  readonly cancel: () => void;
}

export const useUpload = (): Upload => {
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const active = useRef<AbortController | null>(null);
  useEffect(() => () => active.current?.abort(), []);
  return {
    share,
    problem,
    send: (file, work) => {
      if (active.current !== null) return;
      if (file.size > LARGEST_FILE) {
        setProblem(new ApiProblem(FILES.tooLarge, 'file_too_large', null));
        return;
      }
      const controller = new AbortController();
      active.current = controller;
      setProblem(null);
      setShare(0);
      work(setShare, controller.signal)
        .catch((error: unknown) => {
          if (!(error instanceof ApiProblem)) throw error;
          if (error.code !== 'cancelled') setProblem(error);
        })
        .finally(() => {
          active.current = null;
          setShare(null);
        });
    },
    cancel: () => active.current?.abort(),
  };
};
