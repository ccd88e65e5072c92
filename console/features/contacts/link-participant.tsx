/** Links somebody who writes to a contact: to the one with that mobile, or to a new one. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { Field } from '../../ui/forms/field.js';
import { errorAt, otherDetails } from '../../ui/forms/field-errors.js';
import { COMMON } from '../../ui/messages.js';
import { Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { CategoryChoice } from './category-choice.js';
import { CONTACTS } from './messages.js';

const texts = CONTACTS.link;
const FIELD_PATHS = ['/mobile', '/name'] as const;

interface LinkParticipantProps {
  readonly participantId: string;
  readonly name: string | null;
  /** The mobile, if the channel knows it; otherwise it is asked for. */
  readonly mobile: string;
}

/** A button that opens the form; nothing for users who may not link. */
export const LinkParticipant = (props: LinkParticipantProps): ReactNode => {
  const [isOpen, setOpen] = useState(false);
  return (
    <IfAllowed operation="linkContact">
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {texts.button}
      </button>
      {isOpen && <LinkDialog {...props} onClose={() => setOpen(false)} />}
    </IfAllowed>
  );
};

const LinkDialog = ({
  participantId,
  onClose,
  ...known
}: LinkParticipantProps & { readonly onClose: () => void }): ReactNode => {
  const businessId = useBusinessId();
  const [mobile, setMobile] = useState(known.mobile);
  const [name, setName] = useState(known.name ?? '');
  const [categoryIds, setCategoryIds] = useState<readonly string[]>([]);
  const linking = useMutation<void, ApiProblem>({
    mutationFn: async () => {
      await callApi('linkContact', {
        path: { participantId },
        body: {
          businessId,
          mobile,
          ...(name.trim() === '' ? {} : { name: name.trim() }),
          ...(categoryIds.length === 0 ? {} : { categoryIds }),
        },
      });
    },
    onSuccess: onClose,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    linking.mutate();
  };
  const { error } = linking;
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <form className="stack" onSubmit={submit}>
        <DialogHeading>{texts.title}</DialogHeading>
        <p className="help">{texts.help}</p>
        <Field
          label={CONTACTS.mobile}
          type="tel"
          required
          value={mobile}
          onChange={setMobile}
          maxLength={32}
          error={errorAt(error, '/mobile')}
        />
        <Field
          label={CONTACTS.name}
          value={name}
          onChange={setName}
          maxLength={120}
          error={errorAt(error, '/name')}
        />
        <CategoryChoice chosen={categoryIds} onChange={setCategoryIds} />
        {error !== null && (
          <Problem
            problem={{
              code: error.code,
              message: error.message,
              requestId: error.requestId,
              details: otherDetails(error, FIELD_PATHS),
            }}
          />
        )}
        <div className="actions">
          <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
          <button type="submit" className="main" disabled={mobile.trim() === '' || linking.isPending}>
            {texts.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
