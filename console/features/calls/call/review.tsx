/** What people note about a call: tags, a score, and notes. It changes nothing about the call. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type ApiProblem, type Body, callApi } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { Time } from '../../../ui/format.js';
import { Problem } from '../../../ui/states.js';
import { useCan } from '../../session/role.js';
import { useBusinessId } from '../../session/session.js';
import { CALL } from '../messages.js';
import type { CallDetail } from '../turns/timeline.js';
import styles from './review.module.css';

type ReviewOfCall = NonNullable<CallDetail['review']>;
type Change = Pick<Body<'reviewVoiceCall'>, 'addTags' | 'removeTags' | 'score' | 'reviewed'>;

const SCORES = [1, 2, 3, 4, 5] as const;
const NOTHING: ReviewOfCall = { tags: [], score: null, notes: [] };

/** A change of the review. */
const useChanging = <Wanted,>(change: (wanted: Wanted) => Promise<unknown>) =>
  useMutation<unknown, ApiProblem, Wanted>({ mutationFn: change });

export const Review = ({
  detail: { call, review = NOTHING },
}: {
  readonly detail: CallDetail;
}): ReactNode => {
  const texts = CALL.review;
  return (
    <section className={styles.review} aria-label={texts.title}>
      <h2 className="minor">{texts.title}</h2>
      <TagsAndScore callId={call.id} review={review} />
      <Notes callId={call.id} notes={review.notes} />
    </section>
  );
};

interface TagsProps {
  readonly callId: string;
  readonly review: ReviewOfCall;
}

const TagsAndScore = ({ callId, review: { tags, score, reviewed = false } }: TagsProps): ReactNode => {
  const id = useId();
  const businessId = useBusinessId();
  const canReview = useCan('reviewVoiceCall');
  const known = useRead('listVoiceCallTags', { query: { businessId } }, { enabled: canReview });
  const [tag, setTag] = useState('');
  const { mutate, isPending, error } = useChanging<Change>((change) =>
    callApi('reviewVoiceCall', { path: { callId }, body: { businessId, ...change } }),
  );
  const texts = CALL.review;
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (tag.trim() === '') return;
    mutate({ addTags: [tag] });
    setTag('');
  };
  return (
    <>
      <div className={styles.line}>
        {tags.map((name) => (
          <span key={name} className={styles.tag}>
            {name}
            {canReview && (
              <button
                type="button"
                aria-label={texts.removeTag(name)}
                disabled={isPending}
                onClick={() => mutate({ removeTags: [name] })}
              >
                ×
              </button>
            )}
          </span>
        ))}
        {canReview && (
          <form onSubmit={handleSubmit}>
            <input
              className={styles.newTag}
              aria-label={texts.addTag}
              placeholder={texts.addTag}
              list={id}
              value={tag}
              onChange={({ target }) => setTag(target.value)}
            />
            <datalist id={id}>
              {known.data?.tags.map(({ tag: name }) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </form>
        )}
        {!canReview && tags.length === 0 && <span className="quiet">{texts.noTags}</span>}
      </div>
      <fieldset className={styles.scores} disabled={!canReview || isPending}>
        <legend>{texts.score}</legend>
        {SCORES.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={score === value}
            aria-label={texts.scoreOf(value)}
            onClick={() => mutate({ score: score === value ? null : value })}
          >
            {value}
          </button>
        ))}
      </fieldset>
      <label className={styles.reviewed}>
        <input
          type="checkbox"
          checked={reviewed}
          disabled={!canReview || isPending}
          onChange={({ target }) => mutate({ reviewed: target.checked })}
        />
        {texts.reviewed}
      </label>
      {error !== null && <Problem problem={error} />}
    </>
  );
};

interface NotesProps {
  readonly callId: string;
  readonly notes: ReviewOfCall['notes'];
}

const Notes = ({ callId, notes }: NotesProps): ReactNode => {
  const businessId = useBusinessId();
  const canNote = useCan('addVoiceCallNote');
  const [text, setText] = useState('');
  const adding = useChanging<string>(async (note) => {
    await callApi('addVoiceCallNote', { path: { callId }, body: { businessId, text: note } });
    setText('');
  });
  const removing = useChanging<string>((noteId) =>
    callApi('removeVoiceCallNote', { path: { callId, noteId }, query: { businessId } }),
  );
  const texts = CALL.review;
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') adding.mutate(text.trim());
  };
  const problem = adding.error ?? removing.error;
  return (
    <>
      <ul className={styles.notes}>
        {notes.map(({ noteId, text: note, by, createdAt }) => (
          <li key={noteId}>
            <p>{note}</p>
            <p className="small">
              {by?.name ?? texts.unknown} · <Time at={createdAt} />
              {canNote && (
                <button
                  type="button"
                  className="link"
                  disabled={removing.isPending}
                  onClick={() => removing.mutate(noteId)}
                >
                  {texts.removeNote}
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
      {canNote && (
        <form className={styles.newNote} onSubmit={handleSubmit}>
          <textarea
            rows={2}
            maxLength={2_000}
            aria-label={texts.note}
            placeholder={texts.note}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <button type="submit" className="plain" disabled={text.trim() === '' || adding.isPending}>
            {texts.addNote}
          </button>
        </form>
      )}
      {problem !== null && <Problem problem={problem} />}
    </>
  );
};
