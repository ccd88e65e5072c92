/**
 * A form that sends the body of one operation. Its values are checked by the schema of the service, and what the service itself refuses
 * is shown at the same fields. The first wrong field has the focus.
 */
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type FormEvent, useCallback, useMemo, useRef, useState } from 'react';
import { type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { BodySchema } from '../../api/body-schema.js';
import {
  ApiProblem,
  type Body,
  callApi,
  type Data,
  type OperationId,
  type RequestParams,
} from '../../api/client.js';
import { type Conflict, type ShownField, useVersioned, type Version } from '../conflict/use-versioned.js';
import { type Limits, limitsAt, problemsOf } from './body-check.js';
import { messageOf, otherDetails, ownerOf } from './field-errors.js';

/** A field, or a part of the form that has no value of its own (form.tsx, PartProblem). */
type PlaceName<V extends FieldValues> = FieldPath<V> | `root.${string}`;

/** What the fields of a form need of it. */
export interface BodyForm<V extends FieldValues> {
  readonly methods: UseFormReturn<V>;
  /** The message about `path` of the body that these values make; undefined: it is right. */
  readonly checkAt: (path: string, values: V) => string | undefined;
  readonly limitsAt: (path: string) => Limits;
  /**
   * Shows what concerns `path` of the body at the field, until the returned function is called. What is below the paths of several
   * fields concerns the one with the longest path.
   */
  readonly register: (path: string, name: PlaceName<V>) => () => void;
  readonly submit: (event?: FormEvent) => void;
  readonly isSending: boolean;
  /** The refusal, without the details that fields show. */
  readonly problem: ApiProblem | null;
  /** What somebody else has changed meanwhile; null: nothing. */
  readonly conflict: Conflict | null;
}

/** What a form edits, if other people edit it as well. */
interface Edited<V> {
  /** Of what the page has; undefined: the service gave none. */
  readonly tag: string | undefined;
  /** Reads it again, for a form with these values. */
  readonly read: (values: V) => Promise<Version<V>>;
  readonly shown: readonly ShownField<V>[];
}

interface Options<O extends OperationId, V extends FieldValues> {
  readonly body: BodySchema<O>;
  /** At the start. Of something `edited`: as the page has it now, which a form without other words adopts. */
  readonly values: V;
  /** `base`: the values that these started from. */
  readonly toBody: (values: V, base: V) => Body<O>;
  /** The other parts of the request. */
  readonly request?: Pick<RequestParams<O>, 'path' | 'ifMatch' | 'deadlineMs'>;
  /** Runs before the request, which is not sent if this fails. @throws ApiProblem */
  readonly prepare?: () => Promise<void>;
  readonly edited?: Edited<V>;
  readonly onSuccess?: (data: Data<O>, methods: UseFormReturn<V>) => unknown;
}

interface SendingForm<O extends OperationId, V extends FieldValues> {
  readonly form: BodyForm<V>;
  readonly sending: UseMutationResult<Data<O>, ApiProblem, V>;
}

export const useBodyForm = <O extends OperationId, V extends FieldValues>({
  body,
  values: initial,
  toBody,
  request = {},
  prepare,
  edited,
  onSuccess,
}: Options<O, V>): SendingForm<O, V> => {
  const [values] = useState(initial);
  // Errors are shown at the first attempt to send, and go as soon as they are mended.
  const methods = useForm<V>({ values });
  const fields = useRef(new Map<string, PlaceName<V>>());
  const versioned = useVersioned<V>({
    current: { words: initial, tag: edited?.tag },
    read: edited?.read ?? null,
    shown: edited?.shown ?? [],
    entered: () => methods.getValues(),
    enter: (words) => {
      sending.reset();
      methods.reset(words);
    },
  });
  const sending = useMutation<Data<O>, ApiProblem, V>({
    mutationFn: async (entered) => {
      await prepare?.();
      return versioned.save(entered, (condition, base) =>
        callApi(body.operation, { ...request, ...condition, body: toBody(entered, base) }),
      );
    },
    onSuccess: (data) => onSuccess?.(data, methods),
    onError: (problem) => {
      const paths = [...fields.current.keys()];
      const wrong = [...fields.current].flatMap(([path, name]) => {
        const details = problem.details.filter((detail) => ownerOf(detail.path, paths) === path);
        return details.length === 0 ? [] : [{ name, message: messageOf(details) }];
      });
      for (const [index, { name, message }] of wrong.entries())
        methods.setError(name, { type: 'service', message }, { shouldFocus: index === 0 });
    },
  });
  const register = useCallback((path: string, name: PlaceName<V>) => {
    fields.current.set(path, name);
    return () => void fields.current.delete(path);
  }, []);
  const limits = useCallback((path: string) => limitsAt(body.schema, path), [body]);
  const checkAt = (path: string, entered: V): string | undefined =>
    problemsOf(body.schema, toBody(entered, versioned.base)).find(
      (problem) => ownerOf(problem.path, [...fields.current.keys()]) === path,
    )?.message;
  const { error, isPending, mutate } = sending;
  const problem = useMemo(() => (error === null ? null : withoutFields(error, fields.current)), [error]);
  const send = methods.handleSubmit((entered) => {
    if (!isPending) mutate(entered);
  });
  return {
    sending,
    form: {
      methods,
      checkAt,
      limitsAt: limits,
      register,
      submit: (event) => void send(event),
      isSending: isPending,
      problem,
      conflict: versioned.conflict,
    },
  };
};

const withoutFields = (problem: ApiProblem, fields: ReadonlyMap<string, string>): ApiProblem =>
  new ApiProblem(problem.message, problem.code, problem.requestId, {
    details: otherDetails(problem, [...fields.keys()]),
    retryAfterSeconds: problem.retryAfterSeconds,
  });
