/** A plugin of Swagger UI: above the responses of each operation, its request with curl and with the TypeScript client. */
import type * as ReactModule from 'react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { curlOf } from './curl.js';
import { exampleRequestOf } from './request.js';
import { clientFunctionOf, typescriptOf } from './typescript.js';

/** The document as Swagger UI holds it. */
interface ImmutableDocument {
  readonly toJS: () => unknown;
}

/** What Swagger UI passes to the component that shows responses, as far as it is used here. */
interface ResponsesProps {
  readonly path: string;
  readonly method: string;
  readonly specSelectors: { readonly specJson: () => ImmutableDocument };
}

/** Swagger UI's own React: components of another copy would not work with it. */
interface System {
  readonly React: typeof ReactModule;
}

const COPIED_MS = 1_500;

const plain = new WeakMap<ImmutableDocument, unknown>();

/** The document as plain objects; converted once, since it is large. */
const plainOf = (document: ImmutableDocument): unknown => {
  if (!plain.has(document)) plain.set(document, document.toJS());
  return plain.get(document);
};

const sample = ({ React }: System, name: string, code: string): ReactElement => {
  const copy = (event: { readonly currentTarget: HTMLButtonElement }): void => {
    const button = event.currentTarget;
    void navigator.clipboard.writeText(code).then(() => {
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, COPIED_MS);
    });
  };
  return React.createElement(
    'section',
    { key: name, className: 'docs-sample', 'aria-label': name },
    React.createElement('h5', null, name),
    React.createElement('button', { type: 'button', className: 'btn', onClick: copy }, 'Copy'),
    React.createElement('pre', { tabIndex: 0 }, React.createElement('code', null, code)),
  );
};

export const samplesPlugin = (): object => ({
  wrapComponents: {
    responses:
      (Responses: ComponentType<ResponsesProps>, system: System) =>
      (props: ResponsesProps): ReactNode => {
        const { React } = system;
        const request = exampleRequestOf(plainOf(props.specSelectors.specJson()), props.path, props.method);
        const shown = React.createElement(Responses, props);
        if (request === null) return shown;
        const sender = clientFunctionOf(request.operationId);
        return React.createElement(
          'div',
          null,
          sample(system, 'curl', curlOf(request, location.origin)),
          ...(sender === null ? [] : [sample(system, 'TypeScript', typescriptOf(request, sender))]),
          shown,
        );
      },
  },
});
