import { useId } from 'preact/hooks';

interface SegmentsProps<Value extends string | number> {
  /** Read by screen readers. */
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly title?: string }[];
  readonly value: Value | undefined;
  readonly onChoose: (value: Value) => void;
}

/** One of a few choices, all of them in sight. */
export function Segments<Value extends string | number>({ label, choices, value, onChoose }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div class="segments" role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} title={choice.title}>
          <input
            type="radio"
            name={name}
            aria-label={choice.title && `${choice.label}: ${choice.title}`}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
