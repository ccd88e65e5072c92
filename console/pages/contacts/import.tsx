/** An import: a file, its columns, the categories; below it the jobs with their results. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Drop } from '../../parts/files/drop.js';
import { TEXTS } from '../../texts.js';
import { ImportFile } from './import-file.js';
import { ImportJobs } from './import-jobs.js';

const ACCEPTED = '.csv,.tsv,.txt,.json,.xlsx,.xlsm';

export const ImportPage = (): ReactNode => {
  const [file, setFile] = useState<File | null>(null);
  const texts = TEXTS.contacts.imports;
  return (
    <section className="stack" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {file === null ? (
        <Drop label={TEXTS.files.choose} help={texts.fileHelp} accept={ACCEPTED} onFile={setFile} />
      ) : (
        <ImportFile file={file} onClose={() => setFile(null)} />
      )}
      <ImportJobs />
    </section>
  );
};
