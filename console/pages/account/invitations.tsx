/** Invites people by a link that is shown once. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, ask, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Choice, Field } from '../../parts/field.js';
import { Secret } from '../../parts/secret.js';
import { Problem } from '../../parts/states.js';
import { Time } from '../../parts/words.js';
import { type Session, useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';
import { ROLE_CHOICES } from './roles.js';

const texts = TEXTS.access.team;

export const Invitations = (): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = useRead('listInvitations', { query: { businessId } });
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Session['role']>('operator');
  const inviting = useMutation<Data<'inviteMember'>, ApiProblem>({
    mutationFn: () => ask('inviteMember', { body: { businessId, email, role } }),
    onSuccess: () => {
      setEmail('');
      void refetch();
    },
  });
  const revoking = useMutation<unknown, ApiProblem, string>({
    mutationFn: (invitationId) => ask('revokeInvitation', { path: { invitationId }, query: { businessId } }),
    onSettled: () => refetch(),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    inviting.mutate();
  };
  const problem = error ?? revoking.error;
  const made = inviting.data;
  return (
    <section className="block" aria-labelledby="invite">
      <h2 id="invite">{texts.invite}</h2>
      <form className="inline-form" onSubmit={submit}>
        <Field
          label={texts.email}
          required
          type="email"
          maxLength={254}
          value={email}
          change={setEmail}
          autoComplete="off"
        />
        <Choice label={TEXTS.access.role} value={role} choices={ROLE_CHOICES} change={setRole} />
        <button type="submit" className="main" disabled={inviting.isPending}>
          {texts.makeLink}
        </button>
      </form>
      <p className="help">{TEXTS.access.rolesHelp[role]}</p>
      {inviting.error !== null && <Problem problem={inviting.error} />}
      {problem !== null && <Problem problem={problem} />}
      {data !== undefined && data.invitations.length > 0 && (
        <>
          <h3>{texts.invitations}</h3>
          <ul className="lines">
            {data.invitations.map((invitation) => (
              <li key={invitation.id}>
                <strong>{invitation.email}</strong>
                <span>{TEXTS.access.roles[invitation.role]}</span>
                <span className="quiet">
                  {texts.invitedBy(invitation.invitedBy)} <Time at={invitation.expiresAt} />
                </span>
                <button
                  type="button"
                  className="plain quiet-danger"
                  disabled={revoking.isPending}
                  onClick={() => revoking.mutate(invitation.id)}
                >
                  {texts.revoke}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {made !== undefined && (
        <Secret
          title={texts.linkTitle(made.invitation.email)}
          help={made.link === null ? texts.linkGone : texts.linkHelp}
          secret={made.link === null ? '' : `${window.location.origin}${made.link}`}
          close={inviting.reset}
        />
      )}
    </section>
  );
};
