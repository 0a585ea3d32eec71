import { Suspense, use } from 'react';
import type { Client, Pet } from '../api/client';
import { explain } from '../api/outcome';
import type { Deprecation } from '../api/read-headers';
import { day } from './time-in-words';

type Lookup = ReturnType<Client['getPet']>;

/** One pet, looked up on demand: the operation is deprecated, and the service says until when it answers. */
export function PetDetails({ lookup }: { lookup: Lookup }) {
  return (
    <Suspense fallback={<p role="status">Looking it up …</p>}>
      <LookedUp lookup={lookup} />
    </Suspense>
  );
}

function LookedUp({ lookup }: { lookup: Lookup }) {
  const outcome = use(lookup);
  if (!outcome.ok) return <p role="alert">{explain(outcome.problem)}</p>;
  const { pet, deprecation } = outcome.data;
  return (
    <>
      <PetFields pet={pet} />
      {deprecation && <DeprecationNote deprecation={deprecation} />}
    </>
  );
}

function PetFields({ pet }: { pet: Pet }) {
  return (
    <dl>
      {Object.entries(pet).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{inWords(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join(', ') || '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function DeprecationNote({ deprecation: { sinceMs, endsAtMs } }: { deprecation: Deprecation }) {
  const isOver = endsAtMs !== undefined && endsAtMs <= Date.now();
  return (
    <p className="warning" role="note">
      <strong>This lookup is deprecated{sinceMs !== undefined && ` since ${day(sinceMs)}`}.</strong>{' '}
      {endsAtMs !== undefined && `It ${isOver ? 'was to end' : 'ends'} on ${day(endsAtMs)}.`}
    </p>
  );
}
