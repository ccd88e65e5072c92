/** Links somebody who writes to a contact: to the one with that mobile, or to a new one. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { type ReactNode, useState } from 'react';
import { linkContactBody } from '../../api/bodies/contacts.js';
import { Form, FormProblem, Submit, TextField, useFormField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { COMMON } from '../../ui/messages.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { CategoryChoice } from './category-choice.js';
import { CONTACTS } from './messages.js';

const texts = CONTACTS.link;
const NO_CATEGORIES: readonly string[] = [];

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
  const { form } = useBodyForm({
    body: linkContactBody,
    values: { mobile: known.mobile, name: known.name ?? '', categoryIds: NO_CATEGORIES },
    toBody: ({ mobile, name, categoryIds }) => ({
      businessId,
      mobile,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(categoryIds.length === 0 ? {} : { categoryIds }),
    }),
    request: { path: { participantId } },
    onSuccess: onClose,
  });
  const categories = useFormField({ form, name: 'categoryIds' });
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <Form form={form} className="stack">
        <DialogHeading>{texts.title}</DialogHeading>
        <p className="help">{texts.help}</p>
        <TextField form={form} name="mobile" label={CONTACTS.mobile} type="tel" required />
        <TextField form={form} name="name" label={CONTACTS.name} />
        <CategoryChoice
          chosen={form.methods.watch('categoryIds')}
          onChange={categories.field.onChange}
          error={categories.fieldState.error?.message}
        />
        <FormProblem form={form} />
        <div className="actions">
          <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
          <Submit form={form}>{texts.save}</Submit>
        </div>
      </Form>
    </Dialog>
  );
};
