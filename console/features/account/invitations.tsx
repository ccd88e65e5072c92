/** Invites people by a link that is shown once. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { inviteMemberBody } from '../../api/bodies/account.js';
import { type ApiProblem, callApi } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Secret } from '../../ui/dialogs/secret.js';
import { Time } from '../../ui/format.js';
import { ChoiceField, Form, FormProblem, Submit, TextField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { Problem } from '../../ui/states.js';
import { type Session, useBusinessId } from '../session/session.js';
import { ACCESS } from './messages.js';
import { ROLE_CHOICES } from './roles.js';

const texts = ACCESS.team;

const FIRST: { readonly email: string; readonly role: Session['role'] } = { email: '', role: 'operator' };

export const Invitations = (): ReactNode => {
  const businessId = useBusinessId();
  const { data, error } = useRead('listInvitations', { query: { businessId } });
  const { form, sending: inviting } = useBodyForm({
    body: inviteMemberBody,
    values: FIRST,
    toBody: (values) => ({ businessId, ...values }),
    onSuccess: (_, { resetField }) => resetField('email'),
  });
  const role = form.methods.watch('role');
  const revoking = useMutation<unknown, ApiProblem, string>({
    mutationFn: (invitationId) =>
      callApi('revokeInvitation', { path: { invitationId }, query: { businessId } }),
  });
  const problem = error ?? revoking.error;
  const created = inviting.data;
  return (
    <section className="block" aria-labelledby="invite">
      <h2 id="invite">{texts.invite}</h2>
      <Form form={form} className="inline-form">
        <TextField form={form} name="email" label={texts.email} type="email" autoComplete="off" />
        <ChoiceField form={form} name="role" label={ACCESS.role} choices={ROLE_CHOICES} />
        <Submit form={form}>{texts.createLink}</Submit>
      </Form>
      <p className="help">{ACCESS.rolesHelp[role]}</p>
      <FormProblem form={form} />
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
