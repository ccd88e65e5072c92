/** A form that sends the body of one operation (use-body-form.ts): its fields, its button, and its problem. */
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { type FieldPath, type FieldValues, type UseControllerReturn, useController } from 'react-hook-form';
import { ShownConflict } from '../conflict/shown-conflict.js';
import { Problem } from '../states.js';
import { Choice, Field } from './field.js';
import { LongField } from './long-field.js';
import { FIELD_PROBLEMS } from './messages.js';
import type { BodyForm } from './use-body-form.js';

interface FormProps<V extends FieldValues> {
  readonly form: BodyForm<V>;
  readonly className?: string;
  /** Names the form as a landmark. */
  readonly label?: string;
  readonly labelledBy?: string;
  readonly children: ReactNode;
}

export const Form = <V extends FieldValues>({
  form,
  className,
  label,
  labelledBy,
  children,
}: FormProps<V>): ReactNode => (
  // The fields say themselves what is wrong: the browser's own bubbles would hide it, and know fewer rules.
  <>
    <form
      noValidate
      className={className}
      onSubmit={form.submit}
      aria-label={label}
      aria-labelledby={labelledBy}
    >
      {children}
    </form>
    <ShownConflict conflict={form.conflict} />
  </>
);

/** What the service refused and no field shows. */
export const FormProblem = <V extends FieldValues>({ form }: { readonly form: BodyForm<V> }): ReactNode =>
  form.problem !== null && <Problem problem={form.problem} />;

interface PartProblemProps<V extends FieldValues> {
  readonly form: BodyForm<V>;
  /** Of the part in the body, as a JSON Pointer. */
  readonly path: string;
}

/** What the service refused of a part of the body, like a list, and no field of the part shows. */
export const PartProblem = <V extends FieldValues>({ form, path }: PartProblemProps<V>): ReactNode => {
  const { register, methods } = form;
  useEffect(() => register(path, `root.${path}`), [register, path]);
  const message = methods.formState.errors.root?.[path]?.message;
  return (
    message !== undefined && (
      <p className="wrong" role="alert">
        {message}
      </p>
    )
  );
};

interface SubmitProps<V extends FieldValues> {
  readonly form: BodyForm<V>;
  readonly disabled?: boolean;
  /** Whether it is the main action of its page; default: yes. */
  readonly isMain?: boolean;
  readonly children: ReactNode;
}

export const Submit = <V extends FieldValues>({
  form,
  disabled = false,
  isMain = true,
  children,
}: SubmitProps<V>): ReactNode => (
  <button
    type="submit"
    className={isMain ? 'main' : 'plain'}
    disabled={disabled || form.isSending}
    aria-busy={form.isSending}
  >
    {children}
  </button>
);

/** Connects a field to its form. */
export interface FormFieldProps<V extends FieldValues> {
  readonly form: BodyForm<V>;
  readonly name: FieldPath<V>;
  /** Where its value is in the body, as a JSON Pointer. Default: below its own name. */
  readonly path?: string;
  /** Whether the page needs it although the schema does not. */
  readonly required?: boolean;
  /** What the page refuses although the schema does not; undefined: these values are right. */
  readonly check?: ((values: V) => string | undefined) | undefined;
}

/** The state of a field, which is checked as a part of the whole body. */
export const useFormField = <V extends FieldValues>({
  form,
  name,
  path = `/${name}`,
  required = false,
  check,
}: FormFieldProps<V>): UseControllerReturn<V> & { readonly path: string } => {
  const { checkAt, register, methods } = form;
  useEffect(() => register(path, name), [register, path, name]);
  const controller = useController({
    name,
    control: methods.control,
    rules: {
      validate: (value, values) =>
        required && value === ''
          ? FIELD_PROBLEMS.required
          : (checkAt(path, values) ?? check?.(values) ?? true),
    },
  });
  return { ...controller, path };
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type Connected = 'value' | 'onChange' | 'error' | 'inputRef' | 'name' | 'form' | 'maxLength';

type TextFieldProps<V extends FieldValues> = FormFieldProps<V> &
  Omit<ComponentProps<typeof Field>, Connected>;

/** A line of text. The schema says whether it is required, and how long it may be. */
export const TextField = <V extends FieldValues>({
  form,
  name,
  path,
  required = false,
  check,
  ...input
}: TextFieldProps<V>): ReactNode => {
  const state = useFormField({ form, name, required, check, ...(path === undefined ? {} : { path }) });
  const limits = form.limitsAt(state.path);
  const { field, fieldState } = state;
  return (
    <Field
      {...limits}
      required={required || limits.required}
      {...input}
      value={textOf(field.value)}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
};

type LongTextFieldProps<V extends FieldValues> = FormFieldProps<V> &
  Omit<ComponentProps<typeof LongField>, Connected | 'required'>;

/** Several lines of text. */
export const LongTextField = <V extends FieldValues>({
  form,
  name,
  path,
  required = false,
  check,
  ...input
}: LongTextFieldProps<V>): ReactNode => {
  const state = useFormField({ form, name, required, check, ...(path === undefined ? {} : { path }) });
  const limits = form.limitsAt(state.path);
  const { field, fieldState } = state;
  return (
    <LongField
      {...limits}
      required={required || limits.required}
      {...input}
      value={textOf(field.value)}
      onChange={field.onChange}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
};

type ChoiceFieldProps<V extends FieldValues> = FormFieldProps<V> &
  Omit<ComponentProps<typeof Choice<string>>, Connected>;

/** One of a few values. */
export const ChoiceField = <V extends FieldValues>({
  form,
  name,
  path,
  required = false,
  check,
  ...input
}: ChoiceFieldProps<V>): ReactNode => {
  const { field, fieldState } = useFormField({
    form,
    name,
    required,
    check,
    ...(path === undefined ? {} : { path }),
  });
  return (
    <Choice
      {...input}
      value={textOf(field.value)}
      onChange={field.onChange}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
};

interface SavedProps<V extends FieldValues> {
  readonly form: BodyForm<V>;
  /** Whether the values at the start of the form come from its save. */
  readonly isSaved: boolean;
  readonly children: ReactNode;
}

/** Says that the form is saved, until something is changed. */
export const Saved = <V extends FieldValues>({ form, isSaved, children }: SavedProps<V>): ReactNode => (
  <span className="grows" role="status">
    {isSaved && !form.methods.formState.isDirty && children}
  </span>
);
