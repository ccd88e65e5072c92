/** Chooses a colleague for conversations. */
import { type ReactNode, type Ref, useId } from 'react';
import type { Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Choice } from '../../ui/forms/field.js';
import { useBusinessId, useSession } from '../session/session.js';
import { INBOX } from './messages.js';

interface Person {
  readonly userId: string;
  readonly name: string | null;
}

interface AssigneeChoiceProps {
  readonly label: string;
  /** Null: unassigned. */
  readonly value: Person | null;
  /** Shown first instead of the value, where nothing is chosen yet. */
  readonly prompt?: string;
  readonly inputRef?: Ref<HTMLSelectElement>;
  readonly onChange: (userId: string | null) => void;
}

/** The colleagues who can be assigned, the newest 100. */
const useAssignees = (): Data<'listAssignees'>['assignees'] =>
  useRead('listAssignees', { query: { businessId: useBusinessId(), limit: 100 } }).data?.assignees ?? [];

const UNASSIGNED = '';
const PROMPT = 'prompt';

export const AssigneeChoice = ({
  label,
  value,
  prompt,
  inputRef,
  onChange,
}: AssigneeChoiceProps): ReactNode => {
  const id = useId();
  const assignees = useAssignees();
  const texts = INBOX.handling;
  const people: readonly Person[] = assignees;
  // A colleague who has left still stands where they were assigned.
  const listed =
    value === null || people.some(({ userId }) => userId === value.userId) ? people : [value, ...people];
  return (
    <div className="field">
      <label htmlFor={id} className="small">
        {label}
      </label>
      <select
        id={id}
        ref={inputRef}
        value={prompt === undefined ? (value?.userId ?? UNASSIGNED) : PROMPT}
        onChange={({ target }) => onChange(target.value === UNASSIGNED ? null : target.value)}
      >
        {prompt !== undefined && (
          <option value={PROMPT} disabled>
            {prompt}
          </option>
        )}
        <option value={UNASSIGNED}>{texts.unassigned}</option>
        {listed.map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {name ?? texts.colleague}
          </option>
        ))}
      </select>
    </div>
  );
};

interface AssigneeFilterProps {
  /** A user's id, `none`, or empty for all. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export const AssigneeFilter = ({ value, onChange }: AssigneeFilterProps): ReactNode => {
  const { user } = useSession();
  const assignees = useAssignees();
  const texts = INBOX.handling;
  const others = assignees.filter(({ userId }) => userId !== user.id);
  return (
    <Choice
      label={texts.assign}
      value={value}
      choices={[
        { value: '', name: texts.anyone },
        { value: user.id, name: texts.me },
        { value: 'none', name: texts.unassigned },
        ...others.map(({ userId, name }) => ({ value: userId, name })),
      ]}
      onChange={onChange}
    />
  );
};
