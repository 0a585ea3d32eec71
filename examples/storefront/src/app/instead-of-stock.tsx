import type { ReactNode } from 'react';
import { explain, type Problem } from '../api/outcome';
import { Paw } from './paw';

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
  onRetry(): void;
}

export function Failure({ problem, isOutdated, onRetry }: FailureProps) {
  return (
    <div className={isOutdated ? 'outdated' : 'instead'} role="alert">
      {!isOutdated && <Paw />}
      <h2>{isOutdated ? 'This stock may be out of date' : 'The stock could not be read'}</h2>
      <p>{explain(problem)}</p>
      <button type="button" className="primary" onClick={onRetry}>
        {problem.kind === 'no-key' ? 'Enter an API key' : 'Try again'}
      </button>
    </div>
  );
}
