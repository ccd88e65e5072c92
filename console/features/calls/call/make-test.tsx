/** Keeps a test made from the call: new versions of the agent are rehearsed with it. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { Choice, Field } from '../../../ui/forms/field.js';
import { COMMON } from '../../../ui/messages.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import { CALL } from '../messages.js';
import type { CallDetail } from '../turns/timeline.js';
import { linesOf, scenarioOf } from './test-draft.js';
import { useVoiceAgents } from './voice-agents.js';

interface MakeTestProps {
  readonly detail: CallDetail;
}

/** Hidden if the customer said nothing. */
export const MakeTest = ({ detail }: MakeTestProps): ReactNode => {
  const [open, setOpen] = useState(false);
  if (linesOf(detail).length === 0) return null;
  return (
    <>
      <button type="button" className="plain" onClick={() => setOpen(true)}>
        {CALL.makeTest.button}
      </button>
      {open && <MakeTestDialog detail={detail} onClose={() => setOpen(false)} />}
    </>
  );
};

const MakeTestDialog = ({ detail, onClose }: MakeTestProps & { readonly onClose: () => void }): ReactNode => {
  const id = useId();
  const businessId = useBusinessId();
  const { choices, usual, error } = useVoiceAgents(detail);
  const texts = CALL.makeTest;
  const { contactName, calleeNumber } = detail.call;
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState(() => texts.usualName(contactName ?? calleeNumber).slice(0, 80));
  const [lines, setLines] = useState(() => linesOf(detail).join('\n'));
  const [expected, setExpected] = useState('');
  const agentId = chosen === '' ? usual : chosen;
  const scenario = scenarioOf(businessId, { name, agentId, lines, expected });
  const keeping = useMutation<Data<'createSimulationScenario'>, ApiProblem>({
    mutationFn: async () => {
      if (scenario === null) throw new Error('a part of the test is missing');
      return callApi('createSimulationScenario', { body: scenario });
    },
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    keeping.mutate();
  };
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <form onSubmit={handleSubmit}>
        <DialogHeading>{texts.title}</DialogHeading>
        <p className="help">{texts.help}</p>
        {error !== null && <Problem problem={error} />}
        <Field label={texts.name} value={name} maxLength={80} onChange={setName} />
        <Choice label={CALL.rerunAgent} value={agentId} choices={choices} onChange={setChosen} />
        <div className="field">
          <label htmlFor={`${id}-lines`}>{texts.lines}</label>
          <textarea
            id={`${id}-lines`}
            rows={5}
            value={lines}
            onChange={({ target }) => setLines(target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-expected`}>{texts.expected}</label>
          <textarea
            id={`${id}-expected`}
            rows={2}
            value={expected}
            placeholder={texts.example}
            onChange={({ target }) => setExpected(target.value)}
          />
        </div>
        {keeping.error !== null && <Problem problem={keeping.error} />}
        <div className="actions">
          {keeping.data !== undefined && (
            <span className="grows" role="status">
              {texts.kept} <Link href={`/agents/${agentId}/simulations`}>{texts.open}</Link>
            </span>
          )}
          <DialogDismiss className="plain">
            {keeping.data === undefined ? COMMON.cancel : COMMON.close}
          </DialogDismiss>
          <button
            type="submit"
            className="main"
            disabled={scenario === null || keeping.isPending || keeping.data !== undefined}
          >
            {texts.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
