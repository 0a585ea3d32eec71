import type { Client } from '../api/client';
import { useStore } from '../store';
import { Paw } from './paw';
import { QuotaMeter } from './quota-meter';

export function Masthead({ client }: { client: Client }) {
  const quota = useStore(client.quota);
  return (
    <header className="masthead">
      <Paw />
      <h1>Stock room</h1>
      {quota ? <QuotaMeter quota={quota} /> : <div className="quota" />}
    </header>
  );
}
