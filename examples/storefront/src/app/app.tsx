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
      <main>
        <StockPage shop={shop} />
      </main>
      <div className="dock">
        <NoticeList notices={notices} stock={stock} />
        {wait && <WaitBanner wait={wait} />}
      </div>
      {question && <KeyDialog question={question} onGive={keys.give} />}
    </>
  );
}
