/** Helps a colleague who forgot their password, and ends a membership. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { Secret } from '../../ui/dialogs/secret.js';
import { Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { ACCESS } from './messages.js';

type Member = Data<'listMembers'>['members'][number];

export const MemberAccess = ({ member }: { readonly member: Member }): ReactNode => (
  <>
    <IfAllowed operation="createPasswordReset">
      <ResetLink member={member} />
    </IfAllowed>
    <IfAllowed operation="removeMember">
      <Remove member={member} />
    </IfAllowed>
  </>
);

const ResetLink = ({ member: { id, email } }: { readonly member: Member }): ReactNode => {
  const businessId = useBusinessId();
  const texts = ACCESS.team;
  const resetting = useMutation<Data<'createPasswordReset'>, ApiProblem>({
    mutationFn: () => callApi('createPasswordReset', { path: { userId: id }, body: { businessId } }),
  });
  return (
    <>
      <button
        type="button"
        className="plain"
        disabled={resetting.isPending}
        onClick={() => resetting.mutate()}
      >
        {texts.reset}
      </button>
      {resetting.error !== null && <Problem problem={resetting.error} />}
      {resetting.data !== undefined && (
        <Secret
          title={texts.resetTitle(email)}
          help={resetting.data.link === null ? texts.resetAlreadyShown : texts.resetHelp}
          secret={resetting.data.link === null ? '' : `${window.location.origin}${resetting.data.link}`}
          onClose={resetting.reset}
        />
      )}
    </>
  );
};

const Remove = ({ member: { id, email, name } }: { readonly member: Member }): ReactNode => {
  const businessId = useBusinessId();
  const [isConfirming, setConfirming] = useState(false);
  const texts = ACCESS.team;
  const remove = async (): Promise<void> => {
    await callApi('removeMember', { path: { userId: id }, query: { businessId } });
  };
  return (
    <>
      <button type="button" className="plain quiet-danger" onClick={() => setConfirming(true)}>
        {texts.remove}
      </button>
      {isConfirming && (
        <Confirm
          title={texts.removeTitle(name)}
          help={texts.removeHelp}
          name={email}
          label={texts.removeLabel(email)}
          button={texts.remove}
          onConfirm={remove}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
};
