/** Invites people by a link that is shown once. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Secret } from '../../ui/dialogs/secret.js';
import { Time } from '../../ui/format.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { Problem } from '../../ui/states.js';
import { type Session, useBusinessId } from '../session/session.js';
import { ACCESS } from './messages.js';
import { ROLE_CHOICES } from './roles.js';

const texts = ACCESS.team;

export const Invitations = (): ReactNode => {
  const businessId = useBusinessId();
  const { data, error } = useRead('listInvitations', { query: { businessId } });
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Session['role']>('operator');
  const inviting = useMutation<Data<'inviteMember'>, ApiProblem>({
    mutationFn: () => callApi('inviteMember', { body: { businessId, email, role } }),
    onSuccess: () => {
      setEmail('');
    },
  });
  const revoking = useMutation<unknown, ApiProblem, string>({
    mutationFn: (invitationId) =>
      callApi('revokeInvitation', { path: { invitationId }, query: { businessId } }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    inviting.mutate();
  };
  const problem = error ?? revoking.error;
  const created = inviting.data;
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
          onChange={setEmail}
          autoComplete="off"
        />
        <Choice label={ACCESS.role} value={role} choices={ROLE_CHOICES} onChange={setRole} />
        <button type="submit" className="main" disabled={inviting.isPending}>
          {texts.createLink}
        </button>
      </form>
      <p className="help">{ACCESS.rolesHelp[role]}</p>
      {inviting.error !== null && <Problem problem={inviting.error} />}
      {problem !== null && <Problem problem={problem} />}
      {data !== undefined && data.invitations.length > 0 && (
        <>
          <h3>{texts.invitations}</h3>
          <ul className="lines">
            {data.invitations.map((invitation) => (
              <li key={invitation.id}>
                <strong>{invitation.email}</strong>
                <span>{ACCESS.roles[invitation.role]}</span>
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
      {created !== undefined && (
        <Secret
          title={texts.linkTitle(created.invitation.email)}
          help={created.link === null ? texts.linkAlreadyShown : texts.linkHelp}
          secret={created.link === null ? '' : `${window.location.origin}${created.link}`}
          onClose={inviting.reset}
        />
      )}
    </section>
  );
};
