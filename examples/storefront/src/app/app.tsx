import { useEffect } from 'react';
import type { Shop } from '../shop';
import { useStore } from '../store';
import { KeyDialog } from './key-dialog';
import { Masthead } from './masthead';
import { NoticeList } from './notice-list';
import { StockPage } from './stock-page';
import { WaitBanner } from './wait-banner';

export function App({ shop }: { shop: Shop }) {
  const { keys, client, notices, stock } = shop;
  const wait = useStore(client.wait);
  const question = useStore(keys.question);

  useEffect(() => void stock.load(), [stock]);

  return (
    <>
      <Masthead client={client} />
      {wait && <WaitBanner wait={wait} />}
      <main>
        <StockPage shop={shop} />
      </main>
      <NoticeList notices={notices} stock={stock} />
      {question && <KeyDialog question={question} onGive={keys.give} />}
    </>
  );
}
