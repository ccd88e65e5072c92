/** Uses a tool once, as the agent would. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { LongField } from '../../../ui/forms/long-field.js';
import { COMMON } from '../../../ui/messages.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import { TOOLS } from './messages.js';
import { objectIn, type Tool } from './tool-draft.js';
import styles from './tools.module.css';

/** Longer than the longest time limit of a tool, ms. */
const TRIAL_MS = 40_000;

interface ToolTrialProps {
  readonly agentId: string;
  readonly tool: Tool;
  readonly onClose: () => void;
}

export const ToolTrial = ({ agentId, tool, onClose }: ToolTrialProps): ReactNode => {
  const businessId = useBusinessId();
  const [text, setText] = useState('{}');
  const texts = TOOLS.trial;
  const args = objectIn(text);
  const trying = useMutation<Data<'tryTool'>, ApiProblem, Readonly<Record<string, unknown>>>({
    mutationFn: (sent) =>
      callApi('tryTool', {
        path: { name: tool.name },
        body: { businessId, agentId, arguments: sent },
        deadlineMs: TRIAL_MS,
      }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (args !== null) trying.mutate(args);
  };
  const { data, error } = trying;
  return (
    <Dialog
      open
      onClose={onClose}
      hideOnInteractOutside={false}
      className={`dialog floats ${styles.dialog}`}
      backdrop={<div className="backdrop" />}
    >
      <form className="stack" onSubmit={submit}>
        <DialogHeading>{texts.title(tool.name)}</DialogHeading>
        <p>{texts.help}</p>
        <LongField
          label={texts.arguments}
          help={texts.argumentsHelp}
          rows={4}
          value={text}
          onChange={setText}
          error={args === null ? TOOLS.form.notJson : undefined}
        />
        {error !== null && <Problem problem={error} />}
        <div role="status">
          {data !== undefined && (
            <>
              <p>
                <strong>{texts.outcomes[data.outcome]}</strong>{' '}
                <span className="quiet">{texts.after(data.ms)}</span>
              </p>
              <p className="small">{texts.result}</p>
              <pre className="command">
                <code>{data.result}</code>
              </pre>
            </>
          )}
        </div>
        <div className="actions">
          <DialogDismiss className="plain">{COMMON.close}</DialogDismiss>
          <button type="submit" className="main" disabled={trying.isPending || args === null}>
            {texts.run}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
