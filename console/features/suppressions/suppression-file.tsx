/** Imports a CSV file of suppressions, and shows the result. */
import { type ReactNode, useState } from 'react';
import type { Data } from '../../api/client.js';
import { upload } from '../../api/upload.js';
import { Drop } from '../../ui/files/drop.js';
import { FILES } from '../../ui/files/messages.js';
import { UploadProgress } from '../../ui/files/upload-progress.js';
import { useUpload } from '../../ui/files/use-upload.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { SUPPRESSIONS } from './messages.js';

const texts = SUPPRESSIONS;
/** Issues shown; the service reports up to 200. */
const SHOWN_ISSUES = 20;

export const SuppressionFile = (): ReactNode => {
  const businessId = useBusinessId();
  const sending = useUpload();
  const [result, setResult] = useState<Data<'importSuppressions'> | null>(null);
  const [name, setName] = useState('');
  const send = (file: File): void => {
    setResult(null);
    setName(file.name);
    sending.send(file, async (onProgress, signal) => {
      const fields = { businessId, fileName: file.name };
      setResult(await upload('importSuppressions', { fields, file, onProgress, signal }));
    });
  };
  return (
    <section className="block" aria-labelledby="import-suppressions">
      <h2 id="import-suppressions">{texts.import}</h2>
      {sending.share === null ? (
        <Drop label={FILES.choose} help={texts.importHelp} accept=".csv" onFile={send} />
      ) : (
        <UploadProgress name={name} share={sending.share} onCancel={sending.cancel} />
      )}
      {sending.problem !== null && <Problem problem={sending.problem} />}
      {result !== null && (
        <>
          <p className="note" role="status">
            {texts.imported(result.suppressed, result.failed)}
          </p>
          <ul className="small">
            {result.issues.slice(0, SHOWN_ISSUES).map(({ row, message }) => (
              <li key={row}>{texts.rowProblem(row, message)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
};
