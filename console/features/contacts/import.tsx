/** An import: a file, its columns, the categories; below it the jobs with their results. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Drop } from '../../ui/files/drop.js';
import { FILES } from '../../ui/files/messages.js';
import { ImportFile } from './import-file.js';
import { ImportJobs } from './import-jobs.js';
import { CONTACTS } from './messages.js';

const ACCEPTED = '.csv,.tsv,.txt,.json,.xlsx,.xlsm';

export const ImportPage = (): ReactNode => {
  const [file, setFile] = useState<File | null>(null);
  const texts = CONTACTS.imports;
  return (
    <section className="stack" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {file === null ? (
        <Drop label={FILES.choose} help={texts.fileHelp} accept={ACCEPTED} onFile={setFile} />
      ) : (
        <ImportFile file={file} onClose={() => setFile(null)} />
      )}
      <ImportJobs />
    </section>
  );
};
