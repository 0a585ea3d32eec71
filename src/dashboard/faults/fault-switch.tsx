import { useEffect, useRef, useState } from 'preact/hooks';
import type { Live } from '../live/live.js';
import { ErrorNotice } from '../parts/notice.js';
import { Switch } from '../parts/switch.js';
import { useAction } from '../parts/use-action.js';
import { activeOf, type ReadyFault } from './ready-faults.js';

interface FaultSwitchProps {
  readonly live: Live;
  readonly ready: ReadyFault;
}

/** One ready-made fault: on where the world has it. It follows a click at once, and what is really on as soon as that is told. */
export function FaultSwitch({ live, ready }: FaultSwitchProps) {
  const { run, error } = useAction();
  const [wanted, setWanted] = useState<boolean>();
  const wish = useRef(false);
  const isSettling = useRef(false);
  /** What is on by the last answer, until it is told. */
  const answered = useRef<{ readonly id: string | undefined }>(undefined);
  const told = live.faults.value;
  const on = activeOf(ready, told?.items ?? []);
  // Whatever is told counts more than what was wanted, once nothing of it is on its way.
  useEffect(() => {
    if (isSettling.current) return;
    answered.current = undefined;
    setWanted(undefined);
  }, [told]);

  /** Turns it on or off; answers the id of what is on then. */
  const turn = async (isOn: boolean, id: string | undefined): Promise<string | undefined> => {
    const { faults } = live.client;
    if (isOn) return (await faults.add(ready.ask)).id;
    if (id !== undefined) await faults.remove(id);
    return undefined;
  };
  /** Goes on until it is as it was wished last: who clicks again before an answer has come is served after it. */
  const settle = async (first: string | undefined) => {
    let id = first;
    while (wish.current !== (id !== undefined)) {
      const call = async () => {
        id = await turn(wish.current, id);
      };
      if (!(await run(call, `${ready.title}: ${wish.current ? 'on' : 'off'}.`))) return setWanted(undefined);
      answered.current = { id };
    }
  };
  const toggle = async () => {
    wish.current = !(wanted ?? on !== undefined);
    setWanted(wish.current);
    if (isSettling.current) return;
    isSettling.current = true;
    await settle(answered.current === undefined ? on?.id : answered.current.id);
    isSettling.current = false;
  };
  return (
    <li>
      <Switch isOn={wanted ?? on !== undefined} onToggle={toggle}>
        <strong>{ready.title}</strong>
        <span class="soft">{ready.what}</span>
      </Switch>
      <ErrorNotice message={error} />
    </li>
  );
}
