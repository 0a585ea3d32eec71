import { type KeyboardEvent, useState } from 'react';
import { ActionButton } from './action-button';

interface Props {
  readonly label: string;
  readonly quantity: number;
  readonly unavailable: string | undefined;
  onChange(quantity: number): void;
}

const isQuantity = (text: string) => /^\s*\d{1,15}\s*$/.test(text);

/** Changes a quantity by one, or to what is typed in; Enter takes it, Escape gives it up. */
export function Stepper({ label, quantity, unavailable, onChange }: Props) {
  const [draft, setDraft] = useState<string>();
  const shown = draft ?? String(quantity);

  const takeDraft = () => {
    setDraft(undefined);
    if (draft !== undefined && isQuantity(draft) && Number(draft) !== quantity) onChange(Number(draft));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') takeDraft();
    if (event.key === 'Escape') setDraft(undefined);
  };
  const step = (by: number) => {
    setDraft(undefined);
    onChange(quantity + by);
  };

  return (
    <fieldset className="stepper" aria-label={`Quantity of ${label}`}>
      <ActionButton
        aria-label={`One less of ${label}`}
        unavailable={unavailable ?? (quantity <= 0 ? 'There are none left to take away' : undefined)}
        onClick={() => step(-1)}
      >
        −
      </ActionButton>
      <input
        aria-label={`Quantity of ${label}`}
        inputMode="numeric"
        aria-invalid={draft !== undefined && !isQuantity(draft)}
        value={shown}
        style={{ inlineSize: `calc(${shown.length}ch + 1rem)` }}
        readOnly={unavailable !== undefined}
        title={unavailable}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={takeDraft}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.select()}
      />
      <ActionButton aria-label={`One more of ${label}`} unavailable={unavailable} onClick={() => step(1)}>
        +
      </ActionButton>
    </fieldset>
  );
}
