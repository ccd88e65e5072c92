/** The service's preview of a file, renewed when a choice changes that the service must know. */
import { useCallback, useEffect, useState } from 'react';
import { ApiProblem } from '../../api/client.js';
import { LARGEST_FILE, upload } from '../../api/upload.js';
import { FILES } from '../../ui/files/messages.js';
import { useBusinessId } from '../session/session.js';
import type { Mapping, Preview } from './columns.js';

interface PreviewState {
  /** The latest that succeeded; null: none yet. */
  readonly preview: Preview | null;
  /** Why the latest failed. */
  readonly problem: ApiProblem | null;
  /** Share of the bytes that have been sent, 0 to 1; null if the preview is up to date. */
  readonly share: number | null;
  readonly retry: () => void;
}

export const usePreview = (file: File, mapping: Mapping): PreviewState => {
  const businessId = useBusinessId();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [share, setShare] = useState<number | null>(0);
  const [attempt, setAttempt] = useState(0);
  const written = JSON.stringify(mapping);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is a reason to send the file again.
  useEffect(() => {
    if (file.size > LARGEST_FILE) {
      setShare(null);
      setProblem(new ApiProblem(FILES.tooLarge, 'file_too_large', null));
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const fields = { businessId, fileName: file.name, mapping: JSON.parse(written) };
    setShare(0);
    upload('previewContactImport', { fields, file, onProgress: setShare, signal })
      .then((answer) => {
        setPreview(answer.preview);
        setProblem(null);
        setShare(null);
      })
      .catch((error: unknown) => {
        if (!(error instanceof ApiProblem)) throw error;
        if (signal.aborted) return;
        setProblem(error);
        setShare(null);
      });
    return () => controller.abort();
  }, [file, businessId, written, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { preview, problem, share, retry };
};
