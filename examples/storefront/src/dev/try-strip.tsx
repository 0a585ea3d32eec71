import './try-strip.css';

export const situations = [
  'sold-out',
  'empty-store',
  'large-catalogue',
  'rate-limited',
  'flaky',
  'slow',
  'down',
  'key-revoked',
] as const;

interface Props {
  readonly situation?: (typeof situations)[number];
  /** A key that works where the others do not. */
  readonly freshKey?: string | undefined;
}

/** Leads to the situations that the fake can bring about; only `npm run dev` shows it. */
export function TryStrip({ situation, freshKey }: Props) {
  return (
    <nav className="try-strip" aria-label="The fake service">
      <p>
        <strong>petstore-mock</strong> answers this page. Try:
      </p>
      <a href="?" aria-current={situation === undefined && 'page'}>
        all is well
      </a>
      {situations.map((name) => (
        <a key={name} href={`?try=${name}`} aria-current={name === situation && 'page'}>
          {name}
        </a>
      ))}
      {freshKey !== undefined && (
        <p>
          A key that works: <code>{freshKey}</code>
        </p>
      )}
    </nav>
  );
}
