/** A form of some settings; the page shows the settings in the answer from then on. */
import { useQueryClient } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { changeSettingsBody } from '../../api/bodies/settings.js';
import type { Body } from '../../api/client.js';
import { type BodyForm, useBodyForm } from '../../ui/forms/use-body-form.js';
import { useBusinessId } from '../session/session.js';

interface SettingsFormOptions<V extends FieldValues> {
  readonly values: V;
  /** Omitted settings stay as they are. */
  readonly toChange: (values: V) => Omit<Body<'changeSettings'>, 'businessId'>;
  readonly onSaved?: () => void;
}

export const useSettingsForm = <V extends FieldValues>({
  values,
  toChange,
  onSaved,
}: SettingsFormOptions<V>): BodyForm<V> => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const { form } = useBodyForm({
    body: changeSettingsBody,
    values,
    toBody: (entered) => ({ businessId, ...toChange(entered) }),
    onSuccess: (answer, { getValues, reset }) => {
      // What is saved is the start of further changes.
      reset(getValues());
      onSaved?.();
      queries.setQueryData(['readSettings', null, { businessId }], answer);
    },
  });
  return form;
};
