/** A file on its way: how far it is, what came of it, and that it is given up when nobody looks any more. */
import { useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../api/client.js';
import { LARGEST_FILE } from '../api/upload.js';
import { TEXTS } from '../texts.js';

interface Sending {
  /** Share of the bytes that have left, 0 to 1; null: nothing is on its way. */
  readonly share: number | null;
  readonly problem: ApiProblem | null;
  /** `work` sends it. */
  readonly send: (
    file: File,
    work: (onProgress: (share: number) => void, signal: AbortSignal) => Promise<void>,
  ) => void;
  readonly cancel: () => void;
}

export const useUpload = (): Sending => {
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const under = useRef<AbortController | null>(null);
  useEffect(() => () => under.current?.abort(), []);
  return {
    share,
    problem,
    send: (file, work) => {
      if (under.current !== null) return;
      if (file.size > LARGEST_FILE) {
        setProblem(new ApiProblem(TEXTS.files.tooLarge, 'file_too_large', null));
        return;
      }
      const controller = new AbortController();
      under.current = controller;
      setProblem(null);
      setShare(0);
      work(setShare, controller.signal)
        .catch((error: unknown) => {
          if (!(error instanceof ApiProblem)) throw error;
          if (error.code !== 'cancelled') setProblem(error);
        })
        .finally(() => {
          under.current = null;
          setShare(null);
        });
    },
    cancel: () => under.current?.abort(),
  };
};
