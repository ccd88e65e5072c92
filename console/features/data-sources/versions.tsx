/** Versions of a source: uploads a file, reads a table again, and shows the outcome of each version. */

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiProblem, addressOf, callApi } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { upload } from '../../api/upload.js';
import { Drop } from '../../ui/files/drop.js';
import { Issues } from '../../ui/files/issues.js';
import { FILES } from '../../ui/files/messages.js';
import { UploadProgress } from '../../ui/files/upload-progress.js';
import { useUpload } from '../../ui/files/use-upload.js';
import { Time } from '../../ui/format.js';
import { COMMON } from '../../ui/messages.js';
import { StatusPill, type Tone } from '../../ui/StatusPill/StatusPill.js';
import { Loading, Problem } from '../../ui/states.js';
import { JobCard, JobList } from '../contacts/job-card.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { DATA_SOURCES } from './messages.js';
import { Review } from './review.js';
import type { Agent, Ingestion, Source } from './source.js';

const ACCEPTED = {
  structured: '.csv,.tsv,.txt,.json,.xlsx,.xlsm',
  unstructured: '.pdf,.docx,.html,.htm,.md,.txt',
} as const;

export const NewVersion = ({ source }: { readonly source: Source }): ReactNode => {
  const businessId = useBusinessId();
  const sending = useUpload();
  const [name, setName] = useState('');
  const texts = DATA_SOURCES;
  const refreshing = useMutation<void, ApiProblem>({
    mutationFn: async () => {
      await callApi('refreshDataSource', { body: { businessId, sourceId: source.id } });
    },
  });
  const uploadVersion = (file: File): void => {
    setName(file.name);
    sending.send(file, async (onProgress, signal) => {
      const fields = { businessId, sourceId: source.id, fileName: file.name };
      await upload('uploadDataSource', { fields, file, onProgress, signal });
    });
  };
  return (
    <section className="stack" aria-label={texts.upload}>
      <h3>{texts.upload}</h3>
      {source.database !== null && (
        <div>
          <button
            type="button"
            className="plain"
            disabled={refreshing.isPending}
            onClick={() => refreshing.mutate()}
          >
            {texts.refresh}
          </button>
        </div>
      )}
      {refreshing.error !== null && <Problem problem={refreshing.error} />}
      {sending.share === null ? (
        <Drop
          label={FILES.choose}
          help={texts.uploadHelp[source.class]}
          accept={ACCEPTED[source.class]}
          onFile={uploadVersion}
        />
      ) : (
        <UploadProgress name={name} share={sending.share} onCancel={sending.cancel} />
      )}
      {sending.problem !== null && <Problem problem={sending.problem} />}
    </section>
  );
};

interface VersionsProps {
  readonly source: Source;
  readonly users: readonly Agent[];
}

export const Versions = ({ source, users }: VersionsProps): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listIngestions', {
    query: { businessId, sourceId: source.id, limit: 20 },
  });
  const ingestions = data?.pages.flatMap((page) => page.ingestions) ?? [];
  const texts = DATA_SOURCES;
  return (
    <section aria-label={texts.versions}>
      <h3>{texts.versions}</h3>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && ingestions.length === 0 && <p className="quiet">{texts.noVersions}</p>}
      <JobList>
        {ingestions.map((ingestion, index) => (
          <Version
            key={ingestion.ingestionId}
            source={source}
            users={users}
            ingestion={ingestion}
            isNewest={index === 0}
          />
        ))}
      </JobList>
      {hasNextPage && (
        <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
          {COMMON.more}
        </button>
      )}
    </section>
  );
};

/** The sign says the same as the colour. */
const SUPERSEDED = { tone: 'quiet', sign: '–' } as const;
const TONES: Readonly<Record<Ingestion['stage'], { readonly tone: Tone; readonly sign: string }>> = {
  received: { tone: 'waits', sign: '○' },
  parsing: { tone: 'live', sign: '◔' },
  profiling: { tone: 'live', sign: '◔' },
  needs_review: { tone: 'waits', sign: '?' },
  validated: { tone: 'live', sign: '●' },
  active: { tone: 'good', sign: '✓' },
  failed: { tone: 'bad', sign: '!' },
};

interface VersionProps extends VersionsProps {
  readonly ingestion: Ingestion;
  readonly isNewest: boolean;
}

const Version = ({ source, users, ingestion, isNewest }: VersionProps): ReactNode => {
  const businessId = useBusinessId();
  const { ingestionId, stage, versionStatus, fileName, counts, issues, createdAt } = ingestion;
  const canReview = useCan('reviewIngestion');
  const canActivate =
    canReview &&
    (stage === 'needs_review' || stage === 'validated') &&
    source.status === 'active' &&
    versionStatus !== 'superseded';
  // The newest version is the one people look for; the others open on request.
  const [isOpen, setOpen] = useState(isNewest);
  const texts = DATA_SOURCES;
  const { tone, sign } = versionStatus === 'superseded' ? SUPERSEDED : TONES[stage];
  return (
    <JobCard label={fileName}>
      <div className="head-line">
        <strong>{fileName}</strong>
        <StatusPill tone={tone} sign={sign}>
          {versionStatus === 'superseded' ? texts.superseded : texts.stages[stage]}
        </StatusPill>
        <Time at={createdAt} />
      </div>
      {(stage === 'received' || stage === 'parsing' || stage === 'profiling') && (
        <progress aria-label={texts.stages[stage]} />
      )}
      <p className="small figure">
        {texts.items(counts.rows, source.class === 'structured')}
        {counts.failed > 0 && `; ${texts.refused(counts.failed)}`}
      </p>
      {counts.rows > 0 && (
        <p>
          <a
            className="plain"
            download
            href={addressOf('downloadIngestedFile', { path: { ingestionId }, query: { businessId } })}
          >
            {texts.download}
          </a>
        </p>
      )}
      <Issues issues={issues} fileName={fileName} />
      {canActivate && !isOpen && (
        <div>
          <button type="button" className="plain" onClick={() => setOpen(true)}>
            {texts.review}
          </button>
        </div>
      )}
      {canActivate && isOpen && (
        <Review source={source} users={users} ingestion={ingestion} onClose={() => setOpen(false)} />
      )}
    </JobCard>
  );
};
