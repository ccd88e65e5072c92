/** A form of some settings; the page shows the settings in the answer from then on. */
import { useQueryClient } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { changeSettingsBody } from '../../api/bodies/settings.js';
import type { ShownField } from '../../ui/conflict/use-versioned.js';
import { type BodyForm, useBodyForm } from '../../ui/forms/use-body-form.js';
import { useBusinessId } from '../session/session.js';
import { readSettings, type SettingsChange } from './change-settings.js';
import type { Settings } from './setting.js';

interface SettingsFormOptions<V extends FieldValues> {
  readonly settings: Settings;
  readonly valuesOf: (settings: Settings) => V;
  /** Omitted settings stay as they are. */
  readonly toChange: (values: V) => SettingsChange;
  /** How its fields are shown where somebody else has changed them, too. */
  readonly shown: readonly ShownField<V>[];
  readonly onSaved?: () => void;
}

export const useSettingsForm = <V extends FieldValues>({
  settings,
  valuesOf,
  toChange,
  shown,
  onSaved,
}: SettingsFormOptions<V>): BodyForm<V> => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const { form } = useBodyForm({
    body: changeSettingsBody,
    values: valuesOf(settings),
    toBody: (entered) => ({ businessId, ...toChange(entered) }),
    edited: {
      tag: settings.tag,
      read: async () => {
        const now = await readSettings(businessId);
        return { words: valuesOf(now), tag: now.tag };
      },
      shown,
    },
    onSuccess: (answer, { getValues, reset }) => {
      // What is saved is the start of further changes.
      reset(getValues());
      onSaved?.();
      queries.setQueryData(['readSettings', null, { businessId }], answer);
    },
  });
  return form;
};
