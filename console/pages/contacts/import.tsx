/** An import: a file, its columns, the categories; below it the jobs with their results. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { upload } from '../../api/upload.js';
import { Drop } from '../../parts/files/drop.js';
import { headOf, type TableHead } from '../../parts/files/table-head.js';
import { UploadProgress } from '../../parts/files/upload-progress.js';
import { useUpload } from '../../parts/files/use-upload.js';
import { Field } from '../../parts/forms/field.js';
import { errorAt } from '../../parts/forms/field-errors.js';
import { Problem } from '../../parts/states.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';
import { CategoryChoice } from './category-choice.js';
import { ColumnReview } from './column-review.js';
import { type ColumnUse, guessUses, mappingOf, problemOf } from './columns.js';
import { ImportJobs } from './import-jobs.js';

const ACCEPTED = '.csv,.tsv,.txt,.json,.xlsx,.xlsm';

interface ChosenFile {
  readonly file: File;
  /** Null if only the service can read the file. */
  readonly head: TableHead | null;
}

export const ImportPage = (): ReactNode => {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const texts = TEXTS.contacts.imports;
  const choose = (file: File): void => {
    void headOf(file).then((head) => setChosen({ file, head }));
  };
  return (
    <section className="stack" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {chosen === null ? (
        <Drop label={TEXTS.files.choose} help={texts.fileHelp} accept={ACCEPTED} onFile={choose} />
      ) : (
        <Prepare key={chosen.file.name} chosen={chosen} onClose={() => setChosen(null)} />
      )}
      <ImportJobs />
    </section>
  );
};

const Prepare = ({
  chosen: { file, head },
  onClose,
}: {
  readonly chosen: ChosenFile;
  readonly onClose: () => void;
}): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const sending = useUpload();
  const [uses, setUses] = useState<readonly ColumnUse[]>(() => guessUses(head?.columns ?? []));
  const [mobile, setMobile] = useState('');
  const [name, setName] = useState('');
  const [country, setCountry] = useState('');
  const [categoryIds, setCategoryIds] = useState<readonly string[]>([]);
  const texts = TEXTS.contacts.imports;
  const problem = head === null ? null : problemOf(uses);
  const manualMapping = {
    ...(mobile.trim() === '' ? {} : { mobile: mobile.trim() }),
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(country === '' ? {} : { defaultCountry: country.toUpperCase() }),
  };
  const start = (): void =>
    sending.send(file, async (onProgress, signal) => {
      const mapping = head === null ? manualMapping : mappingOf(uses, country);
      const fields = { businessId, fileName: file.name, categoryIds, mapping };
      await upload('importContacts', { fields, file, onProgress, signal });
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['pages', 'listContactImports'] }),
        queries.invalidateQueries({ queryKey: ['pages', 'listContactCategories'] }),
      ]);
      onClose();
    });
  return (
    <div className="stack">
      <div className="head-line">
        <strong>{file.name}</strong>
        <button type="button" className="plain" disabled={sending.share !== null} onClick={onClose}>
          {texts.another}
        </button>
      </div>
      {head === null ? (
        <>
          <p className="help">{texts.workbook}</p>
          <div className="pair even">
            <Field label={texts.mobileColumn} value={mobile} onChange={setMobile} maxLength={200} />
            <Field label={texts.nameColumn} value={name} onChange={setName} maxLength={200} />
          </div>
        </>
      ) : (
        <ColumnReview head={head} uses={uses} onChange={setUses} />
      )}
      <div className="country">
        <Field
          label={texts.country}
          help={texts.countryHelp}
          value={country}
          onChange={setCountry}
          maxLength={2}
          size={4}
          autoComplete="off"
          error={
            errorAt(sending.problem, '/defaultCountry') ?? errorAt(sending.problem, '/mapping/defaultCountry')
          }
        />
      </div>
      <CategoryChoice
        chosen={categoryIds}
        onChange={setCategoryIds}
        error={errorAt(sending.problem, '/categoryIds')}
      />
      {problem !== null && (
        <p className="wrong" role="alert">
          {texts.problems[problem]}
        </p>
      )}
      {sending.problem !== null && <Problem problem={sending.problem} />}
      {sending.share !== null && (
        <UploadProgress name={file.name} share={sending.share} onCancel={sending.cancel} />
      )}
      <div className="actions">
        {categoryIds.length === 0 && <p className="help grows-quiet">{texts.needCategory}</p>}
        <button
          type="button"
          className="main"
          disabled={categoryIds.length === 0 || problem !== null || sending.share !== null}
          onClick={start}
        >
          {texts.start}
        </button>
      </div>
    </div>
  );
};
