import type { ReactNode } from 'react';
import { explain, type Problem } from '../api/outcome';
import { ActionButton } from './action-button';
import { Paw } from './paw';

/** Why the stock cannot be asked for now. */
export const READING = 'The stock is being read';

/** Stands where the stock will be, while it is on its way. */
export function Skeleton() {
  return (
    <div className="skeleton" role="status" aria-label="Reading the stock">
      {Array.from({ length: 8 }, (_, row) => row).map((row) => (
        <div key={row} />
      ))}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="instead" role="status">
      <Paw />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface FailureProps {
  readonly problem: Problem;
  /** Whether an older stock is still shown. */
  readonly isOutdated: boolean;
  readonly isLoading: boolean;
  onRetry(): void;
}

export function Failure({ problem, isOutdated, isLoading, onRetry }: FailureProps) {
  return (
    <div className={isOutdated ? 'outdated' : 'instead'} role="alert">
      {!isOutdated && <Paw />}
      <h2>{isOutdated ? 'This stock may be out of date' : 'The stock could not be read'}</h2>
      <p>{explain(problem)}</p>
      <ActionButton className="primary" unavailable={isLoading ? READING : undefined} onClick={onRetry}>
        {isLoading ? 'Trying …' : problem.kind === 'no-key' ? 'Enter an API key' : 'Try again'}
      </ActionButton>
    </div>
  );
}
