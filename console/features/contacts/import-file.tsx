/** A file that is about to be imported: how the service reads it, and what the user corrects. */
import { type ReactNode, useState } from 'react';
import type { ApiProblem } from '../../api/client.js';
import { upload } from '../../api/upload.js';
import { UploadProgress } from '../../ui/files/upload-progress.js';
import { useUpload } from '../../ui/files/use-upload.js';
import { COUNTRIES } from '../../ui/forms/countries.js';
import { Choice } from '../../ui/forms/field.js';
import { errorAt } from '../../ui/forms/field-errors.js';
import { Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { CategoryChoice } from './category-choice.js';
import { ColumnReview } from './column-review.js';
import {
  type ColumnUse,
  type Encoding,
  type Mapping,
  mappingOf,
  type Preview,
  previewMappingOf,
  problemOf,
  usesOf,
} from './columns.js';
import styles from './contact-import.module.css';
import { CONTACTS } from './messages.js';
import { PreviewSummary } from './preview-summary.js';
import { usePreview } from './use-preview.js';

interface ImportFileProps {
  readonly file: File;
  readonly onClose: () => void;
}

/** The user's corrections of what the service found. */
interface Edits {
  readonly base: Preview;
  readonly uses: readonly ColumnUse[];
}

const namesOf = ({ columns }: Preview): string => JSON.stringify(columns.map(({ column }) => column));

/** A file that takes long to read can be imported all the same. */
const canSkip = (problem: ApiProblem | null): boolean => problem?.code === 'preview_too_slow';

export const ImportFile = ({ file, onClose }: ImportFileProps): ReactNode => {
  const [country, setCountry] = useState('');
  const [encoding, setEncoding] = useState<Encoding | null>(null);
  const [edited, setEdited] = useState<Edits | null>(null);
  const choices = { country, encoding };
  const { preview, problem, share, retry } = usePreview(
    file,
    previewMappingOf(edited?.uses ?? null, choices),
  );
  const texts = CONTACTS.imports;
  // Another encoding may give the columns other names.
  const edits =
    preview !== null && edited !== null && namesOf(edited.base) === namesOf(preview) ? edited : null;
  const base = edits?.base ?? preview;
  const uses = edits?.uses ?? (preview === null ? [] : usesOf(preview));
  const mapping =
    base === null
      ? { ...(country === '' ? {} : { defaultCountry: country }) }
      : mappingOf(uses, base, choices);
  const columnProblem = base === null ? null : problemOf(uses);
  return (
    <div className="stack">
      <div className="head-line">
        <strong>{file.name}</strong>
        <button type="button" className="plain" onClick={onClose}>
          {texts.another}
        </button>
      </div>
      {problem !== null && <PreviewProblem problem={problem} onRetry={retry} />}
      {preview === null && share !== null && <Loading />}
      {preview !== null && base !== null && (
        <>
          <PreviewSummary
            preview={preview}
            fileName={file.name}
            encoding={encoding}
            onEncoding={(chosen) => {
              setEncoding(chosen);
              setEdited(null);
            }}
          />
          <ColumnReview
            base={base}
            preview={preview}
            uses={uses}
            onChange={(next) => setEdited({ base, uses: next })}
          />
        </>
      )}
      {(preview !== null || canSkip(problem)) && (
        <>
          <CountryChoice country={country} onChange={setCountry} missing={preview?.withoutCountry ?? 0} />
          <Start
            file={file}
            mapping={mapping}
            columnProblem={columnProblem === null ? null : texts.problems[columnProblem]}
            onClose={onClose}
          />
        </>
      )}
    </div>
  );
};

interface PreviewProblemProps {
  readonly problem: ApiProblem;
  readonly onRetry: () => void;
}

/** A file that cannot be read stays so; anything else may succeed the next time. */
const PreviewProblem = ({ problem, onRetry }: PreviewProblemProps): ReactNode => {
  const texts = CONTACTS.imports;
  if (problem.code !== 'file_unreadable') return <Problem problem={problem} onRetry={onRetry} />;
  const message = texts.unreadable(problem.details.map((detail) => detail.message).join('; '));
  return <Problem problem={{ message, details: [], requestId: problem.requestId }} />;
};

interface CountryChoiceProps {
  readonly country: string;
  readonly onChange: (country: string) => void;
  /** Numbers that need a country. */
  readonly missing: number;
}

const CountryChoice = ({ country, onChange, missing }: CountryChoiceProps): ReactNode => {
  const texts = CONTACTS.imports;
  return (
    <div className={styles.country}>
      <Choice
        label={texts.country}
        help={texts.countryHelp}
        value={country}
        choices={[
          { value: '', name: texts.noCountry },
          ...COUNTRIES.map(({ code, name }) => ({ value: code, name })),
        ]}
        onChange={onChange}
      />
      {missing > 0 && (
        <p className="warns" role="status">
          {texts.withoutCountry(missing)}
        </p>
      )}
    </div>
  );
};

interface StartProps {
  readonly file: File;
  readonly mapping: Mapping;
  /** What the user has to correct first. */
  readonly columnProblem: string | null;
  readonly onClose: () => void;
}

const Start = ({ file, mapping, columnProblem, onClose }: StartProps): ReactNode => {
  const businessId = useBusinessId();
  const sending = useUpload();
  const [categoryIds, setCategoryIds] = useState<readonly string[]>([]);
  const texts = CONTACTS.imports;
  const start = (): void =>
    sending.send(file, async (onProgress, signal) => {
      const fields = { businessId, fileName: file.name, categoryIds, mapping };
      await upload('importContacts', { fields, file, onProgress, signal });
      onClose();
    });
  return (
    <>
      <CategoryChoice
        chosen={categoryIds}
        onChange={setCategoryIds}
        error={errorAt(sending.problem, '/categoryIds')}
      />
      {columnProblem !== null && (
        <p className="wrong" role="alert">
          {columnProblem}
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
          disabled={categoryIds.length === 0 || columnProblem !== null || sending.share !== null}
          onClick={start}
        >
          {texts.start}
        </button>
      </div>
    </>
  );
};
