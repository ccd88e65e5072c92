/** Members with their roles, pending invitations, and the user's own account below. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { Time } from '../../ui/format.js';
import { Choice } from '../../ui/forms/field.js';
import { COMMON } from '../../ui/messages.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import { Loading, Problem } from '../../ui/states.js';
import { useCan } from '../session/role.js';
import { useBusinessId, useSession } from '../session/session.js';
import { Invitations } from './invitations.js';
import { MemberAccess } from './member-access.js';
import { ACCESS } from './messages.js';
import { OwnAccount } from './own-account.js';
import { ROLE_CHOICES } from './roles.js';

type Member = Data<'listMembers'>['members'][number];

const texts = ACCESS.team;

export const TeamPage = (): ReactNode => (
  <div className="page settings-page">
    <h1>{texts.title}</h1>
    <p>{texts.help}</p>
    {useCan('listMembers') ? (
      <>
        <Members />
        <Invitations />
      </>
    ) : (
      <p className="note">
        {texts.ownerOnly} {ACCESS.roleRequired(ACCESS.roles.owner)}
      </p>
    )}
    <OwnAccount />
  </div>
);

const Members = (): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, hasNextPage, fetchNextPage } = usePages('listMembers', {
    query: { businessId, limit: 50 },
  });
  const [disabling, setDisabling] = useState<Member | null>(null);
  const members = data?.pages.flatMap((page) => page.members) ?? [];
  const changing = useMutation<unknown, ApiProblem, { member: Member; change: Partial<Member> }>({
    mutationFn: ({ member, change: { role, active } }) =>
      callApi('changeMember', {
        path: { userId: member.id },
        body: {
          businessId,
          ...(role === undefined ? {} : { role }),
          ...(active === undefined ? {} : { active }),
        },
      }),
  });
  const ending = useMutation<unknown, ApiProblem, Member>({
    mutationFn: ({ id }) => callApi('endMemberSessions', { path: { userId: id }, query: { businessId } }),
  });
  const problem = error ?? changing.error ?? ending.error;
  return (
    <section className="block" aria-labelledby="members">
      <h2 id="members">{texts.members}</h2>
      {problem !== null && <Problem problem={problem} />}
      {data === undefined && error === null && <Loading />}
      <ul className="people">
        {members.map((member) => (
          <MemberLine
            key={member.id}
            member={member}
            busy={changing.isPending || ending.isPending}
            onChange={(change) => changing.mutate({ member, change })}
            onDisable={() => setDisabling(member)}
            onEndSessions={() => ending.mutate(member)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <button type="button" className="plain" onClick={() => void fetchNextPage()}>
          {COMMON.more}
        </button>
      )}
      {disabling !== null && (
        <Confirm
          title={texts.disableTitle(disabling.name)}
          help={texts.disableHelp}
          name={disabling.email}
          label={texts.disableLabel(disabling.email)}
          button={texts.disable}
          onConfirm={() => changing.mutateAsync({ member: disabling, change: { active: false } })}
          onClose={() => setDisabling(null)}
        />
      )}
    </section>
  );
};

interface MemberLineProps {
  readonly member: Member;
  readonly busy: boolean;
  readonly onChange: (change: Partial<Member>) => void;
  readonly onDisable: () => void;
  readonly onEndSessions: () => void;
}

const MemberLine = ({ member, busy, onChange, onDisable, onEndSessions }: MemberLineProps): ReactNode => {
  const { user } = useSession();
  return (
    <li className={member.active ? undefined : 'is-off'}>
      <div className="who">
        <strong>{member.name}</strong>
        {member.id === user.id && <span className="quiet"> ({texts.you})</span>}
        {!member.active && (
          <>
            {' '}
            <StatusPill tone="bad">{texts.disabled}</StatusPill>
          </>
        )}
        <small>{member.email}</small>
        <small>
          {texts.columns.signedIn}:{' '}
          {member.lastSignInAt === null ? texts.never : <Time at={member.lastSignInAt} />} ·{' '}
          {texts.columns.sessions}: {member.openSessions}
        </small>
      </div>
      <Choice
        label={texts.roleOf(member.name)}
        value={member.role}
        choices={ROLE_CHOICES}
        onChange={(role) => onChange({ role })}
      />
      <div className="actions">
        <button
          type="button"
          className="plain"
          disabled={busy || member.openSessions === 0}
          onClick={onEndSessions}
        >
          {texts.endSessions}
        </button>
        {member.active ? (
          <button type="button" className="plain quiet-danger" disabled={busy} onClick={onDisable}>
            {texts.disable}
          </button>
        ) : (
          <button type="button" className="plain" disabled={busy} onClick={() => onChange({ active: true })}>
            {texts.enable}
          </button>
        )}
        {member.id !== user.id && <MemberAccess member={member} />}
      </div>
    </li>
  );
};
