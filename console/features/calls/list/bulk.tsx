/** What can be done with the selected calls at once: tags and a score. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, type Body, callApi } from '../../../api/client.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import { CALLS } from '../messages.js';
import styles from './calls.module.css';

/** Calls of one request. */
const MOST_CALLS = 100;

type Change = Pick<Body<'reviewVoiceCalls'>, 'addTags' | 'removeTags' | 'score' | 'reviewed'>;

interface BulkProps {
  readonly selected: ReadonlySet<string>;
  readonly onClear: () => void;
}

export const Bulk = ({ selected, onClear }: BulkProps): ReactNode => {
  const businessId = useBusinessId();
  const [tag, setTag] = useState('');
  const changing = useMutation<number, ApiProblem, Change>({
    mutationFn: async (change) => {
      const callIds = [...selected];
      let failures = 0;
      for (let at = 0; at < callIds.length; at += MOST_CALLS) {
        const body = { businessId, callIds: callIds.slice(at, at + MOST_CALLS), ...change };
        failures += (await callApi('reviewVoiceCalls', { body })).failures.length;
      }
      return failures;
    },
  });
  const { data: failures, isPending, error, mutate } = changing;
  const hasTag = tag.trim() !== '';
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (hasTag) mutate({ addTags: [tag] });
  };
  const texts = CALLS.bulk;
  return (
    <>
      <form className={styles.bulk} onSubmit={handleSubmit} aria-label={texts.title}>
        <strong>{texts.selected(selected.size)}</strong>
        <input
          aria-label={texts.tag}
          placeholder={texts.tag}
          value={tag}
          onChange={({ target }) => setTag(target.value)}
        />
        <button type="submit" className="plain" disabled={!hasTag || isPending}>
          {texts.add}
        </button>
        <button
          type="button"
          className="plain"
          disabled={!hasTag || isPending}
          onClick={() => mutate({ removeTags: [tag] })}
        >
          {texts.remove}
        </button>
        <select
          className={styles.period}
          aria-label={texts.score}
          value=""
          disabled={isPending}
          onChange={({ target }) => mutate({ score: target.value === 'none' ? null : Number(target.value) })}
        >
          <option value="" disabled>
            {texts.score}
          </option>
          {[5, 4, 3, 2, 1].map((score) => (
            <option key={score} value={score}>
              {score}
            </option>
          ))}
          <option value="none">{texts.noScore}</option>
        </select>
        <button
          type="button"
          className="plain"
          disabled={isPending}
          onClick={() => mutate({ reviewed: true })}
        >
          {texts.reviewed}
        </button>
        <button type="button" className="plain" onClick={onClear}>
          {texts.clear}
        </button>
        <span role="status" className="small">
          {failures !== undefined && texts.changed(selected.size - failures, failures)}
        </span>
      </form>
      {error !== null && <Problem problem={error} />}
    </>
  );
};
